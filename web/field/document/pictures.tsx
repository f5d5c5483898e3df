/** Photos of a hazard or a section, from the tablet's own copies. What one shows is said in words to who cannot see it. */
import type { Picture } from '../base/content.ts';
import { useWords } from '../base/words.ts';
import { readingWords } from '../words/en-reading.ts';
import { usePicture } from './use-picture.ts';

export function Pictures({
  photos = [],
  of,
}: {
  readonly photos?: readonly Picture[] | undefined;
  /** What they belong to. */
  readonly of: string;
}) {
  return photos.length === 0 ? null : (
    <div class="pictures">
      {photos.map((photo) => (
        <Shown key={photo.id} of={of} photo={photo} />
      ))}
    </div>
  );
}

function Shown({ photo: { id, caption, alt }, of }: { readonly photo: Picture; readonly of: string }) {
  const words = useWords(readingWords);
  const address = usePicture(id);
  if (address === null) return <p class="second">{words.noPicture(caption || of)}</p>;
  return (
    <figure>
      {address && <img alt={alt || caption || words.pictureOf(of)} src={address} />}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/**
 * Photos of a hazard, a section or a substance, from the tablet's own copies; a sheet is a link to its file. What one shows is said in words
 * to who cannot see it.
 */
import { Icon } from '../../ui/icon.tsx';
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
  const file = usePicture(id);
  if (file === null) return <p class="second">{words.noPicture(caption || of)}</p>;
  if (file?.isSheet)
    return (
      <a class="button" download={`${caption || of}.pdf`} href={file.address}>
        <Icon name="file-text" size={24} />
        {words.openSheet(caption || of)}
      </a>
    );
  return (
    <figure>
      {file && <img alt={alt || caption || words.pictureOf(of)} src={file.address} />}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

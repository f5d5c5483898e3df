/** Photos of a record: small ones side by side, each with its words, and big when one is opened. */
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { rest, wordsOf } from '../base/server.ts';

export interface Photo {
  readonly id?: string | undefined;
  readonly name?: string | null | undefined;
  readonly caption?: string | null | undefined;
  /** What it shows, for those who cannot see it. */
  readonly alt?: string | null | undefined;
}

/** `of` = what they show, where nobody wrote it: "the incident". */
export function Photos({ photos, of }: { readonly photos: readonly Photo[]; readonly of: string }) {
  const [open, setOpen] = useState<Photo | null>(null);
  return (
    <>
      <ul class="photos">
        {photos.map((photo, i) => (
          <li key={photo.id ?? photo.name ?? i}>
            {photo.id ? (
              <button onClick={() => setOpen(photo)} type="button">
                <Picture alt={altOf(photo, of, i)} id={photo.id} />
              </button>
            ) : (
              <span class="second">{photo.name ?? 'A photo'}, kept elsewhere</span>
            )}
            {photo.caption && <span class="second">{photo.caption}</span>}
          </li>
        ))}
      </ul>
      {open?.id && (
        <Dialog onClose={() => setOpen(null)} title={open.caption ?? open.name ?? 'Photo'}>
          <Picture alt={altOf(open, of, photos.indexOf(open))} id={open.id} />
        </Dialog>
      )}
    </>
  );
}

function altOf({ alt, caption, name }: Photo, of: string, at: number): string {
  return alt ?? caption ?? `Photo ${at + 1} of ${of}${name ? `, ${name}` : ''}`;
}

/** Read like everything else, as the user who is signed in. */
function Picture({ id, alt }: { readonly id: string; readonly alt: string }) {
  const [src, setSrc] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let url = '';
    let isGone = false;
    const show = (file: Blob): void => {
      url = URL.createObjectURL(file);
      setSrc(url);
    };
    rest.getPhoto({ photo: id }).then(
      (file) => isGone || show(file),
      (error: unknown) => setFailure(wordsOf(error)),
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
    };
  }, [id]);
  if (failure) return <span class="second">{failure}</span>;
  return src === null ? (
    <span aria-busy="true" class="second">
      Loading: {alt}
    </span>
  ) : (
    <img alt={alt} src={src} />
  );
}

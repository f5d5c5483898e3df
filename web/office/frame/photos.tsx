/** Photos of a record: small ones side by side, each with its words, and big when one is opened; a sheet is a link to its file. */
import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePhotoFile } from './photo-file.ts';

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
              <SmallPhoto
                alt={altOf(photo, of, i)}
                id={photo.id}
                name={photo.caption || photo.name || 'sheet'}
                open={() => setOpen(photo)}
              />
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

/** `name`: of the file, where it is a sheet. */
export function SmallPhoto({
  id,
  alt,
  name,
  open,
}: {
  readonly id: string;
  readonly alt: string;
  readonly name: string;
  readonly open?: () => void;
}) {
  const { url, isSheet } = usePhotoFile(id);
  if (isSheet && url !== null)
    return (
      <a class="sheet" download={name.endsWith('.pdf') ? name : `${name}.pdf`} href={url}>
        <Icon name="file-text" />
        <span>
          Open the sheet<span class="unseen"> {name}</span>
        </span>
      </a>
    );
  if (!open) return <Picture alt={alt} id={id} />;
  return (
    <button onClick={open} type="button">
      <Picture alt={alt} id={id} />
    </button>
  );
}

function Picture({ id, alt }: { readonly id: string; readonly alt: string }) {
  const { url, failure } = usePhotoFile(id);
  if (failure) return <span class="second">{failure}</span>;
  return url === null ? (
    <span aria-busy="true" class="second">
      Loading: {alt}
    </span>
  ) : (
    <img alt={alt} src={url} />
  );
}

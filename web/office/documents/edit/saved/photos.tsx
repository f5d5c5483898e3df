/** Photos and sheets of a section, a hazard or a substance: added from files, each with its words, and taken out again. */
import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { NotSaved } from '../../../../ui/written/not-saved.tsx';
import { useWritten, type Save } from '../../../../ui/written/use-written.ts';
import { useWork } from '../../../base/work.ts';
import { SmallPhoto } from '../../../frame/photos.tsx';
import { Refusal } from '../../../frame/refusal.tsx';

export interface NamedPhoto {
  readonly id: string;
  readonly caption?: string | null | undefined;
  readonly alt?: string | null | undefined;
}

/** Site of the document: photos are kept with it. */
export const PhotoSite = createContext<string | null>(null);

export function SavedPhotos({
  photos,
  of,
  save,
}: {
  readonly photos: readonly NamedPhoto[] | undefined;
  /** What they belong to, where they have no words yet. */
  readonly of: string;
  readonly save: Save<NamedPhoto[]>;
}) {
  const site = useContext(PhotoSite);
  const work = useWork();
  const input = useRef<HTMLInputElement>(null);
  const { written, isUntaken, put, give } = useWritten<NamedPhoto[]>([...(photos ?? [])], save, { name: 'photos' });
  /** What was written since the screen was drawn. */
  const latest = useRef(written);
  latest.current = written;
  const take = (files: readonly File[]): Promise<void> =>
    work.run(async (attempt) => {
      if (site === null || files.length === 0) return;
      const body = new FormData();
      for (const file of files) body.append('photos[]', file);
      const { data } = await attempt.uploadPhotos({ site, body });
      const known = new Set(latest.current.map(({ id }) => id));
      const added = data.filter(({ id }) => !known.has(id)).map(({ id, file_name: name }) => ({ id, caption: name }));
      give(put([...latest.current, ...added]));
    });
  const putCaption = (id: string, caption: string): void =>
    void put(written.map((photo) => (photo.id === id ? { ...photo, caption: caption || null } : photo)));
  return (
    <fieldset class="rows-field" data-field="photos">
      <legend>Photos and sheets</legend>
      {written.map(({ id, caption }, i) => (
        <div class="written-row photo-row" key={id} onFocusOut={() => give(latest.current)}>
          <SmallPhoto alt={caption || `Photo ${i + 1} of ${of}`} id={id} name={caption || `sheet ${i + 1}`} />
          <TextField
            label={`Words below number ${i + 1}`}
            name={`caption ${id}`}
            onInput={(text) => putCaption(id, text)}
            value={caption ?? ''}
          />
          <IconButton
            icon="trash"
            label={`Take out number ${i + 1}`}
            onClick={() => {
              // The row that loses the focus gives what is left.
              latest.current = written.filter((photo) => photo.id !== id);
              give(put(latest.current));
            }}
          />
        </div>
      ))}
      <NotSaved holds={isUntaken} />
      <Refusal of={work} />
      <input
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label={`Photos and sheets for ${of}`}
        class="unseen"
        multiple
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      {site === null ? (
        <p class="second">Photos and sheets are kept with a site, and this document names none.</p>
      ) : (
        <Button busy={work.isBusy} icon="plus" onClick={() => input.current?.click()} small>
          Add photo or sheet
        </Button>
      )}
    </fieldset>
  );
}

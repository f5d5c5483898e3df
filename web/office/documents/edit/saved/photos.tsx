/** Photos and sheets of a section, a hazard or a substance: added from files, each with its words, and taken out again. */
import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { NotSaved } from '../../../../ui/written/not-saved.tsx';
import { noteRemoved } from '../../../../ui/written/one-press.ts';
import { useWritten, type Save } from '../../../../ui/written/use-written.ts';
import { Problem } from '../../../../../shared/model/problem.ts';
import { detailsOf, wordsOf } from '../../../base/server.ts';
import { useWork } from '../../../base/work.ts';
import { SmallPhoto } from '../../../frame/photos.tsx';
import { Refusal } from '../../../frame/refusal.tsx';

export interface NamedPhoto {
  readonly id: string;
  readonly caption?: string | null | undefined;
  readonly alt?: string | null | undefined;
  readonly sha256?: string | null | undefined;
}

/** Site of the document: photos are kept with it. */
export const PhotoSite = createContext<string | null>(null);

/** What the server says of the file itself. */
const fileProblems: readonly string[] = ['unsupported_media_type', 'payload_too_large', 'validation_failed'];
const isRefused = (error: unknown): boolean => error instanceof Problem && fileProblems.includes(error.code);

function refusedFiles(refused: readonly string[], of: number): Problem {
  const rest = of > refused.length ? ' The others were added.' : '';
  const errors = refused.map((detail) => ({ pointer: '', code: 'invalid_value', detail }));
  return new Problem(
    'validation_failed',
    `${refused.length} of ${of} ${of === 1 ? 'file was' : 'files were'} not taken.${rest}`,
    { errors },
  );
}

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
  /** One by one: a file that is refused is named, and the others stay. */
  const take = (files: readonly File[]): Promise<void> =>
    work.run(async (attempt) => {
      if (site === null) return;
      const refused: string[] = [];
      for (const file of files) {
        const body = new FormData();
        body.append('photos[]', file);
        try {
          const { data } = await attempt.uploadPhotos({ site, body });
          const known = new Set(latest.current.map(({ id }) => id));
          const added = data
            .filter(({ id }) => !known.has(id))
            .map(({ id, file_name: caption, sha256 }) => ({ id, caption, sha256 }));
          latest.current = put([...latest.current, ...added]);
        } catch (error) {
          if (!isRefused(error)) throw error;
          refused.push(`“${file.name}”: ${detailsOf(error)[0] ?? wordsOf(error)}`);
        } finally {
          give(latest.current);
        }
      }
      if (refused.length > 0) throw refusedFiles(refused, files.length);
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
              noteRemoved();
              // The row that loses the focus gives what is left.
              latest.current = written.filter((photo) => photo.id !== id);
              give(put(latest.current));
              input.current?.parentElement?.querySelector<HTMLElement>(':scope > .button')?.focus();
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

/** What can be done with the documents that were selected: a PDF of each, and archiving them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Refusal } from '../../frame/refusal.tsx';
import type { Selection } from '../../frame/selection.ts';
import { usualOptions } from '../export-options.tsx';
import { ExportRow } from '../export-row.tsx';
import type { Row } from './document-table.tsx';

interface Made {
  readonly title: string;
  readonly file: Awaited<ReturnType<Rest['getExport']>>;
}

/** Most files take less than two seconds. */
const askEveryMs = 700;

/** Whether anything can be done with several. */
export function useMayDoWithSeveral(): boolean {
  const [mayExport, mayArchive] = [useMay('exports:write'), useMay('documents:archive')];
  return mayExport || mayArchive;
}

export function Selected({
  rows,
  all,
  selection,
  again,
}: {
  readonly rows: readonly Row[];
  /** That could be selected. */
  readonly all: readonly Row[];
  readonly selection: Selection;
  readonly again: () => void;
}) {
  const [mayExport, mayArchive] = [useMay('exports:write'), useMay('documents:archive')];
  const [isArchiving, setArchiving] = useState(false);
  const [made, setMade] = useState<readonly Made[]>([]);
  const work = useWork();
  const isWaiting = made.some(({ file }) => file.status === 'queued');
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void lookAgain(made).then(setMade, () => undefined), askEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting, made]);
  const makeFiles = (): Promise<void> =>
    work.run(async (attempt) => {
      const asked = rows.map(async ({ id, title, short_title: short }): Promise<Made> => {
        const file = await attempt.exportDocument({ document: id, body: usualOptions });
        return { title: short || title, file };
      });
      setMade(await Promise.all(asked));
    });
  return (
    <section aria-label="Selected documents" class="panel selected">
      <div>
        <b role="status">{countOf(rows.length)} selected</b>
        {rows.length < all.length && (
          <Button look="bare" onClick={() => selection.set(all.map(({ id }) => id))} small>
            Select all {all.length} shown
          </Button>
        )}
        {mayExport && (
          <Button busy={work.isBusy} icon="download" onClick={makeFiles} small>
            Make a PDF of each
          </Button>
        )}
        {mayArchive && rows.some(isToArchive) && (
          <Button onClick={() => setArchiving(true)} small>
            Archive
          </Button>
        )}
        <Button icon="x" look="bare" onClick={() => selection.set([])} small>
          Clear
        </Button>
      </div>
      <Refusal of={work} />
      {made.length > 0 && (
        <ul aria-live="polite" class="rows">
          {made.map(({ title, file }) => (
            <ExportRow file={file} key={file.id} title={title} />
          ))}
        </ul>
      )}
      {isArchiving && (
        <Archive
          again={again}
          onClose={() => setArchiving(false)}
          others={rows.filter((row) => !isToArchive(row))}
          rows={rows.filter(isToArchive)}
        />
      )}
    </section>
  );
}

function lookAgain(made: readonly Made[]): Promise<readonly Made[]> {
  return Promise.all(
    made.map(async (each) =>
      each.file.status === 'queued' ? { ...each, file: await rest.getExport({ export: each.file.id }) } : each,
    ),
  );
}

function isToArchive({ status }: Row): boolean {
  return status !== 'archived' && status !== 'pending_review';
}

function countOf(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

function Archive({
  rows,
  others,
  again,
  onClose,
}: {
  readonly rows: readonly Row[];
  /** Selected, too, and left as they are. */
  readonly others: readonly Row[];
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  // Each that is archived leaves the list meanwhile.
  const [asked] = useState(rows);
  /** By presses of which a later one was refused. */
  const archived = useRef(new Set<string>());
  const inForce = asked.filter(({ current_approved_version: version }) => version !== null);
  const save = async (attempt: Rest): Promise<void> => {
    const body = reason.trim() ? { reason: reason.trim() } : {};
    try {
      for (const { id, revision } of asked) {
        if (archived.current.has(id)) continue;
        await attempt.archive({ document: id, ifRevision: revision, body });
        archived.current.add(id);
      }
    } finally {
      again();
    }
    tell(`${countOf(asked.length)} archived. They stay readable.`);
  };
  return (
    <FormDialog
      onClose={onClose}
      save={save}
      title={`Archive ${countOf(asked.length)}?`}
      verb={`Archive ${countOf(asked.length)}`}
    >
      <ul class="bullets">
        {asked.map(({ id, title, current_approved_version: version }) => (
          <li key={id}>
            {title}: {version === null ? 'a draft' : `version ${version} is no longer in force`}
          </li>
        ))}
      </ul>
      {inForce.length > 0 && (
        <p>
          Tablets stop offering what was in force for briefings with their next signal, and nobody is asked to sign it
          any more.
        </p>
      )}
      <p>Versions and sign-offs stay, and each can be restored.</p>
      {others.length > 0 && (
        <p>
          {countOf(others.length)} of those selected {others.length === 1 ? 'is' : 'are'} archived already or in review,
          and left as {others.length === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      <TextField label="Why" name="reason" onInput={setReason} optional value={reason} />
    </FormDialog>
  );
}

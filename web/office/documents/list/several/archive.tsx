/** The dialog that archives several documents: what follows, then those that are left and why, until all are archived. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../../../../../shared/model/problem.ts';
import { TextField } from '../../../../ui/field.tsx';
import { tell } from '../../../../ui/toasts.tsx';
import type { Rest } from '../../../base/attempt.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import type { Row } from '../document-table.tsx';
import { archiveOne } from './archive-each.ts';

export function isToArchive({ status }: Row): boolean {
  return status !== 'archived' && status !== 'pending_review';
}

export function countOf(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

export function Archive({
  rows,
  others,
  again,
  onArchived,
  onClose,
}: {
  readonly rows: readonly Row[];
  /** Selected, too, and left as they are. */
  readonly others: readonly Row[];
  readonly again: () => void;
  readonly onArchived: (id: string) => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const archiving = useArchiving(rows, onArchived);
  const { left } = archiving;
  const save = async (attempt: Rest): Promise<void> => {
    try {
      await archiving.archive(attempt, reason.trim());
    } finally {
      again();
    }
  };
  return (
    <FormDialog
      isStep
      onClose={onClose}
      save={save}
      title={`Archive ${countOf(left.length)}?`}
      verb={`Archive ${countOf(left.length)}`}
    >
      <ul class="bullets">
        {left.map(({ id, title, current_approved_version: version }) => (
          <li key={id}>
            {title}: {version === null ? 'a draft' : `version ${version} is no longer in force`}
          </li>
        ))}
      </ul>
      {left.some(({ current_approved_version: version }) => version !== null) && (
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

/** Each press tries all that are left. */
function useArchiving(rows: readonly Row[], onArchived: (id: string) => void) {
  const [left, setLeft] = useState(rows);
  const latest = useRef(left);
  const byOthers = useRef(0);
  /** By the press that they belong to: asked again after a lost answer, what was refused is not asked for once more. */
  const refusals = useRef(new WeakMap<Rest, Map<string, string>>()).current;
  const ended = useRef(new AbortController()).current;
  useEffect(() => () => ended.abort(), []);
  const set = (to: readonly Row[]): void => setLeft((latest.current = to));

  const archive = async (attempt: Rest, reason: string): Promise<void> => {
    const refused = refusals.get(attempt) ?? new Map<string, string>();
    refusals.set(attempt, refused);
    for (const row of latest.current) {
      if (refused.has(row.id) || ended.signal.aborted) continue;
      const outcome = await archiveOne(attempt, row, reason, ended.signal);
      if (outcome.isArchived) {
        byOthers.current += outcome.isByOther ? 1 : 0;
        set(latest.current.filter(({ id }) => id !== row.id));
        onArchived(row.id);
      } else {
        refused.set(row.id, `${row.title}: ${outcome.why}`);
        set(latest.current.map((each) => (each.id === row.id ? outcome.row : each)));
      }
    }
    const done = rows.length - latest.current.length;
    if (refused.size > 0) throw notAll(done, rows.length, [...refused.values()]);
    tell(`${countOf(done)} archived${byOther(byOthers.current, done)}. They stay readable.`);
  };
  return { left, archive };
}

function byOther(count: number, done: number): string {
  if (count === 0) return '';
  return count === done ? ', by somebody else' : `, ${count} of them by somebody else`;
}

function notAll(done: number, all: number, why: readonly string[]): Problem {
  const errors = why.map((detail) => ({ code: 'conflict', detail }));
  return new Problem('conflict', `${done} of ${countOf(all)} archived. Not yet:`, { errors });
}

/** Note, conditions and comments of a reviewer. */
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Row } from '../../../ui/written/written-row.tsx';
import { onDay } from '../../base/times.ts';
import type { Writing } from './opinion.ts';

export function NoteField({
  writing: { opinion, write },
  missing,
}: {
  readonly writing: Writing;
  /** What it has to say; empty = nothing. */
  readonly missing: string;
}) {
  return (
    <TextField
      error={missing || undefined}
      label="Note to the author and the site"
      name="note"
      onInput={(note) => write({ note })}
      optional={missing === ''}
      rows={2}
      value={opinion.note}
    />
  );
}

const columns = [
  { name: 'text', label: 'What has to be met first', lines: 2 },
  { name: 'due_on', label: 'Until', type: 'date' },
] as const;

export function ConditionsField({ writing: { opinion, write } }: { readonly writing: Writing }) {
  return (
    <RowsField
      columns={columns}
      isLocal
      legend="Conditions"
      name="conditions"
      one="condition"
      rows={opinion.conditions}
      save={(conditions) => write({ conditions })}
    />
  );
}

/** Those that say what has to be met: the others are begun. */
export function conditionsIn(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ text = '' }) => text.trim() !== '');
}

/** In a sentence, for the note of a rejection. */
export function conditionLine({ text = '', due_on: due = '' }: Row): string {
  return `Condition: ${[text.trim(), due && `until ${onDay(due)}`].filter(Boolean).join(', ')}`;
}

export function conditionOf({ text = '', due_on: due = '' }: Row): { text: string; due_on: string | null } {
  return { text: text.trim(), due_on: due || null };
}

/**
 * Merged edit: two people changed one field, and both changes are in what it has now. Nobody has to decide anything; it is kept so that
 * people can look at what was merged. The server alone writes it, and devices do not receive it.
 */
import * as z from 'zod';
import { Problem } from '../model/problem.ts';
import { serverWritten, type BodyOf } from '../model/declared-fields.ts';
import { defineResource } from '../model/resource.ts';
import { person } from '../model/fields.ts';
import { once } from '../base/once.ts';
import { twoEdits } from './two-edits.ts';

const fields = once(() =>
  serverWritten({
    ...twoEdits(),
    result: z.json(),
    /** When `author` last wrote it. */
    author_at: z.string(),
    /** Who had changed the record last before that, and when; null = not known. */
    other: person.nullable(),
    other_at: z.string().nullable(),
    /** How many edits were merged: who writes on within the hour adds to it. */
    edits: z.int().positive(),
  }),
);

export type MergedEdit = BodyOf<ReturnType<typeof fields>>;

export const mergedEdit = defineResource({
  kind: 'merged_edit',
  permission: 'conflicts:write',
  replicates: false,
  isSideRecord: true,
  fields,
  about: (body) => body.record_id,
  quotes: { kind: 'record_kind', field: 'field', values: ['was', 'theirs', 'mine', 'result'] },
  columns: (body) => ({
    document_id: body.document_id,
    type: body.record_kind,
    digest: mergesOf(body.record_id, body.field),
  }),
  admit: () => {
    throw new Problem('forbidden', 'Only a merge makes this record, and nobody changes it.');
  },
  hasEnded: () => true,
  events: () => [],
});

/** By which the merges of a field are found again. */
export function mergesOf(recordId: string, field: string): string {
  return `merged ${recordId} ${field}`;
}

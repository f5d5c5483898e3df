/** What a conflict and a merged edit both say of two people who changed one field: where it is, what each wrote, and what both began with. */
import * as z from 'zod';
import { person } from '../model/fields.ts';

export function twoEdits() {
  return {
    document_id: z.uuid().nullable(),
    record_kind: z.string(),
    record_id: z.uuid(),
    field: z.string(),
    /** What both began with. */
    was: z.json(),
    /** What was there before the later edit came. */
    theirs: z.json(),
    /** What `author` wrote. */
    mine: z.json(),
    /** Whose edit came later. */
    author: person,
  };
}

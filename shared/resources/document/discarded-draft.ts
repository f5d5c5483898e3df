/** Discarded draft: the draft of a version that was never approved, kept unchanged since it was discarded. */
import * as z from 'zod';
import { Problem } from '../../model/problem.ts';
import { serverWritten, type BodyOf } from '../../model/declared-fields.ts';
import { defineResource } from '../../model/resource.ts';
import { person, sha256Field, text } from '../../model/fields.ts';
import { once } from '../../base/once.ts';

const fields = once(() =>
  serverWritten({
    document_id: z.uuid(),
    /** The number that the version would have had; the next draft reuses it. */
    version: z.int().positive(),
    title: z.string(),
    content_hash: sha256Field,
    content: z.record(z.string(), z.json()),
    editors: z.array(person),
    reason: text(4000),
    discarded_by: person,
    discarded_at: z.string(),
  }),
);
export type DiscardedDraft = BodyOf<ReturnType<typeof fields>>;

export const discardedDraft = defineResource({
  kind: 'discarded_draft',
  permission: 'documents:write',
  replicates: false,
  fields,
  columns: (body) => ({ document_id: body.document_id }),
  admit: () => {
    throw new Problem('forbidden', 'Only discarding a draft creates this record, and it never changes.');
  },
  events: () => [],
});

/** Section: one titled part of a document's text, either free Markdown or typed data (53 section types, `reference/section-types.json`). */
import * as z from 'zod';
import sectionTypes from '../reference/section-types.json' with { type: 'json' };
import { defineResource } from '../resource.ts';
import { documentOf, entryOfDocument, requireEditable } from './belongs.ts';
import { label, recordId, sortKey } from './fields.ts';

const schema = z.object({
  document_id: recordId,
  section_type: z.enum(sectionTypes.map((type) => type.value)).default('custom'),
  title: label(1, 160),
  body: z.string().max(40_000).nullable().default(null),
  data: z.record(z.string().max(64), z.json()).nullable().default(null),
  sort_key: sortKey.default('a1'),
});

export const section = defineResource({
  kind: 'section',
  permission: 'documents:write',
  ...entryOfDocument,
  schema,
  policies: {
    document_id: 'immutable',
    section_type: 'server',
    title: 'server',
    body: 'text',
    data: 'server',
    sort_key: 'order',
  },
  columns: (body) => ({ document_id: body.document_id, type: body.section_type, sort_key: body.sort_key }),
  admit: (_before, after, world) => {
    requireEditable(documentOf(world, after.document_id));
    return after;
  },
});

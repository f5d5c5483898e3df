/** Personnel entry: a person with a part in the document's work, and the cards that show the competence for it. */
import * as z from 'zod';
import enums from '../reference/enums.json' with { type: 'json' };
import { defineResource } from '../resource.ts';
import { documentOf, entryOfDocument, requireEditable } from './belongs.ts';
import { competenceCard } from './competence-card.ts';
import { label, recordId, sortKey, text } from './fields.ts';

const schema = z.object({
  document_id: recordId,
  person_id: text(64),
  person_type: z.enum(['user', 'worker', 'external']).nullable().optional(),
  name: label(1, 200),
  employer_name: text(200),
  employer_id: text(64),
  role: z.enum(enums.personnel_role).nullable().optional(),
  trade: text(120),
  responsibilities: text(2000),
  restrictions: z.array(z.string().max(300)).max(20).optional(),
  young_person: z.boolean().nullable().optional(),
  preferred_language: text(20),
  /** Never printed in an export. */
  mobile: text(40),
  competence_cards: z.array(competenceCard).max(40).optional(),
  sort_key: sortKey.default('a1'),
});

export const personnel = defineResource({
  kind: 'personnel',
  permission: 'documents:write',
  ...entryOfDocument,
  schema,
  policies: {
    document_id: 'immutable',
    person_id: 'server',
    person_type: 'server',
    name: 'server',
    employer_name: 'server',
    employer_id: 'server',
    role: 'server',
    trade: 'server',
    responsibilities: 'text',
    restrictions: 'set-by-id',
    young_person: 'server',
    preferred_language: 'server',
    mobile: 'server',
    competence_cards: 'set-by-id',
    sort_key: 'order',
  },
  columns: (body) => ({ document_id: body.document_id, type: body.role ?? null, sort_key: body.sort_key }),
  admit: (_before, after, world) => {
    requireEditable(documentOf(world, after.document_id));
    return after;
  },
});

/** Personnel entry: a person with a role in the document's work, with competence cards as proof. */
import * as z from 'zod';
import { sameJson } from '../crypto/canonical.ts';
import enums from '../reference/enums.json' with { type: 'json' };
import { bookkeeping, content } from '../model/declared-fields.ts';
import { defineEntry } from '../model/resource.ts';
import { invalid } from '../model/validation.ts';
import { documentOf, entryOfDocument, requireEditable } from './belongs.ts';
import { competenceCard, type CompetenceCard } from './worker/competence-card.ts';
import { label, languageTag, longText, recordId, requireOwnIds, sortKey, text } from '../model/fields.ts';
import { unlisted } from './listed.ts';
import { withCardIds } from './worker/cards.ts';
import { once } from '../base/once.ts';

const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  person_id: text(64),
  person_type: z.enum(['user', 'worker', 'external']).nullable().optional(),
  name: label(1, 200),
  employer_name: text(200),
  employer_id: text(64),
  role: z.enum(enums.personnel_role).nullable().optional(),
  trade: text(120),
  responsibilities: content(longText(2000).optional(), 'text'),
  restrictions: content(z.array(z.string().max(300)).max(20).optional(), 'set-by-id'),
  young_person: z.boolean().nullable().optional(),
  preferred_language: languageTag,
  /** Never printed in an export. */
  mobile: bookkeeping(text(40), 'first-wins'),
  competence_cards: content(z.array(competenceCard()).max(40).optional(), 'set-by-id'),
  sort_key: bookkeeping(sortKey.default('a1'), 'order'),
}));

export const personnel = defineEntry({
  kind: 'personnel',
  permission: 'documents:write',
  ...entryOfDocument,
  fields,
  // The briefing itself checks who is present.
  entry: { member: 'personnel', named: 'name', isSignificant: () => false },
  columns: (body) => ({ document_id: body.document_id, type: body.role ?? null, sort_key: body.sort_key }),
  admit: (before, after, world) => {
    requireEditable(documentOf(world, after.document_id));
    requireOwnIds('competence_cards', after.competence_cards, before?.competence_cards);
    const [cards, current] = [after.competence_cards, before?.competence_cards ?? []];
    requireSchemes(cards ?? [], current);
    // An unchanged list gets no new ids.
    if (!cards || sameJson(cards, current)) return after;
    return { ...after, competence_cards: withCardIds(cards, current, world.newId) };
  },
});

function requireSchemes(cards: readonly CompetenceCard[], current: readonly CompetenceCard[]): void {
  const named = cards.map(({ scheme: word }, i) => ({ pointer: `#/competence_cards/${i}/scheme`, word }));
  const known = current.map(({ scheme }) => scheme);
  const errors = unlisted(named, enums.competence_scheme, known);
  if (errors.length > 0) throw invalid(errors);
}

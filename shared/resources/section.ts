/** Section: a titled part of a document's text, either free Markdown or typed data (53 section types, `reference/section-types.json`). */
import * as z from 'zod';
import sectionTypes from '../reference/section-types.json' with { type: 'json' };
import { Problem } from '../model/problem.ts';
import { bookkeeping, content, type BodyOf } from '../model/declared-fields.ts';
import { defineEntry, type World } from '../model/resource.ts';
import { documentOf, entryOfDocument, photoIdsOf, requireEditable, withPhotoHashes } from './belongs.ts';
import { label, longText, photos, recordId, sortKey } from '../model/fields.ts';
import { once } from '../base/once.ts';

const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  section_type: z.enum(sectionTypes.map((type) => type.value)).default('custom'),
  title: label(1, 160),
  body: content(longText(40_000).default(null), 'text'),
  data: content(z.record(z.string().max(64), z.json()).nullable().default(null), 'rows'),
  photos: content(photos, 'set-by-id'),
  sort_key: bookkeeping(sortKey.default('a1'), 'order'),
}));
type Section = BodyOf<ReturnType<typeof fields>>;

/** Sections whose text matters to the work. */
const significantSections: ReadonlySet<string> = new Set([
  'sequence_of_works',
  'hold_points',
  'exclusion_zones',
  'working_at_height',
  'lifting_arrangements',
  'temporary_works',
  'isolation_arrangements',
  'traffic_management',
  'weather_limits',
  'permits_required',
  'ppe',
  'substance_use',
  'fire_arrangements',
  'emergency_arrangements',
  'rescue_plan',
  'welfare_first_aid',
  'permit_details',
  'permit_checklist',
  'permit_conditions',
  'gas_test_results',
  'powra_checklist',
  'powra_changes',
  'powra_decision',
]);

export const section = defineEntry({
  kind: 'section',
  permission: 'documents:write',
  ...entryOfDocument,
  fields,
  entry: {
    member: 'sections',
    named: 'title',
    isSignificant: ({ section_type: type }) => significantSections.has(String(type)),
  },
  columns: (body) => ({ document_id: body.document_id, type: body.section_type, sort_key: body.sort_key }),
  // A change that names no type needs no other sections for its check.
  reads: ({ document_id: documentId, section_type: type, ...change }) => ({
    ids: [documentId, ...photoIdsOf(change)],
    children: documentId && isOnce(type) ? [{ documentId, kinds: ['section'] }] : [],
  }),
  admit: (before, after, world, id) => {
    const document = documentOf(world, after.document_id);
    requireEditable(document);
    // Duplicates may exist already, for example because an offline edit restored one.
    if (isOnce(after.section_type) && after.section_type !== before?.section_type) requireOnly(id, after, world);
    return withPhotoHashes(after, document, world);
  },
});

/** A document has one section of each type; only `custom` repeats. */
function isOnce(type: string | undefined): boolean {
  return type !== undefined && type !== 'custom';
}

function requireOnly(id: string, { document_id: documentId, section_type: type }: Section, world: World): void {
  const sections = world.children(documentId, 'section');
  const other = sections.find((each) => each.id !== id && each.body['section_type'] === type);
  if (!other) return;
  const detail = `The document has a section of the type ${type} already: “${String(other.body['title'])}”.`;
  throw new Problem('conflict', detail, {
    errors: [
      { pointer: '#/section_type', code: 'conflict', detail: 'must be a type that no other section has, or custom' },
    ],
  });
}

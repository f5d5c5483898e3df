/** The sections that a new document starts with when its creation asks for the template of its type (shared/resources/section.ts). */
import type { Create } from '../../shared/command.ts';
import { freshKeys } from '../../shared/order.ts';
import templates from '../../shared/reference/document-templates.json' with { type: 'json' };
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };

const labels = new Map(sectionTypes.map(({ value, label }) => [value, label]));

/** Empty for a type that has no template; the document's own rules refuse a type that is none. */
export function templateSections(documentType: unknown, documentId: string, newId: () => string): Create[] {
  const known = Object.entries(templates).find(([type]) => type === documentType);
  const entries = known?.[1] ?? [];
  const keys = freshKeys(entries.length);
  return entries.map(({ section_type }, i) => ({
    op: 'create',
    kind: 'section',
    id: newId(),
    set: { document_id: documentId, section_type, title: labels.get(section_type) ?? section_type, sort_key: keys[i] },
  }));
}

/**
 * The sections that a new document starts with when its creation asks for the template of its type (shared/resources/section.ts), and
 * what site and project already say in them. Values are copied word for word into the sections' entries, which are data and never
 * read as Markdown; from then on they are the document's own and follow no later change of the site.
 */
import type { Create } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { freshKeys } from '../../../shared/merge/order.ts';
import templates from '../../../shared/reference/document-templates.json' with { type: 'json' };
import sectionTypes from '../../../shared/reference/section-types.json' with { type: 'json' };
import type { Body, StoredRecord } from '../../../shared/model/record.ts';

const labels = new Map(sectionTypes.map(({ value, label }) => [value, label]));

export interface Place {
  readonly project: Body | undefined;
  readonly site: Body | undefined;
}

/** The project and the site that a document names, where they are there. Whether they may be named is for its own rules. */
export function placeNamedBy(document: JsonObject, record: (id: string) => StoredRecord | undefined): Place {
  const named = (kind: string): Body | undefined => {
    const id = document[`${kind}_id`];
    const found = typeof id === 'string' ? record(id.toLowerCase()) : undefined;
    return found?.kind === kind && !found.deleted ? found.body : undefined;
  };
  return { project: named('project'), site: named('site') };
}

/** Empty for a type that has no template; the document's own rules refuse a type that is none. */
export function templateSections(
  documentType: unknown,
  documentId: string,
  place: Place,
  newId: () => string,
): Create[] {
  const known = Object.entries(templates).find(([type]) => type === documentType);
  const entries = known?.[1] ?? [];
  const keys = freshKeys(entries.length);
  return entries.map(({ section_type }, i) => ({
    op: 'create',
    kind: 'section',
    id: newId(),
    set: {
      document_id: documentId,
      section_type,
      title: labels.get(section_type) ?? section_type,
      sort_key: keys[i],
      ...filled(section_type, place),
    },
  }));
}

/** Nothing where nobody knows anything yet: an entry without a value would look like one that was checked. */
function filled(sectionType: string, { project, site }: Place): JsonObject {
  const entries = (facts[sectionType]?.(project ?? {}, site ?? {}) ?? [])
    .map(([key, ...parts]) => ({ key, value: parts.filter(Boolean).join(', ') }))
    .filter(({ value }) => value !== '');
  return entries.length > 0 ? { data: { entries } } : {};
}

/** Keys as the sections' own entries have them, each with the parts of its value. */
const facts: Readonly<Record<string, (project: Body, site: Body) => readonly (readonly [string, ...string[]])[]>> = {
  project_details: (project) => [
    ['project', said(project, 'name')],
    ['project_reference', said(project, 'reference')],
    ['client', said(project, 'client_name')],
    ['principal_designer', said(project, 'principal_designer')],
    ['f10_reference', said(project, 'f10_reference')],
    ['work_dates', between(said(project, 'start_date'), said(project, 'end_date'))],
  ],
  site_information: (_project, site) => [
    ['site', said(site, 'name')],
    ['address', said(site, 'address'), said(site, 'city'), said(site, 'postcode')],
    ['site_contact', said(site, 'site_contact_name'), said(site, 'site_contact_phone')],
    ['access', said(site, 'access_notes')],
  ],
  emergency_arrangements: (_project, site) => [
    ['assembly_point', said(site, 'emergency_assembly_point')],
    ['nearest_hospital', said(site, 'nearest_hospital'), said(site, 'nearest_hospital_address')],
  ],
};

function said(body: Body, field: string): string {
  const value = body[field];
  return typeof value === 'string' ? value.trim() : '';
}

function between(start: string, end: string): string {
  if (start && end) return `${start} to ${end}`;
  return start ? `from ${start}` : end && `until ${end}`;
}

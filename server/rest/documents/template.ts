/**
 * The sections of a new document that is created from the template of its type (shared/resources/section.ts), prefilled with facts of
 * its project and site. Values are copied literally into the sections' entries, which are data and never Markdown; later changes of the
 * site do not follow.
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

/** The project and the site that a document names, where they exist. Its own rules decide whether it may name them. */
export function placeOfDocument(document: JsonObject, record: (id: string) => StoredRecord | undefined): Place {
  const named = (kind: string): Body | undefined => {
    const id = document[`${kind}_id`];
    const found = typeof id === 'string' ? record(id.toLowerCase()) : undefined;
    return found?.kind === kind && !found.deleted ? found.body : undefined;
  };
  return { project: named('project'), site: named('site') };
}

/** Empty for a type without a template; the document's own rules refuse an unknown type. */
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

/** The days of the project as those of the work, unless the caller gave any. */
export function templateDates(
  { work_starts_on: start, work_ends_on: end }: JsonObject,
  { project }: Place,
): JsonObject {
  if (start != null || end != null || !project) return {};
  const dates = { work_starts_on: textOf(project, 'start_date'), work_ends_on: textOf(project, 'end_date') };
  return Object.fromEntries(Object.entries(dates).filter(([, day]) => day !== ''));
}

/** Only facts with a value: an empty entry would look like one that was checked. */
function filled(sectionType: string, { project, site }: Place): JsonObject {
  const entries = (facts[sectionType]?.(project ?? {}, site ?? {}) ?? [])
    .map(([key, ...parts]) => ({ key, value: parts.filter(Boolean).join(', ') }))
    .filter(({ value }) => value !== '');
  return entries.length > 0 ? { data: { entries } } : {};
}

/** By section type: entry keys, each with the parts of its value. */
const facts: Readonly<Record<string, (project: Body, site: Body) => readonly (readonly [string, ...string[]])[]>> = {
  project_details: (project) => [
    ['project', textOf(project, 'name')],
    ['project_reference', textOf(project, 'reference')],
    ['client', textOf(project, 'client_name')],
    ['principal_designer', textOf(project, 'principal_designer')],
    ['f10_reference', textOf(project, 'f10_reference')],
  ],
  site_information: (_project, site) => [
    ['site', textOf(site, 'name')],
    ['address', textOf(site, 'address'), textOf(site, 'city'), textOf(site, 'postcode')],
    ['site_contact', textOf(site, 'site_contact_name'), textOf(site, 'site_contact_phone')],
    ['access', textOf(site, 'access_notes')],
  ],
  emergency_arrangements: (_project, site) => [
    ['assembly_point', textOf(site, 'emergency_assembly_point')],
    ['nearest_hospital', textOf(site, 'nearest_hospital'), textOf(site, 'nearest_hospital_address')],
  ],
};

function textOf(body: Body, field: string): string {
  const value = body[field];
  return typeof value === 'string' ? value.trim() : '';
}

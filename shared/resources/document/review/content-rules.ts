/**
 * The required content of a document at submission, if the organisation's settings demand it (contract, Review and strictness). By document
 * type: `reference/content-rules.json`, and the required sections of `reference/document-templates.json`. All gaps are reported at once,
 * each with a pointer into the document as shown.
 */
import type { Json, JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { Problem, type FieldProblem } from '../../../model/problem.ts';
import contentRules from '../../../reference/content-rules.json' with { type: 'json' };
import coshhFields from '../../../reference/coshh-fields.json' with { type: 'json' };
import templates from '../../../reference/document-templates.json' with { type: 'json' };
import sectionTypes from '../../../reference/section-types.json' with { type: 'json' };
import type { StoredRecord } from '../../../model/record.ts';
import type { World } from '../../../model/resource.ts';
import type { Document } from '../shape.ts';
import { openComments } from './comments.ts';

interface Rule {
  readonly min_hazards: number;
  readonly min_coshh?: number;
  readonly coshh?: string;
  readonly min_personnel: number;
  readonly roles_required: readonly string[];
  readonly requires_permit_object?: boolean;
  readonly requires_powra_object?: boolean;
}

const rules: Readonly<Record<Document['document_type'], Rule>> = contentRules;
const sectionLabels: ReadonlyMap<string, string> = new Map(sectionTypes.map(({ value, label }) => [value, label]));
const ratings = ['severity_before', 'likelihood_before', 'severity_after', 'likelihood_after'] as const;
/** Hazards that require a COSHH assessment, if the rule of the document type says so. */
const ofSubstances: readonly unknown[] = ['hazardous_substances', 'dust_silica'];
/** In `sds_reference*`: the name before the asterisk. */
const coshhRequired = Object.values(coshhFields)
  .flat()
  .filter((field) => field.endsWith('*'))
  .map((field) => /^\w+/.exec(field)?.[0] ?? '');
/** COSHH fields that may be given as empty, for example because the substance is not flammable. */
const mayBeEmpty: readonly string[] = ['pictograms', 'hazard_statements', 'ppe', 'fire'];
/** Substances that arise from the work, such as dust or fume, are neither stored nor spilt. */
const ofBoughtSubstances: readonly string[] = ['storage', 'spill'];

/** Throws `content_incomplete` with every gap. */
export function requireContent(id: string, document: Document, world: World): void {
  const gaps = contentGaps(id, document, world);
  if (gaps.length === 0) return;
  const count = gaps.length === 1 ? '1 thing is' : `${gaps.length} things are`;
  throw new Problem('content_incomplete', `${count} missing before the document can be handed in.`, {
    errors: gaps.slice(0, 200),
    members: { missing: gaps.length },
  });
}

export function contentGaps(id: string, document: Document, world: Pick<World, 'children' | 'record'>): FieldProblem[] {
  const rule = rules[document.document_type];
  const [sections, hazards, coshh, personnel] = (['section', 'hazard', 'coshh', 'personnel'] as const).map((kind) =>
    bodies(world.children(id, kind)),
  ) as [JsonObject[], JsonObject[], JsonObject[], JsonObject[]]; // one list for each of the four kinds
  return [
    ...sectionGaps(document.document_type, sections),
    ...hazardGaps(rule, hazards),
    ...coshhGaps(rule, hazards, coshh),
    ...personnelGaps(rule, personnel),
    ...(rule.requires_permit_object ? permitGaps(document, personnel) : []),
    ...(rule.requires_powra_object && !document.powra?.decision
      ? [gap('#/powra/decision', 'the decision is missing: proceed, proceed with changes, or stop')]
      : []),
    ...(document.document_type === 'rams' ? siteGaps(document, world) : []),
    ...openComments(document).map(({ pointer, text }) => ({
      pointer,
      code: 'not_answered',
      detail: `the reviewer’s comment is neither answered nor resolved: ${text}`,
    })),
  ];
}

function sectionGaps(type: Document['document_type'], sections: readonly JsonObject[]): FieldProblem[] {
  return templates[type]
    .filter(({ required }) => required)
    .flatMap(({ section_type }) => {
      const label = sectionLabels.get(section_type) ?? section_type;
      const places = sections.flatMap((section, i) => (section['section_type'] === section_type ? [i] : []));
      const [first] = places;
      if (first === undefined) return [gap('#/sections', `the section “${label}” (${section_type}) is missing`)];
      const filled = places.some((i) => saysSomething(sections[i]?.['body']) || holdsSomething(sections[i]?.['data']));
      return filled ? [] : [gap(`#/sections/${first}/body`, `the section “${label}” (${section_type}) is empty`)];
    });
}

function hazardGaps({ min_hazards: least }: Rule, hazards: readonly JsonObject[]): FieldProblem[] {
  return [
    ...(hazards.length < least ? [gap('#/hazards', `has ${hazards.length}, needs ${least} or more`, 'too_few')] : []),
    ...hazards.flatMap((hazard, i) =>
      ratings
        .filter((rating) => hazard[rating] == null)
        .map((rating) => gap(`#/hazards/${i}/${rating}`, `“${String(hazard['name'])}” is not rated`)),
    ),
  ];
}

function coshhGaps(rule: Rule, hazards: readonly JsonObject[], coshh: readonly JsonObject[]): FieldProblem[] {
  const asked =
    rule.coshh?.startsWith('if any hazard') && hazards.some(({ category }) => ofSubstances.includes(category));
  const least = Math.max(rule.min_coshh ?? 0, asked ? 1 : 0);
  const detail = asked
    ? 'a hazard is about substances or dust, so a COSHH assessment is needed'
    : `has ${coshh.length}, needs ${least} or more`;
  return [
    ...(coshh.length < least ? [gap('#/coshh_assessments', detail, 'too_few')] : []),
    ...coshh.flatMap((assessment, i) =>
      coshhRequired
        .filter((field) => !isGiven(field, assessment))
        .map((field) =>
          gap(`#/coshh_assessments/${i}/${field}`, `“${String(assessment['substance_name'])}” lacks ${field}`),
        ),
    ),
  ];
}

function isGiven(field: string, assessment: JsonObject): boolean {
  if (assessment['process_generated'] === true && ofBoughtSubstances.includes(field)) return true;
  const value = assessment[field];
  return (mayBeEmpty.includes(field) && value != null) || saysSomething(value);
}

function personnelGaps(
  { min_personnel: least, roles_required }: Rule,
  personnel: readonly JsonObject[],
): FieldProblem[] {
  const roles = new Set(personnel.map(({ role }) => role));
  return [
    ...(personnel.length < least
      ? [gap('#/personnel', `names ${personnel.length}, needs ${least} or more`, 'too_few')]
      : []),
    ...roles_required
      .filter((role) => !roles.has(role))
      .map((role) => gap('#/personnel', `no one is named as ${role.replaceAll('_', ' ')}`)),
  ];
}

/** The issuer of a permit must not be its holder. */
function permitGaps({ permit }: Document, personnel: readonly JsonObject[]): FieldProblem[] {
  const issuers = personnel.filter(({ role }) => role === 'permit_issuer').map(whoIs);
  const holders = personnel.flatMap((person, i) =>
    person['role'] === 'permit_holder' ? [{ i, who: whoIs(person) }] : [],
  );
  return [
    ...(permit ? [] : [gap('#/permit', 'the form of the permit is missing')]),
    ...holders
      .filter(({ who }) => issuers.includes(who))
      .map(({ i }) => gap(`#/personnel/${i}/role`, 'the issuer of the permit cannot be its holder', 'same_person')),
  ];
}

function whoIs(person: JsonObject): string {
  return String(person['person_id'] ?? person['name'])
    .trim()
    .toLowerCase();
}

function siteGaps({ site_id }: Document, world: Pick<World, 'record'>): FieldProblem[] {
  const site = site_id ? world.record(site_id)?.body : undefined;
  if (!site) return [];
  return (['address', 'emergency_assembly_point', 'nearest_hospital'] as const)
    .filter((field) => !saysSomething(site[field]))
    .map((field) => gap('#/site_id', `the site “${String(site['name'])}” lacks ${field}`));
}

function gap(pointer: string, detail: string, code = 'required'): FieldProblem {
  return { pointer, code, detail };
}

function bodies(records: readonly StoredRecord[]): JsonObject[] {
  return records.map(({ body }) => body);
}

/** In typed data, the rows count as content, not the names of the columns. */
function holdsSomething(data: Json | undefined): boolean {
  if (!isJsonObject(data)) return false;
  const lists = ['items', 'entries', 'rows'].filter((name) => name in data);
  return lists.length > 0 ? lists.some((name) => saysSomething(data[name])) : saysSomething(data);
}

function saysSomething(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object') return true;
  return Object.values(value).some((each) => saysSomething(each));
}

/**
 * What changed between two approved contents that people at work would have to hear of (contract, Sign-offs). A change is minor only
 * where nothing of that kind moved: hazards, ratings, controls, COSHH, PPE, permits, emergency, weather, sequence and lifting.
 */
import { canonical, sameJson } from '../../../crypto/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { Problem, type FieldProblem } from '../../../model/problem.ts';

/** Sections whose text people work by. */
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

/** A place in a list, and what is worked out from other fields, is no change of its own. */
const left: ReadonlySet<string> = new Set(['id', 'position', 'risk_before', 'band_before', 'risk_after', 'band_after']);

const leastReason = 20;

/** Throws `validation_failed` without a reason of 20 characters, and `not_minor` with every significant change. */
export function requireMinor(before: JsonObject, after: JsonObject, reasons: readonly (string | null)[]): void {
  if (!reasons.some((reason) => (reason?.trim().length ?? 0) >= leastReason))
    throw new Problem('validation_failed', 'A minor change needs a reason.', {
      errors: [
        {
          pointer: '#/change_summary',
          code: 'too_small',
          detail: `change_summary or reason must say in ${leastReason} characters or more why nobody has to be briefed again`,
        },
      ],
    });
  const changes = significantChanges(before, after);
  if (changes.length === 0) return;
  throw new Problem(
    'not_minor',
    'People work by what changed, so they have to be briefed again: approve it as material.',
    {
      errors: changes.slice(0, 100),
    },
  );
}

/** Each with a pointer into the newer content, or into the older one for what was taken out. */
export function significantChanges(before: JsonObject, after: JsonObject): FieldProblem[] {
  const fields = ['site_id', 'risk_matrix', 'permit', 'powra'] as const;
  return [
    ...fields.flatMap((field) => fieldChange(`#/${field}`, field, before[field], after[field])),
    ...listChanges('sections', significantOf(before), significantOf(after), whole(before), whole(after)),
    ...listChanges('hazards', listOf(before['hazards']), listOf(after['hazards'])),
    ...listChanges('coshh_assessments', listOf(before['coshh_assessments']), listOf(after['coshh_assessments'])),
  ];
}

function whole(content: JsonObject): readonly JsonObject[] {
  return listOf(content['sections']);
}

function significantOf(content: JsonObject): readonly JsonObject[] {
  return whole(content).filter(({ section_type }) => significantSections.has(String(section_type)));
}

/** Entries are known by their ids; `wholeBefore` and `wholeAfter` are the lists that pointers count in. */
function listChanges(
  member: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  wholeBefore = before,
  wholeAfter = after,
): FieldProblem[] {
  const beforeById = new Map(before.map((entry) => [entry['id'], entry]));
  const afterIds = new Set(after.map((entry) => entry['id']));
  const changed = after.flatMap((entry) => {
    const at = `#/${member}/${wholeAfter.indexOf(entry)}`;
    const known = beforeById.get(entry['id']);
    if (!known) return [{ pointer: at, code: 'added', detail: `${nameOf(entry)} is new` }];
    const fields = [...new Set([...Object.keys(known), ...Object.keys(entry)])].filter((field) => !left.has(field));
    return fields.flatMap((field) =>
      fieldChange(`${at}/${field}`, `${field} of ${nameOf(entry)}`, known[field], entry[field]),
    );
  });
  const removed = before
    .filter(({ id }) => !afterIds.has(id))
    .map((entry) => ({
      pointer: `#/${member}/${wholeBefore.indexOf(entry)}`,
      code: 'removed',
      detail: `${nameOf(entry)} was taken out`,
    }));
  return [...changed, ...removed];
}

/** Absent, null and an empty list say the same: nothing was given. */
function fieldChange(pointer: string, what: string, before: Json | undefined, after: Json | undefined): FieldProblem[] {
  if (sameJson(given(before), given(after))) return [];
  return [{ pointer, code: 'changed', detail: `${what} was ${shown(before)} and is ${shown(after)}` }];
}

function given(value: Json | undefined): Json {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

function shown(value: Json | undefined): string {
  const text = value === undefined || value === null ? 'not given' : canonical(value);
  return text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text;
}

function nameOf(entry: JsonObject): string {
  return `“${String(entry['name'] ?? entry['title'] ?? entry['substance_name'])}”`;
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];
}

/**
 * The material-change check: differences between two approved contents that need a new briefing (contract, Sign-offs). The kinds declare
 * which fields and entries are significant.
 */
import { canonical, sameJson } from '../../../crypto/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Field } from '../../../model/declared-fields.ts';
import { Problem, type FieldProblem } from '../../../model/problem.ts';
import type { EntryResource } from '../../../model/resource.ts';
import { entryResources } from '../../entry-kinds.ts';
import { documentDeclarations } from '../shape.ts';

const leastReason = 20;

/** Throws `validation_failed` without a reason of 20 characters, and `not_minor` with each significant change. */
export function requireMinor(before: JsonObject, after: JsonObject, reasons: readonly (string | null)[]): void {
  if (!reasons.some((reason) => (reason?.trim().length ?? 0) >= leastReason))
    throw new Problem('validation_failed', 'A minor change needs a reason.', {
      errors: [
        {
          pointer: '#/change_summary',
          code: 'too_small',
          detail: `change_summary or reason must say in ${leastReason} characters or more why no new briefing is needed`,
        },
      ],
    });
  const changes = significantChanges(before, after);
  if (changes.length === 0) return;
  throw new Problem('not_minor', 'People work by what changed, so they need a new briefing: approve it as material.', {
    errors: changes.slice(0, 100),
  });
}

/** Each with a pointer into the newer content; for removals, into the older one. */
export function significantChanges(before: JsonObject, after: JsonObject): FieldProblem[] {
  return [
    ...[...significantFields(documentDeclarations()), 'risk_matrix'].flatMap((field) =>
      fieldChange(`#/${field}`, field, before[field], after[field]),
    ),
    ...Object.values(entryResources).flatMap((resource) => entryChanges(resource, before, after)),
  ];
}

function significantFields(declared: Readonly<Record<string, Field>>): string[] {
  return Object.keys(declared).filter((name) => declared[name]?.significant);
}

/** Entries are matched by id. */
function entryChanges(
  { fields, entry: { member, named, isSignificant = () => true } }: EntryResource,
  before: JsonObject,
  after: JsonObject,
): FieldProblem[] {
  const [older, newer] = [listOf(before[member]), listOf(after[member])];
  const olderById = new Map(older.filter(isSignificant).map((entry) => [entry['id'], entry]));
  const newerIds = new Set(newer.filter(isSignificant).map(({ id }) => id));
  const nameOf = (entry: JsonObject): string => `“${String(entry[named])}”`;
  const changed = newer.flatMap((entry, i) => {
    if (!isSignificant(entry)) return [];
    const known = olderById.get(entry['id']);
    if (!known) return [{ pointer: `#/${member}/${i}`, code: 'added', detail: `${nameOf(entry)} is new` }];
    return significantFields(fields).flatMap((field) =>
      fieldChange(`#/${member}/${i}/${field}`, `${field} of ${nameOf(entry)}`, known[field], entry[field]),
    );
  });
  const removed = older.flatMap((entry, i) =>
    !isSignificant(entry) || newerIds.has(entry['id'])
      ? []
      : [{ pointer: `#/${member}/${i}`, code: 'removed', detail: `${nameOf(entry)} was taken out` }],
  );
  return [...changed, ...removed];
}

/** Absent, null and an empty list all mean "not given". */
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

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];
}

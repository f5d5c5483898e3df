/**
 * Resolves a conflict (contract, Merging): keep the current value, take the other one, take the proposal that merges both, or write another.
 * A change of the record is an ordinary command, so that every rule of its kind applies; it and the resolution succeed or fail together.
 * It is an edit of the value that its author saw: what was written since merges with it or conflicts anew, and is never overwritten.
 */
import type { Act, Command } from './model/command.ts';
import { isJsonObject, type Json } from './base/json.ts';
import { Problem } from './model/problem.ts';
import type { StoredRecord } from './model/record.ts';
import { writableFields } from './model/resource.ts';
import { removal, otherSide, standingSide, type FieldConflict } from './merge/merge.ts';
import type { Policy } from './model/declared-fields.ts';
import type { Resolution } from './resources/conflict.ts';
import { resourceOf } from './resources/index.ts';
import { seenOf } from './crypto/body-digest.ts';
import { invalid } from './model/validation.ts';

/** Fields of a conflict's body, the same in REST and sync. */
export interface Disputed extends FieldConflict {
  readonly record_kind: string;
}

export interface Verdict {
  readonly resolution: Resolution;
  /** For `write`. */
  readonly value?: Json | undefined;
  /** What its author saw in the record; without it, the value of the conflict. */
  readonly seen?: Json | undefined;
}

/** The commands in order; the last one resolves the conflict. Throws if the record was removed, or the field is read-only. */
export function resolutionCommands(
  conflictId: string,
  conflict: Disputed,
  target: StoredRecord | undefined,
  verdict: Verdict,
): readonly Command[] {
  const { resolution, seen } = verdict;
  const settle: Act = { op: 'act', kind: 'conflict', id: conflictId, action: 'settle', args: { resolution } };
  if (resolution === 'keep') return [settle];
  if (!target || target.deleted) throw new Problem('gone', 'The record that the conflict is about was removed.');
  const { field, record_kind: kind } = conflict;
  const shown = standingSide(conflict);
  const replaced = seen === undefined ? shown : seen;
  if (field === removal) {
    if (resolution !== 'take') throw unwritable('a removal is kept or taken');
    const body = seenOf(isJsonObject(shown) ? shown : {});
    return [{ op: 'remove', kind, id: target.id, base_rev: target.rev, seen: body }, settle];
  }
  const resource = resourceOf(kind);
  if (!writableFields(resource, 'patch').includes(field)) throw unwritable(`${field} cannot be changed`);
  const wanted = wantedValue(conflict, resource.policies[field] ?? 'first-wins', verdict);
  return [{ op: 'patch', kind, id: target.id, set: { [field]: wanted }, was: { [field]: replaced } }, settle];
}

function wantedValue(conflict: Disputed, policy: Policy, { resolution, value, seen }: Verdict): Json {
  if (resolution === 'take') return otherSide(policy, conflict, seen);
  if (resolution === 'merge') {
    if (conflict.proposal === null) throw unwritable('there is no merged proposal');
    return conflict.proposal;
  }
  if (value === undefined)
    throw invalid([{ pointer: '#/value', code: 'invalid_type', detail: 'must be given to be written' }]);
  return value;
}

function unwritable(detail: string): Problem {
  return invalid([{ pointer: '#/resolution', code: 'invalid_value', detail }]);
}

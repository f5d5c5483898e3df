/**
 * Resolves a conflict (contract, Merging): keep the current value, take the other one, or write a third. A change of the record is an
 * ordinary command, so that every rule of its kind applies; it and the resolution succeed or fail together.
 */
import type { Act, Command } from './model/command.ts';
import type { Json } from './base/json.ts';
import { Problem } from './model/problem.ts';
import type { StoredRecord } from './model/record.ts';
import { writableFields } from './model/resource.ts';
import { removal, otherSide, type FieldConflict } from './merge/merge.ts';
import { resourceOf } from './resources/index.ts';
import { seenOf } from './crypto/body-digest.ts';
import { invalid } from './model/validation.ts';

export const resolutions = ['keep', 'take', 'write'] as const;
export type Resolution = (typeof resolutions)[number];

/** Fields of a conflict's body, the same in REST and sync. */
export interface Disputed extends FieldConflict {
  readonly record_kind: string;
}

export interface Verdict {
  readonly resolution: Resolution;
  /** For `write`. */
  readonly value?: Json | undefined;
}

/** The commands in order; the last one resolves the conflict. Throws if the record was removed, or the field is read-only. */
export function resolutionCommands(
  conflictId: string,
  conflict: Disputed,
  target: StoredRecord | undefined,
  verdict: Verdict,
): readonly Command[] {
  const { resolution, value } = verdict;
  const settle: Act = { op: 'act', kind: 'conflict', id: conflictId, action: 'settle', args: { resolution } };
  if (resolution === 'keep') return [settle];
  if (!target || target.deleted) throw new Problem('gone', 'The record that the conflict is about was removed.');
  const { field, record_kind: kind } = conflict;
  if (field === removal) {
    if (resolution === 'write') throw unwritable('a removal is kept or taken');
    return [{ op: 'remove', kind, id: target.id, base_rev: target.rev, seen: seenOf(target.body) }, settle];
  }
  const resource = resourceOf(kind);
  if (!writableFields(resource, 'patch').includes(field)) throw unwritable(`${field} cannot be changed`);
  if (resolution === 'write' && value === undefined)
    throw invalid([{ pointer: '#/value', code: 'invalid_type', detail: 'must be given to be written' }]);
  const current = target.body[field] ?? null;
  const wanted =
    resolution === 'write' ? (value ?? null) : otherSide(resource.policies[field] ?? 'first-wins', conflict, current);
  const set = { [field]: wanted };
  return [{ op: 'patch', kind, id: target.id, set, was: { [field]: current } }, settle];
}

function unwritable(detail: string): Problem {
  return invalid([{ pointer: '#/resolution', code: 'invalid_value', detail }]);
}

/**
 * Settling a conflict (contract, Merging): the present value is kept, the other one is taken, or a third one is written. What
 * changes the record is an ordinary command, so that every rule of its kind holds; the conflict is settled with it or not at all.
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

/** Of the body of a conflict, as both doors show it. */
export interface Disputed extends FieldConflict {
  readonly record_kind: string;
}

export interface Verdict {
  readonly resolution: Resolution;
  /** For `write`. */
  readonly value?: Json | undefined;
}

/** The commands, in their order; the last one settles. Throws where the record is gone, or the field is not for writing. */
export function settlingCommands(
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

/**
 * Who writes on in a field that is disputed has one open conflict, with the last words, and not one with each pause: each edit is merged
 * again from the value that its author began with, as if they had written it at once. Of lists each conflict stays, for it is about its
 * own items.
 */
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { Decision } from '../../shared/decide.ts';
import { mergeFields, type FieldConflict } from '../../shared/merge/merge.ts';
import type { Person } from '../../shared/model/access.ts';
import type { Command, Patch } from '../../shared/model/command.ts';
import type { Body, StoredRecord } from '../../shared/model/record.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Conflict } from '../../shared/resources/conflict.ts';

/** An open conflict, and what the edit that goes on from the words in it comes to. */
interface Earlier {
  readonly id: string;
  readonly conflict: Conflict;
  readonly value: Json;
  /** Takes the place of the open one; absent = nothing is disputed any more. */
  readonly newer: FieldConflict | undefined;
}

/** An edit and what it continues. */
export class Continued {
  /** The edit as it is applied. */
  readonly applied: Command;
  readonly #earlier: readonly Earlier[];

  /** `open` = the conflicts of the record, in order of their ids; `author` = who made the edit; `before` = the record until then. */
  constructor(command: Patch, author: Person, before: Body, open: readonly StoredRecord[]) {
    this.#earlier = open
      .map(({ id, body }) => ({ id, conflict: body as unknown as Conflict })) // of its schema
      .filter(({ conflict }) => conflict.author.id === author.id && goesOn(command, conflict, before))
      .map((each) => ({ ...each, ...mergedAgain(command, each.conflict, before) }));
    const set = this.#earlier.map(({ conflict: { field }, value }) => [field, value] as const);
    const was = set.map(([field]) => [field, before[field] ?? null] as const);
    this.applied = {
      ...command,
      set: { ...command.set, ...Object.fromEntries(set) },
      was: { ...command.was, ...Object.fromEntries(was) },
    };
  }

  /** Those that are over. */
  get ended(): readonly Pick<Earlier, 'id' | 'conflict'>[] {
    return this.#earlier;
  }

  /** What was decided of the edit as it is applied, with the conflicts that take the place of those before. */
  told(decision: Decision): Decision {
    const newer = new Map(this.#earlier.map((each) => [each.conflict.field, each.newer]));
    const conflicts = [...decision.conflicts, ...[...newer.values()].filter((each) => each !== undefined)];
    const isMerged = conflicts.length > 0 || decision.status !== 'noop';
    return { ...decision, status: isMerged ? 'merged' : 'noop', conflicts };
  }

  /** Whether the conflict says no more than the one in whose place it comes: the same side is in force. */
  isToldAlready({ field, kept }: FieldConflict): boolean {
    return this.#earlier.some(({ conflict }) => conflict.field === field && conflict.kept === kept);
  }
}

/** Whether it edits what is no longer as its author saw it, or what may be in force as its author wrote it. */
export function mayContinue({ kind, was = {} }: Patch, now: Body): boolean {
  const { policies } = resourceOf(kind);
  return Object.entries(was).some(([field, seen]) => {
    const policy = policies[field];
    return policy === 'max' || policy === 'min' || !sameJson(seen, now[field]);
  });
}

/** Whether it edits the words in the conflict, and they are not what everybody has agreed on since. */
function goesOn({ set, was: seen = {} }: Patch, conflict: Conflict, before: Body): boolean {
  const { field, kept, mine } = conflict;
  if (kept === 'both' || !Object.hasOwn(set, field) || !Object.hasOwn(seen, field)) return false;
  if (!sameJson(mine, seen[field])) return false;
  return isInForce(conflict, before) ? !sameJson(set[field], mine) : !sameJson(mine, before[field]);
}

/** Whether the record has what the author of the conflict wrote, and the other value is nowhere else. */
function isInForce({ field, kept, mine }: Conflict, before: Body): boolean {
  return kept === 'mine' && sameJson(before[field], mine);
}

function mergedAgain({ kind, set }: Patch, conflict: Conflict, before: Body): Pick<Earlier, 'value' | 'newer'> {
  const { policies, fits, patchSchema } = resourceOf(kind);
  const { field, was } = conflict;
  const other = isInForce(conflict, before) ? conflict.theirs : (before[field] ?? null);
  const parsed = patchSchema.safeParse({ [field]: set[field] }).data;
  const mine = isJsonObject(parsed) ? (parsed[field] ?? null) : null;
  const merged = mergeFields(policies, { [field]: other }, { [field]: mine }, { [field]: was }, fits);
  return { value: Object.hasOwn(merged.set, field) ? (merged.set[field] ?? null) : other, newer: merged.conflicts[0] };
}

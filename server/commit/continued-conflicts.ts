/**
 * Who writes on in a field that is disputed has one open conflict, with the last words, and not one with each pause: each edit is merged
 * again from the value that its author began with. Of lists each conflict stays, for it is about its own items.
 */
import type { Json } from '../../shared/base/json.ts';
import { sameJson } from '../../shared/crypto/canonical.ts';
import { mergeFields, type FieldConflict, type Merged } from '../../shared/merge/merge.ts';
import type { Person } from '../../shared/model/access.ts';
import type { Command, Patch } from '../../shared/model/command.ts';
import type { Body, StoredRecord } from '../../shared/model/record.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Conflict } from '../../shared/resources/conflict.ts';

/** An open conflict, with the field of an edit whose author goes on from the words in it. */
interface Earlier {
  readonly id: string;
  readonly conflict: Conflict;
}

/** One edit, and the conflicts that it continues. */
export class Continued {
  readonly #command: Command;
  /** The record before the edit. */
  readonly #before: Body;
  readonly #earlier: ReadonlyMap<string, Earlier>;

  /** `open` = the conflicts of the record, in order of their ids; `author` = who made the edit. */
  constructor(command: Command, author: Person, before: Body, open: readonly StoredRecord[]) {
    this.#command = command;
    this.#before = before;
    const earlier = open
      .map(({ id, body }) => ({ id, conflict: body as unknown as Conflict })) // of its schema
      .filter(({ conflict }) => conflict.author.id === author.id && goesOn(command, conflict, before));
    this.#earlier = new Map(earlier.map((each) => [each.conflict.field, each]));
  }

  /** The edit as it is applied: where its author's own rating is in force, the safer of the new one and the other side's. */
  get command(): Command {
    const command = this.#command;
    if (command.op !== 'patch') return command;
    const safer = [...this.#earlier.values()].flatMap(({ conflict }) => {
      const { field, theirs } = conflict;
      const mine = command.set[field] ?? null;
      // What is no rating is refused.
      if (!this.#isOwnInForce(conflict) || !resourceOf(command.kind).fits(field, mine)) return [];
      return [[field, this.#mergedAgain(conflict, theirs, mine).set[field] ?? theirs] as const];
    });
    return safer.length === 0 ? command : { ...command, set: { ...command.set, ...Object.fromEntries(safer) } };
  }

  /** Of the edit, told from where its author began. `found` = by itself. */
  conflicts(found: readonly FieldConflict[]): readonly FieldConflict[] {
    const command = this.#command;
    if (command.op !== 'patch') return found;
    const again = [...this.#earlier.values()].flatMap(({ conflict }) => {
      const own = found.find(({ field }) => field === conflict.field);
      const isOwnInForce = this.#isOwnInForce(conflict);
      if (!own && !isOwnInForce) return [];
      const theirs = isOwnInForce ? conflict.theirs : (this.#before[conflict.field] ?? null);
      const mine = own?.mine ?? command.set[conflict.field] ?? null;
      return this.#mergedAgain(conflict, theirs, mine).conflicts[0] ?? own ?? [];
    });
    return [...found.filter(({ field }) => !this.#earlier.has(field)), ...again];
  }

  /** Whether the conflict says no more than the one in whose place it comes: the same side is in force. */
  isToldAlready({ field, kept }: FieldConflict): boolean {
    return this.#earlier.get(field)?.conflict.kept === kept;
  }

  /** Those that are over: a newer one takes their place, or their author has written what the record says. `now` = the record after the edit. */
  ended(conflicts: readonly FieldConflict[], now: Body): readonly Earlier[] {
    const command = this.#command;
    if (command.op !== 'patch') return [];
    return [...this.#earlier.values()].filter(({ conflict: { field } }) => {
      const isReplaced = conflicts.some((each) => each.field === field);
      return isReplaced || sameJson(command.set[field], now[field]);
    });
  }

  /** Whether the record has what the author of the conflict wrote, and the other value is nowhere else. */
  #isOwnInForce({ field, kept, mine }: Conflict): boolean {
    return kept === 'mine' && sameJson(this.#before[field], mine);
  }

  #mergedAgain({ field, was }: Conflict, theirs: Json, mine: Json): Merged {
    const { policies, fits } = resourceOf(this.#command.kind);
    return mergeFields(policies, { [field]: theirs }, { [field]: mine }, { [field]: was }, fits);
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

/** Whether it is an edit of the words in the conflict. */
function goesOn(command: Command, { field, kept, mine }: Conflict, before: Body): boolean {
  if (command.op !== 'patch' || kept === 'both') return false;
  const { set, was: seen = {} } = command;
  if (!Object.hasOwn(set, field) || !Object.hasOwn(seen, field) || !sameJson(mine, seen[field])) return false;
  return !sameJson(seen[field], before[field]) || !sameJson(set[field], before[field]);
}

/**
 * Who writes on in a field that is disputed has one open conflict, with the last words, and not one with each pause: each edit is merged
 * again from the value that its author began with, as if they had written it at once.
 */
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import { sameJson, saysTheSame } from '../../shared/crypto/canonical.ts';
import type { Decision } from '../../shared/decide.ts';
import { mergeFields, standingSide, type FieldConflict, type FieldMerge } from '../../shared/merge/merge.ts';
import type { Person } from '../../shared/model/access.ts';
import type { Command, Patch } from '../../shared/model/command.ts';
import type { Policy } from '../../shared/model/declared-fields.ts';
import type { Body, StoredRecord } from '../../shared/model/record.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Conflict } from '../../shared/resources/conflict.ts';

/** A conflict, and what the edit that goes on from the words in it comes to. */
interface Earlier {
  readonly id: string;
  readonly conflict: Conflict;
  readonly value: Json;
  /** Takes the place of the open one; absent = nothing is disputed any more. */
  readonly newer: FieldConflict | undefined;
  /** What was merged by itself then. */
  readonly merges: readonly FieldMerge[];
}

/** An edit and what it continues. */
export class Continued {
  /** The edit as it is applied. */
  readonly applied: Command;
  /** Those that are open. */
  readonly #earlier: readonly Earlier[];
  /** Those that somebody has settled, and whose words are taken back now. */
  readonly #takenBack: readonly Earlier[];

  /** `all` = the conflicts of the record, in order of their ids; `author` = who made the edit; `before` = the record until then. */
  constructor(command: Patch, author: Person, before: Body, all: readonly StoredRecord[]) {
    const gone = all
      .map(({ id, body }) => ({ id, conflict: body as unknown as Conflict })) // of its schema
      .filter(({ conflict }) => conflict.author.id === author.id && goesOn(command, conflict, before))
      .filter(({ conflict }) => conflict.state === 'open' || isTold(command, conflict))
      .map((each) => ({ ...each, ...mergedAgain(command, each.conflict, before) }));
    this.#earlier = gone.filter(({ conflict }) => conflict.state === 'open');
    this.#takenBack = gone.filter(({ conflict, newer }) => conflict.state !== 'open' && !newer);
    const set = [...this.#takenBack, ...this.#earlier].map(({ conflict: { field }, value }) => [field, value] as const);
    const was = set.map(([field]) => [field, before[field] ?? null] as const);
    this.applied = {
      ...command,
      set: { ...command.set, ...Object.fromEntries(set) },
      was: { ...command.was, ...Object.fromEntries(was) },
    };
  }

  /** Whether it continues anything. */
  get isAny(): boolean {
    return this.#earlier.length + this.#takenBack.length > 0;
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
    const merges = [...decision.merges, ...[...this.#takenBack, ...this.#earlier].flatMap((each) => each.merges)];
    return { ...decision, status: isMerged ? 'merged' : 'noop', conflicts, merges };
  }

  /** Whether the conflict says no more than the one in whose place it comes: the same side is in force. */
  isToldAlready({ field, kept }: FieldConflict): boolean {
    return this.#earlier.some(({ conflict }) => conflict.field === field && conflict.kept === kept);
  }
}

const mayKeepMine: readonly (Policy | undefined)[] = ['max', 'min', 'set-by-id'];

/** Whether it edits what is no longer as its author saw it, or what may be in force as its author wrote it. */
export function mayContinue({ kind, was = {} }: Patch, now: Body): boolean {
  const { policies } = resourceOf(kind);
  return Object.entries(was).some(
    ([field, seen]) => mayKeepMine.includes(policies[field]) || !sameJson(seen, now[field]),
  );
}

/**
 * Whether others have settled it so that its author's rows were not kept, which their form may show still. To take them back there adds
 * no row: nothing tells those of a form from those that the record has in their place.
 */
function isTold({ kind }: Patch, { field, resolution, settled_by: by, author }: Conflict): boolean {
  return resourceOf(kind).policies[field] === 'rows' && resolution === 'keep' && by?.id !== author.id;
}

/** Whether it edits the words in the conflict, and they are not what everybody has agreed on since. */
function goesOn({ set, was: seen = {} }: Patch, conflict: Conflict, before: Body): boolean {
  const { field, mine } = conflict;
  if (!Object.hasOwn(set, field) || !Object.hasOwn(seen, field) || !saysTheSame(mine, seen[field])) return false;
  if (!saysTheSame(mine, before[field])) return true;
  return saysTheSame(standingSide(conflict), mine) && !saysTheSame(set[field], mine);
}

function mergedAgain(
  { kind, set }: Patch,
  conflict: Conflict,
  before: Body,
): Pick<Earlier, 'value' | 'newer' | 'merges'> {
  const { policies, fits, patchSchema } = resourceOf(kind);
  const { field, was } = conflict;
  const merge = (seen: Json, theirs: Json, mine: Json) => {
    const merged = mergeFields(policies, { [field]: theirs }, { [field]: mine }, { [field]: seen }, fits);
    return {
      value: Object.hasOwn(merged.set, field) ? (merged.set[field] ?? null) : theirs,
      newer: merged.conflicts[0],
      merges: merged.merges,
    };
  };
  const now = before[field] ?? null;
  const standing = standingSide(conflict);
  // What the others have written until now, without what its author has: that is in the record already.
  const isNewer = conflict.kept !== 'both' && !saysTheSame(now, standing);
  const other = isNewer ? now : merge(standing, now, conflict.theirs).value;
  const parsed = patchSchema.safeParse({ [field]: set[field] }).data;
  return merge(was, other, isJsonObject(parsed) ? (parsed[field] ?? null) : null);
}

/**
 * Three-way merge of one record's fields: what the author saw (`was`), what stands now, what the author wrote (`mine`).
 * Pure, so the device overlays its own unsent edits by the very rule that the server will apply. No clock takes part.
 */
import { canonical, sameJson } from './canonical.ts';
import type { Json, JsonObject } from './json.ts';
import type { Policy } from './resource.ts';
import { mergeLines } from './text-merge.ts';

/** Stands for the field where one side edited and the other removed the record. */
export const removal = '(removed)';

/** One field that two people changed differently; both values are kept until somebody settles it. */
export interface FieldConflict {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly kept: 'theirs' | 'mine' | 'both';
}

export interface Merged {
  /** The fields that change, with their new values; fields that end as they stand are absent. */
  readonly set: JsonObject;
  readonly conflicts: readonly FieldConflict[];
  /** True when somebody else's change to the same record had to be taken into account. */
  readonly blended: boolean;
}

export function mergeFields(
  policies: Readonly<Record<string, Policy>>,
  current: JsonObject,
  set: JsonObject,
  was: JsonObject | undefined,
): Merged {
  const merged: Record<string, Json> = {};
  const conflicts: FieldConflict[] = [];
  let blended = false;
  for (const [field, wanted] of Object.entries(set)) {
    const mine = wanted ?? null;
    const theirs = current[field] ?? null;
    const seen = was && Object.hasOwn(was, field) ? (was[field] ?? null) : theirs;
    if (sameJson(theirs, mine)) continue;
    if (sameJson(theirs, seen)) {
      merged[field] = mine;
      continue;
    }
    blended = true;
    const settled = settle(policies[field] ?? 'server', seen, theirs, mine);
    if (!sameJson(settled.value, theirs)) merged[field] = settled.value;
    if (settled.kept) conflicts.push({ field, was: seen, theirs, mine, kept: settled.kept });
  }
  return { set: merged, conflicts, blended };
}

interface Settled {
  readonly value: Json;
  /** Absent where both changes stand, so there is nothing to decide. */
  readonly kept?: FieldConflict['kept'];
}

function settle(policy: Policy, was: Json, theirs: Json, mine: Json): Settled {
  switch (policy) {
    case 'higher':
    case 'lower':
      return safer(policy, theirs, mine);
    case 'set-by-id':
      return mergeById(was, theirs, mine);
    case 'text':
      return mergeText(was, theirs, mine);
    case 'order':
      return { value: mine };
    case 'server':
    case 'immutable':
    case 'guarded':
      return { value: theirs, kept: 'theirs' };
  }
}

function safer(policy: 'higher' | 'lower', theirs: Json, mine: Json): Settled {
  if (typeof theirs !== 'number')
    return typeof mine === 'number' ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
  if (typeof mine !== 'number') return { value: theirs, kept: 'theirs' };
  const mineIsSafer = policy === 'higher' ? mine > theirs : mine < theirs;
  return mineIsSafer ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
}

function mergeText(was: Json, theirs: Json, mine: Json): Settled {
  if (typeof was !== 'string' || typeof theirs !== 'string' || typeof mine !== 'string')
    return { value: theirs, kept: 'theirs' };
  const lines = mergeLines(was, theirs, mine);
  return lines === null ? { value: theirs, kept: 'theirs' } : { value: lines };
}

/**
 * Additions of both sides stand, an edit beats a removal, and an entry that both edited differently stays as theirs. An order that one
 * side alone changed stands.
 */
function mergeById(was: Json, theirs: Json, mine: Json): Settled {
  if (!Array.isArray(theirs) || !Array.isArray(mine)) return { value: theirs, kept: 'theirs' };
  const seen = byId(Array.isArray(was) ? was : []);
  const wanted = byId(mine);
  const standing = byId(theirs);
  let clashed = false;
  const kept = new Map<string, Json>();
  for (const [id, entry] of standing) {
    const before = seen.get(id);
    const edit = wanted.get(id);
    const untouchedByThem = before !== undefined && sameJson(before, entry);
    if (edit === undefined) {
      const removedByMe = before !== undefined;
      if (removedByMe && untouchedByThem) continue;
      clashed ||= removedByMe;
      kept.set(id, entry);
    } else if (untouchedByThem || sameJson(edit, entry)) {
      kept.set(id, edit);
    } else {
      clashed ||= before === undefined || !sameJson(before, edit);
      kept.set(id, entry);
    }
  }
  for (const [id, entry] of wanted) {
    if (standing.has(id)) continue;
    const before = seen.get(id);
    if (before !== undefined && sameJson(before, entry)) continue;
    kept.set(id, entry);
  }
  const iMoved = isReordered(seen, wanted);
  const theyMoved = isReordered(seen, standing);
  clashed ||= iMoved && theyMoved && isReordered(standing, wanted);
  const ids = iMoved && !theyMoved ? new Set([...wanted.keys(), ...kept.keys()]) : kept.keys();
  const value = [...ids].map((id) => kept.get(id)).filter((entry) => entry !== undefined);
  return clashed ? { value, kept: 'both' } : { value };
}

/** Whether the entries that both hold stand in another order. */
function isReordered(before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>): boolean {
  const common = [...before.keys()].filter((id) => after.has(id));
  return !sameJson(
    common,
    [...after.keys()].filter((id) => before.has(id)),
  );
}

/** Entries by their `id`; an entry without one stands for itself. */
function byId(entries: readonly Json[]): Map<string, Json> {
  const entriesById = new Map<string, Json>();
  for (const entry of entries) {
    const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
    entriesById.set(typeof id === 'string' ? id : canonical(entry), entry);
  }
  return entriesById;
}

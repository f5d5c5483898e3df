/**
 * Three-way merge of one record's fields: what the author saw (`was`), the current value (`theirs`), what the author wrote (`mine`). Pure
 * and independent of clocks, so that a device overlays its unsent edits by the same rule that the server will apply.
 */
import { sameJson, saysTheSame } from '../crypto/canonical.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { mergeLists, takeEntries, withKnownIds } from './list-merge.ts';
import type { Policy } from '../model/declared-fields.ts';
import { mergeLines, takeLines } from './text-merge.ts';

/** Takes the place of a field name if one side edited the record and the other removed it. */
export const removal = '(removed)';

/** A field that two people changed differently; both values are kept until someone resolves the conflict. */
export interface FieldConflict {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly kept: 'theirs' | 'mine' | 'both';
}

export interface Merged {
  /** The changed fields with their new values; fields that keep their current value are absent. */
  readonly set: JsonObject;
  readonly conflicts: readonly FieldConflict[];
  /** True if another author's change of the same record was merged. */
  readonly rebased: boolean;
}

export function mergeFields(
  policies: Readonly<Record<string, Policy>>,
  current: JsonObject,
  set: JsonObject,
  was: JsonObject | undefined,
): Merged {
  const merged: Record<string, Json> = {};
  const conflicts: FieldConflict[] = [];
  let rebased = false;
  for (const [field, wanted] of Object.entries(set)) {
    const policy = policies[field] ?? 'first-wins';
    const theirs = current[field] ?? null;
    const { seen, mine } = recognised(policy, theirs, {
      seen: was && Object.hasOwn(was, field) ? (was[field] ?? null) : theirs,
      mine: wanted ?? null,
    });
    if (sameJson(theirs, mine)) continue;
    if (saysTheSame(theirs, seen)) {
      merged[field] = mine;
      continue;
    }
    if (saysTheSame(theirs, mine)) continue;
    rebased = true;
    const settled = resolveField(policy, seen, theirs, mine);
    if (!sameJson(settled.value, theirs)) merged[field] = settled.value;
    if (settled.kept) conflicts.push({ field, was: seen, theirs, mine, kept: settled.kept });
  }
  return { set: merged, conflicts, rebased: rebased };
}

/**
 * The other value of a conflict, for use in its resolution. For a list or a text that was merged in part, only the disputed part is taken:
 * what others added or changed elsewhere stays as in `current`.
 */
export function otherSide(
  policy: Policy,
  { was, theirs, mine, kept }: Omit<FieldConflict, 'field'>,
  current: Json,
): Json {
  if (kept === 'mine') return theirs;
  if (policy === 'set-by-id' && isList(theirs) && isList(mine) && isList(current))
    return takeEntries(isList(was) ? was : [], theirs, mine, current);
  if (policy === 'text' && typeof was === 'string' && typeof mine === 'string' && typeof current === 'string')
    return takeLines(was, current, mine);
  return mine;
}

interface Edit {
  readonly seen: Json;
  readonly mine: Json;
}

/** Matches list entries without ids by their content. */
function recognised(policy: Policy, theirs: Json, { seen, mine }: Edit): Edit {
  if (policy !== 'set-by-id' || !isList(mine)) return { seen, mine };
  const current = isList(theirs) ? theirs : [];
  const before = isList(seen) ? withKnownIds(seen, current) : [];
  return { seen: isList(seen) ? before : seen, mine: withKnownIds(mine, before, current) };
}

interface Settled {
  readonly value: Json;
  /** Absent if both changes were kept, so that there is nothing to decide. */
  readonly kept?: FieldConflict['kept'];
}

function resolveField(policy: Policy, was: Json, theirs: Json, mine: Json): Settled {
  switch (policy) {
    case 'max':
    case 'min':
      return safer(policy, theirs, mine);
    case 'set-by-id':
      return mergeById(was, theirs, mine);
    case 'text':
      return mergeText(was, theirs, mine);
    case 'order':
      return { value: mine };
    case 'first-wins':
    case 'immutable':
    case 'system':
      return { value: theirs, kept: 'theirs' };
  }
}

function safer(policy: 'max' | 'min', theirs: Json, mine: Json): Settled {
  if (typeof theirs !== 'number')
    return typeof mine === 'number' ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
  if (typeof mine !== 'number') return { value: theirs, kept: 'theirs' };
  const mineIsSafer = policy === 'max' ? mine > theirs : mine < theirs;
  return mineIsSafer ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
}

function mergeText(was: Json, theirs: Json, mine: Json): Settled {
  if (typeof was !== 'string' || typeof theirs !== 'string' || typeof mine !== 'string')
    return { value: theirs, kept: 'theirs' };
  const lines = mergeLines(was, theirs, mine);
  return lines === null ? { value: theirs, kept: 'theirs' } : { value: lines };
}

function mergeById(was: Json, theirs: Json, mine: Json): Settled {
  if (!isList(theirs) || !isList(mine)) return { value: theirs, kept: 'theirs' };
  const { value, disputed, isOrderDisputed } = mergeLists(isList(was) ? was : [], theirs, mine);
  return disputed.size > 0 || isOrderDisputed ? { value, kept: 'both' } : { value };
}

// Array.isArray does not narrow readonly arrays.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

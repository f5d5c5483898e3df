/**
 * Three-way merge of one record's fields: what the author saw (`was`), the current value (`theirs`), what the author wrote (`mine`). Pure
 * and independent of clocks, so that a device overlays its unsent edits by the same rule that the server will apply.
 */
import { sameJson, saysTheSame } from '../crypto/canonical.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { withLineFeeds } from '../base/line-endings.ts';
import { mergeLists, preferEntries, takeEntries, withKnownIds } from './list-merge.ts';
import type { Policy } from '../model/declared-fields.ts';
import { mergeRows } from './row-merge.ts';
import { mergeTexts } from './text-merge.ts';
import type { AtClash, MergedText } from './word-merge.ts';

/** Takes the place of a field name if one side edited the record and the other removed it. */
export const removal = '(removed)';

/** A field that two people changed differently; both values are kept until someone resolves the conflict. */
export interface FieldConflict {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly kept: 'theirs' | 'mine' | 'both';
  /** Of two texts, the words of both, to choose instead; null if there is none. */
  readonly proposal: Json;
}

/** A field that two people changed so that both changes are in what it has now: there is nothing to resolve. */
export interface FieldMerge {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly result: Json;
}

export interface Merged {
  /** The changed fields with their new values; fields that keep their current value are absent. */
  readonly set: JsonObject;
  readonly conflicts: readonly FieldConflict[];
  /** Of content: a position in a list is none. */
  readonly merges: readonly FieldMerge[];
  /** True if another author's change of the same record was merged. */
  readonly rebased: boolean;
}

/** `fits` says whether a merged value is valid: of two lists or texts that are, both together may be too long. */
export function mergeFields(
  policies: Readonly<Record<string, Policy>>,
  current: JsonObject,
  set: JsonObject,
  was: JsonObject | undefined,
  fits: (field: string, value: Json) => boolean = () => true,
): Merged {
  const merged: Record<string, Json> = {};
  const conflicts: FieldConflict[] = [];
  const merges: FieldMerge[] = [];
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
    const { value, kept, proposal = null } = resolveField(policy, seen, theirs, mine, (each) => fits(field, each));
    const isChanged = !sameJson(value, theirs);
    if (isChanged) merged[field] = value;
    if (kept) conflicts.push({ field, was: seen, theirs, mine, kept, proposal });
    else if (isChanged && policy !== 'order') merges.push({ field, was: seen, theirs, mine, result: value });
  }
  return { set: merged, conflicts, merges, rebased };
}

type Disputed = Omit<FieldConflict, 'field'>;

/** The value that applied when the conflict arose, and that it therefore shows as the current one. */
export function standingSide({ was, theirs, mine, kept }: Disputed): Json {
  if (kept !== 'both') return kept === 'mine' ? mine : theirs;
  if (!isList(theirs)) return mergeRows(was, theirs, mine, 'theirs')?.value ?? theirs;
  return mergeById(was, theirs, mine).value;
}

/**
 * The other value of a conflict, as an edit of the one that applied. Of a list, a text or rows, only the disputed part changes sides: what both
 * changed elsewhere stays. `now` = what applies since, if its author has seen that: of a list or rows what was written elsewhere stays, too.
 */
export function otherSide(policy: Policy, conflict: Disputed, now?: Json): Json {
  const other = otherThen(policy, conflict);
  if (conflict.kept !== 'both' || now === undefined) return other;
  const standing = standingSide(conflict);
  if (!isList(other)) return mergeRows(standing, now, other, 'mine')?.value ?? other;
  return isList(now) && isList(standing) ? preferEntries(standing, now, other, other) : other;
}

function otherThen(policy: Policy, { was, theirs, mine, kept }: Disputed): Json {
  if (kept === 'mine') return theirs;
  if (kept === 'both' && isList(theirs) && isList(mine)) return takeEntries(isList(was) ? was : [], theirs, mine);
  if (kept === 'both' || policy === 'rows') return mergeRows(was, theirs, mine, 'mine')?.value ?? mine;
  return policy === 'text' ? (textsOf(was, theirs, mine, 'mine')?.text ?? mine) : mine;
}

interface Edit {
  readonly seen: Json;
  readonly mine: Json;
}

/** In the form that is compared: list entries without ids are matched by their content, and texts have line feeds only. */
function recognised(policy: Policy, theirs: Json, { seen, mine }: Edit): Edit {
  if (policy === 'text') return { seen: asStored(seen), mine: asStored(mine) };
  if (policy !== 'set-by-id' || !isList(mine)) return { seen, mine };
  const current = isList(theirs) ? theirs : [];
  const before = isList(seen) ? withKnownIds(seen, current) : [];
  return { seen: isList(seen) ? before : seen, mine: withKnownIds(mine, before, current) };
}

function asStored(text: Json): Json {
  return typeof text === 'string' ? withLineFeeds(text) : text;
}

interface Settled {
  readonly value: Json;
  /** Absent if both changes were kept, so that there is nothing to decide. */
  readonly kept?: FieldConflict['kept'];
  readonly proposal?: Json;
}

function resolveField(policy: Policy, was: Json, theirs: Json, mine: Json, fits: (value: Json) => boolean): Settled {
  const first = { value: theirs, kept: 'theirs' } as const;
  switch (policy) {
    case 'max':
    case 'min':
      return safer(policy, theirs, mine);
    case 'set-by-id': {
      const merged = mergeById(was, theirs, mine);
      return fits(merged.value) ? merged : first;
    }
    case 'text': {
      const merged = textsOf(was, theirs, mine, 'both');
      if (!merged || !fits(merged.text)) return first;
      return merged.isClean ? { value: merged.text } : { ...first, proposal: merged.text };
    }
    case 'rows': {
      const merged = mergeRows(was, theirs, mine, 'theirs');
      if (!merged || !fits(merged.value)) return first;
      return merged.isClean ? { value: merged.value } : { value: merged.value, kept: 'both' };
    }
    case 'order':
      return { value: mine };
    case 'first-wins':
    case 'immutable':
    case 'system':
      return first;
  }
}

function safer(policy: 'max' | 'min', theirs: Json, mine: Json): Settled {
  if (typeof theirs !== 'number')
    return typeof mine === 'number' ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
  if (typeof mine !== 'number') return { value: theirs, kept: 'theirs' };
  const mineIsSafer = policy === 'max' ? mine > theirs : mine < theirs;
  return mineIsSafer ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
}

/** A text that was not given is an empty one. */
function textsOf(was: Json, theirs: Json, mine: Json, atClash: AtClash): MergedText | null {
  const [base, left, right] = [was ?? '', theirs ?? '', mine ?? ''];
  if (typeof base !== 'string' || typeof left !== 'string' || typeof right !== 'string') return null;
  return mergeTexts(base, left, right, atClash);
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

/** Three-way merge of lists of entries with ids: keeps the additions of both sides, and merges each entry member by member, as records. */
import { canonical, sameJson, saysTheSame, withoutNulls } from '../crypto/canonical.ts';
import { isJsonObject, type Json } from '../base/json.ts';

type List = readonly Json[];
type Entries = ReadonlyMap<string, Json>;
type Side = 'theirs' | 'mine';

export interface MergedList {
  readonly value: List;
  /** Entries that both sides changed in conflict; this side applies there until a person decides. */
  readonly disputed: ReadonlyMap<string, Side>;
  /** Both reordered the entries that they share; the order in `theirs` applies. */
  readonly isOrderDisputed: boolean;
}

/**
 * An edit beats a removal, and for a member of an entry that both edited differently `theirs` applies; both cases are disputed. An order
 * that only one side changed is kept.
 */
export function mergeLists(was: List, theirs: List, mine: List): MergedList {
  const [seen, current, wanted] = [byId(was), byId(theirs), byId(mine)];
  const kept = new Map<string, Json>();
  const disputed = new Map<string, Side>();
  for (const [id, entry] of current) {
    const before = seen.get(id);
    const edit = wanted.get(id);
    const untouchedByThem = before !== undefined && saysTheSame(before, entry);
    if (untouchedByThem) {
      if (edit !== undefined) kept.set(id, edit);
      continue;
    }
    const merged = saysTheSame(before, edit) ? { entry } : mergeEntries(before, entry, edit, 'theirs');
    if (merged.isDisputed) disputed.set(id, 'theirs');
    kept.set(id, merged.entry);
  }
  for (const [id, entry] of wanted) {
    if (current.has(id)) continue;
    const before = seen.get(id);
    if (before !== undefined && saysTheSame(before, entry)) continue;
    if (before !== undefined) disputed.set(id, 'mine');
    kept.set(id, entry);
  }
  const iMoved = isReordered(seen, wanted);
  const theyMoved = isReordered(seen, current);
  return {
    value: iMoved && !theyMoved ? inOrderOf(wanted, kept) : [...kept.values()],
    disputed,
    isOrderDisputed: iMoved && theyMoved && isReordered(current, wanted),
  };
}

/** The merged list with what is disputed resolved for the side that lost: mine, or theirs if everything disputed was kept as mine. */
export function takeEntries(was: List, theirs: List, mine: List): List {
  const { disputed, isOrderDisputed } = mergeLists(was, theirs, mine);
  const isMineStanding = !isOrderDisputed && [...disputed.values()].every((side) => side === 'mine');
  return preferEntries(was, theirs, mine, isMineStanding ? theirs : mine);
}

/** The merged list with what is disputed as in `preferred`, which is one of the two. */
export function preferEntries(was: List, theirs: List, mine: List, preferred: List): List {
  const { value, disputed, isOrderDisputed } = mergeLists(was, theirs, mine);
  const [seen, current, wanted] = [byId(was), byId(theirs), byId(preferred)];
  const taken = byId(value);
  for (const id of disputed.keys()) {
    const [standing, entry] = [current.get(id), wanted.get(id)];
    if (entry === undefined) taken.delete(id);
    else if (standing === undefined) taken.set(id, entry);
    else taken.set(id, mergeEntries(seen.get(id), standing, entry, 'mine').entry);
  }
  return isOrderDisputed ? inOrderOf(wanted, taken) : [...taken.values()];
}

interface MergedEntry {
  readonly entry: Json;
  /** Both changed one member differently; the value of the preferred side is in the entry. */
  readonly isDisputed?: boolean;
}

/** An entry that is no object, or that one side removed, merges as a whole. */
function mergeEntries(before: Json | undefined, theirs: Json, mine: Json | undefined, preferred: Side): MergedEntry {
  if (saysTheSame(theirs, mine)) return { entry: theirs };
  if (!isJsonObject(theirs) || !isJsonObject(mine))
    return { entry: preferred === 'mine' && mine !== undefined ? mine : theirs, isDisputed: true };
  const seen = isJsonObject(before) ? before : {};
  const merged = new Map<string, Json>();
  let isDisputed = false;
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, their, my] = [seen[name], theirs[name], mine[name]];
    const isTheirs = saysTheSame(was, my) || saysTheSame(their, my);
    const isClash = !isTheirs && !saysTheSame(was, their);
    isDisputed ||= isClash;
    const value = isTheirs || (isClash && preferred === 'theirs') ? their : my;
    if (value !== undefined) merged.set(name, value);
  }
  return { entry: Object.fromEntries(merged), isDisputed };
}

/** Entries without an id get the id of the known entry with equal content, so that resending one does not create a new entry. */
export function withKnownIds(entries: List, ...known: readonly List[]): List {
  if (entries.every((entry) => !isJsonObject(entry) || idOf(entry) !== undefined)) return entries;
  const idsByContent = new Map<string, Set<string>>();
  for (const entry of known.flat()) {
    const id = idOf(entry);
    if (id === undefined) continue;
    const content = contentOf(entry);
    idsByContent.set(content, (idsByContent.get(content) ?? new Set()).add(id));
  }
  if (idsByContent.size === 0) return entries;
  const taken = new Set(entries.map(idOf));
  return entries.map((entry) => {
    if (!isJsonObject(entry) || idOf(entry) !== undefined) return entry;
    const id = firstFree(idsByContent.get(contentOf(entry)), taken);
    if (id === undefined) return entry;
    taken.add(id);
    return { ...entry, id };
  });
}

function firstFree(ids: ReadonlySet<string> | undefined, taken: ReadonlySet<string | undefined>): string | undefined {
  for (const id of ids ?? []) if (!taken.has(id)) return id;
  return undefined;
}

/** Whether the entries that both lists share are in a different order. */
function isReordered(before: Entries, after: Entries): boolean {
  const common = [...before.keys()].filter((id) => after.has(id));
  return !sameJson(
    common,
    [...after.keys()].filter((id) => before.has(id)),
  );
}

/** Entries that `order` does not name come last. */
function inOrderOf(order: Entries, entries: Entries): List {
  const ids = new Set([...order.keys(), ...entries.keys()]);
  return [...ids].flatMap((id) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [entry];
  });
}

/** Keyed by id, or by content for an entry without one. Repeated keys get a number, in order of appearance. */
function byId(list: List): Map<string, Json> {
  const entries = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const entry of list) {
    const id = idOf(entry) ?? canonical(withoutNulls(entry));
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    entries.set(count === 0 ? id : `${id} ${count}`, entry);
  }
  return entries;
}

function idOf(entry: Json): string | undefined {
  const id = isJsonObject(entry) ? entry['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function contentOf(entry: Json): string {
  return canonical(withoutNulls(isJsonObject(entry) ? { ...entry, id: null } : entry));
}

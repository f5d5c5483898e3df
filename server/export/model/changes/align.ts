/**
 * Which entry of an earlier list has become which of a later one: by its key, by its words where they are the same, and among what is left
 * by how alike the words are. In the order of the later list, with what was removed in its place.
 */
import { hunksBetween } from '../../../../shared/merge/token-diff.ts';

export interface Alike<Item> {
  /** Of the record that it prints; undefined = only its words tell. */
  readonly keyOf: (item: Item) => string | undefined;
  readonly wordsOf: (item: Item) => string;
  /** From 0, nothing in common, to 1; pairs are made from `leastAlike` on. */
  readonly alike: (was: Item, is: Item) => number;
}

/** One of the two at least. */
export interface Pair<Item> {
  readonly was?: Item;
  readonly is?: Item;
  /** In another order among those that are in both, and known by a key. */
  readonly isMoved?: true;
}

const leastAlike = 0.4;
/** Two records are two, unless one has taken the place of the other. */
export const leastTheSame = 0.8;
/** Pairs of two gaps that are weighed against each other; those of longer ones are made in order. */
const mostWeighed = 4000;

export function align<Item>(before: readonly Item[], after: readonly Item[], by: Alike<Item>): readonly Pair<Item>[] {
  const [old, fresh] = inBoth(uniqueKeys(before, by), uniqueKeys(after, by));
  const pairs = new Map<number, number>(); // from the later to the earlier
  const places = new Map(old.flatMap((key, i) => (key === undefined ? [] : [[key, i] as const])));
  fresh.forEach((key, i) => {
    const at = key === undefined ? undefined : places.get(key);
    if (at !== undefined) pairs.set(i, at);
  });
  const moved = movedAmong(old, fresh);
  pairByWords(before, after, { old, fresh, by }, pairs);
  const taken = new Set(pairs.values());
  const removedAfter = (at: number): Pair<Item>[] => {
    const removed: Pair<Item>[] = [];
    for (let i = at + 1; i < before.length && !taken.has(i); i++) removed.push({ was: before[i] as Item }); // within its length
    return removed;
  };
  return [
    ...removedAfter(-1),
    ...after.flatMap((is, i) => {
      const at = pairs.get(i);
      if (at === undefined) return [{ is }];
      const isMoved = moved.has(fresh[i] ?? '') ? ({ isMoved: true } as const) : {};
      return [{ was: before[at] as Item, is, ...isMoved }, ...removedAfter(at)]; // a place that was found in it
    }),
  ];
}

type Keys = readonly (string | undefined)[];

/** A key that only one of them has tells nothing: an entry that was put in anew may say the same. */
function inBoth(old: Keys, fresh: Keys): readonly [Keys, Keys] {
  const shared = new Set(old).intersection(new Set(fresh));
  const kept = (keys: Keys): Keys => keys.map((key) => (shared.has(key) ? key : undefined));
  return [kept(old), kept(fresh)];
}

/** The second of two with the same key is another entry. */
function uniqueKeys<Item>(items: readonly Item[], { keyOf }: Alike<Item>): Keys {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    if (key === undefined) return undefined;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count === 0 ? key : `${key} ${count}`;
  });
}

/** The fewest keys of both lists that were put elsewhere. */
function movedAmong(old: Keys, fresh: Keys): ReadonlySet<string> {
  const kept = (keys: Keys): string[] => keys.flatMap((key) => (key === undefined ? [] : [key]));
  return new Set(hunksBetween(kept(old), kept(fresh)).flatMap(({ tokens }) => tokens));
}

interface Keyed<Item> {
  readonly old: Keys;
  readonly fresh: Keys;
  readonly by: Alike<Item>;
}

/** Those without a key: equal ones first, and between them those that are most alike. */
function pairByWords<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { old, fresh, by }: Keyed<Item>,
  pairs: Map<number, number>,
): void {
  const without = (keys: Keys): number[] => keys.flatMap((key, i) => (key === undefined ? [i] : []));
  const [was, is] = [without(old), without(fresh)];
  const said = (items: readonly Item[], places: readonly number[]): string[] =>
    places.map((i) => by.wordsOf(items[i] as Item)); // places within it
  let [from, to] = [0, 0];
  for (const { start, end, tokens } of hunksBetween(said(before, was), said(after, is))) {
    for (; from < start; from++, to++) pairs.set(is[to] ?? 0, was[from] ?? 0);
    const gap = [was.slice(start, end), is.slice(to, to + tokens.length)] as const;
    for (const [a, b] of mostAlike(gap[0], gap[1], (i, j) => by.alike(before[i] as Item, after[j] as Item)))
      pairs.set(b, a);
    [from, to] = [end, to + tokens.length];
  }
  for (; from < was.length; from++, to++) pairs.set(is[to] ?? 0, was[from] ?? 0);
}

/** In order, and together as alike as can be. */
function mostAlike(
  old: readonly number[],
  fresh: readonly number[],
  alike: (was: number, is: number) => number,
): readonly (readonly [number, number])[] {
  if (old.length === 0 || fresh.length === 0) return [];
  if (old.length * fresh.length > mostWeighed)
    return fresh.flatMap((is, i) => {
      const was = old[i];
      return was !== undefined && alike(was, is) >= leastAlike ? [[was, is] as const] : [];
    });
  const likeness = old.map((was) => fresh.map((is) => alike(was, is)));
  // best[i][j]: of the entries from i and j on.
  const best = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0));
  const of = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const paired = (i: number, j: number): number => {
    const one = likeness[i]?.[j] ?? 0;
    return one >= leastAlike ? one + of(i + 1, j + 1) : -1;
  };
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      best[i]?.splice(j, 1, Math.max(of(i + 1, j), of(i, j + 1), paired(i, j)));
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < fresh.length;) {
    if (paired(i, j) >= of(i, j)) pairs.push([old[i++] ?? 0, fresh[j++] ?? 0]);
    else if (of(i + 1, j) >= of(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Words of a text that are weighed. */
const mostWords = 400;

/** The share of their words that two texts have in common. */
export function likenessOf(was: string, is: string): number {
  const wordsIn = (text: string): Set<string> =>
    new Set(
      text
        .slice(0, mostWords * 12)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.slice(0, mostWords),
    );
  const [a, b] = [wordsIn(was), wordsIn(is)];
  return a.size + b.size === 0 ? 1 : (2 * a.intersection(b).size) / (a.size + b.size);
}

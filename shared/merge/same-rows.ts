/** Which row is which: rows have no ids, so each row of an edit is found again as the one that it was before, or is a new one. */
import { isJsonList, isJsonObject, type Json } from '../base/json.ts';
import { hunksBetween } from './token-diff.ts';

export interface TokenRows {
  readonly rows: readonly Json[];
  /** Of each row, what is compared. */
  readonly tokens: readonly string[];
}

/** By row of `changed`: the index of the same row in `base`; null = a new one. */
type Origins = readonly (number | null)[];

/** Rows that were taken out at one place, and those that were put there. */
interface Run {
  readonly gone: readonly number[];
  readonly added: readonly number[];
}

/** A row of the base, and the row of the edit that is the same. */
type Pair = readonly [gone: number, added: number];

/**
 * A row that is taken out in one place and put in another is moved. Of those that are left, each is an edit of the row that it shares most of
 * its words with, in its place or else anywhere; what shares none with any is a new row.
 */
export function originsOf(base: TokenRows, changed: TokenRows): Origins {
  const origins: (number | null)[] = changed.rows.map(() => null);
  const runs: Run[] = [];
  let [at, to] = [0, 0];
  for (const { start, end, tokens } of hunksBetween(base.tokens, changed.tokens)) {
    while (at < start) origins[to++] = at++;
    runs.push({ gone: upTo(end - start, start), added: upTo(tokens.length, to) });
    [at, to] = [end, to + tokens.length];
  }
  while (at < base.rows.length) origins[to++] = at++;
  const found = new Map<number, number>();
  const taken = new Set<number>();
  const take = (pairs: readonly Pair[]): void => {
    for (const [gone, added] of pairs) {
      origins[added] = gone;
      found.set(added, gone);
      taken.add(gone);
    }
  };
  const left = (run: Run): Run => ({
    gone: run.gone.filter((i) => !taken.has(i)),
    added: run.added.filter((i) => !found.has(i)),
  });
  take(pairMoved(base, changed, runs));
  const shares = new Shares(base, changed);
  const gaps = runs.map(left).flatMap((run) => {
    const pairs = pairInOrder(shares, run);
    take(pairs);
    return between(run, pairs);
  });
  take(pairAnywhere(shares, gaps));
  for (const gap of gaps.map(left)) take(pairBlank(shares, gap));
  return origins;
}

function upTo(count: number, from: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

function pairMoved(base: TokenRows, changed: TokenRows, runs: readonly Run[]): readonly Pair[] {
  const gone = new Map<string | undefined, number[]>();
  for (const i of runs.flatMap((run) => run.gone)) {
    const same = gone.get(base.tokens[i]) ?? [];
    same.push(i);
    gone.set(base.tokens[i], same);
  }
  for (const same of gone.values()) same.reverse();
  return runs
    .flatMap((run) => run.added)
    .flatMap((i): Pair[] => {
      const before = gone.get(changed.tokens[i])?.pop();
      return before === undefined ? [] : [[before, i]];
    });
}

/** What lies before, between and after the pairs. */
function between({ gone, added }: Run, pairs: readonly Pair[]): readonly Run[] {
  const ends: readonly Pair[] = [...pairs, [Infinity, Infinity]];
  return ends.map(([g, a], i) => {
    const [fromG, fromA] = ends[i - 1] ?? [-1, -1];
    return {
      gone: gone.filter((each) => each > fromG && each < g),
      added: added.filter((each) => each > fromA && each < a),
    };
  });
}

/** More pairs than these are not compared by their words. */
const mostPairs = 2_500;
/** Half, where the other has a few words more, too. */
const leastShare = 0.49;

/** Of the pairs that share at least half of their words those that share most in all, in the order that both have. */
function pairInOrder(shares: Shares, { gone, added }: Run): readonly Pair[] {
  if (gone.length * added.length > mostPairs) return [];
  const shared = gone.map((g) => added.map((a) => shares.of(g, a)));
  /** What the rows from these two on share at most. */
  const best = [...gone, 0].map(() => [...added, 0].map(() => 0));
  const bestAt = (g: number, a: number): number => best[g]?.[a] ?? 0;
  const withPair = (g: number, a: number): number => {
    const share = shared[g]?.[a] ?? 0;
    return share < leastShare ? 0 : share + bestAt(g + 1, a + 1);
  };
  for (let g = gone.length - 1; g >= 0; g--)
    for (let a = added.length - 1; a >= 0; a--)
      best[g]?.splice(a, 1, Math.max(withPair(g, a), bestAt(g + 1, a), bestAt(g, a + 1)));
  const pairs: Pair[] = [];
  for (let [g, a] = [0, 0]; g < gone.length && a < added.length;) {
    if (bestAt(g, a) === bestAt(g, a + 1)) a++;
    else if (bestAt(g, a) === bestAt(g + 1, a)) g++;
    else pairs.push([gone[g++] ?? 0, added[a++] ?? 0]);
  }
  return pairs;
}

/** Rows that were moved and edited at once: of all places, those that share most first. */
function pairAnywhere(shares: Shares, gaps: readonly Run[]): readonly Pair[] {
  const [gone, added] = [gaps.flatMap((gap) => gap.gone), gaps.flatMap((gap) => gap.added)];
  if (gone.length * added.length > mostPairs) return [];
  const alike = gone
    .flatMap((g) => added.map((a) => ({ g, a, share: shares.of(g, a) })))
    .filter(({ share }) => share > leastShareElsewhere)
    .toSorted((one, other) => other.share - one.share);
  const pairs: Pair[] = [];
  for (const { g, a } of alike) if (pairs.every((pair) => pair[0] !== g && pair[1] !== a)) pairs.push([g, a]);
  return pairs;
}

/** What nobody had written in is written in its place: an empty row that both fill in is one row. */
function pairBlank(shares: Shares, { gone, added }: Run): readonly Pair[] {
  if (gone.length !== added.length) return [];
  return gone.flatMap((i, k): Pair[] => (shares.isBlank(i) ? [[i, added[k] ?? 0]] : []));
}

/** In another place, half of the words may be by chance. */
const leastShareElsewhere = 0.66;

/** How many of their words two rows share, 0 to 1. */
class Shares {
  readonly #base: readonly ReadonlySet<string>[];
  readonly #changed: readonly ReadonlySet<string>[];

  constructor(base: TokenRows, changed: TokenRows) {
    this.#base = base.rows.map(wordsOf);
    this.#changed = changed.rows.map(wordsOf);
  }

  /** Of the base. */
  isBlank(gone: number): boolean {
    return this.#base[gone]?.size === 0;
  }

  of(gone: number, added: number): number {
    const [words, others] = [this.#base[gone], this.#changed[added]];
    return words && others ? shareOf(words, others) : 0;
  }
}

/** Of the words of the shorter one, and a little less where the other has many more. */
function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [shorter, longer] = words.size < others.size ? [words, others] : [others, words];
  if (shorter.size === 0) return 0;
  return shorter.intersection(longer).size / (shorter.size + (longer.size - shorter.size) / 1_000);
}

/** Where no spaces are written, each letter. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]|[\p{L}\p{N}]+/gu;

function wordsOf(row: Json | undefined): ReadonlySet<string> {
  return new Set(textsOf(row).flatMap((text) => text.toLowerCase().match(word) ?? []));
}

function textsOf(value: Json | undefined): readonly string[] {
  if (isJsonList(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, each]) => (name === 'no' ? [] : textsOf(each)));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

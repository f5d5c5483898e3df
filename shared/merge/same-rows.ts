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

/**
 * A row that is taken out in one place and put in another is moved. Of those that are left in a place, each is an edit of the one there, if
 * there are as many as before, and otherwise of the one that it shares most of its words with.
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
  const moved = pairMoved(base, changed, runs);
  for (const [added, gone] of moved) origins[added] = gone;
  const taken = new Set(moved.values());
  for (const { gone, added } of runs) {
    const left = { gone: gone.filter((i) => !taken.has(i)), added: added.filter((i) => !moved.has(i)) };
    for (const [i, before] of pairEdited(base, changed, left)) origins[i] = before;
  }
  return origins;
}

function upTo(count: number, from: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

function pairMoved(base: TokenRows, changed: TokenRows, runs: readonly Run[]): ReadonlyMap<number, number> {
  const gone = new Map<string | undefined, number[]>();
  for (const i of runs.flatMap((run) => run.gone)) {
    const same = gone.get(base.tokens[i]) ?? [];
    same.push(i);
    gone.set(base.tokens[i], same);
  }
  const pairs = new Map<number, number>();
  for (const same of gone.values()) same.reverse();
  for (const i of runs.flatMap((run) => run.added)) {
    const before = gone.get(changed.tokens[i])?.pop();
    if (before !== undefined) pairs.set(i, before);
  }
  return pairs;
}

/** More pairs than these are not compared by their words. */
const mostPairs = 2_500;

function pairEdited(base: TokenRows, changed: TokenRows, { gone, added }: Run): ReadonlyMap<number, number> {
  if (gone.length === added.length) return new Map(added.map((i, k) => [i, gone[k] ?? 0]));
  if (gone.length * added.length > mostPairs) return new Map();
  const [before, after] = [gone.map((i) => wordsOf(base.rows[i])), added.map((i) => wordsOf(changed.rows[i]))];
  const alike = before
    .flatMap((words, g) => after.map((others, a) => ({ g, a, share: shareOf(words, others) })))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.share - one.share);
  const pairs: (typeof alike)[number][] = [];
  // In the order that they had: what is edited and moved at once is a new row.
  for (const each of alike)
    if (pairs.every(({ g, a }) => (each.g < g && each.a < a) || (each.g > g && each.a > a))) pairs.push(each);
  return new Map(pairs.map(({ g, a }) => [added[a] ?? 0, gone[g] ?? 0]));
}

/** Of the words of the shorter one, and a little less where the other has many more. */
function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [shorter, longer] = words.size < others.size ? [words, others] : [others, words];
  if (shorter.size === 0) return 0;
  return shorter.intersection(longer).size / (shorter.size + (longer.size - shorter.size) / 1_000);
}

function wordsOf(row: Json | undefined): ReadonlySet<string> {
  return new Set(textsOf(row).flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []));
}

function textsOf(value: Json | undefined): readonly string[] {
  if (isJsonList(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, each]) => (name === 'no' ? [] : textsOf(each)));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

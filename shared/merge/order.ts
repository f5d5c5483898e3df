/**
 * Position keys (fractional indexing): another key always fits between two, so that two people's reorders of one list merge. Keys compare
 * by code units; digits `0` to `z` in base 62, never ending in `0`.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key strictly between `before` and `after`; null means the open end on either side. */
export function keyBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after) throw new RangeError(`${before} is not before ${after}`);
  if (after === null) return keyAfter(before ?? '');
  return midpoint(before ?? '', after);
}

/** Keys for `count` consecutive entries at the end of a list. */
export function freshKeys(count: number, before: string | null = null): string[] {
  const keys: string[] = [];
  for (let key = before; keys.length < count; keys.push(key)) key = keyBetween(key, null);
  return keys;
}

/** Characters. Moves to one spot make keys longer; a reorder that would make a longer one gives its neighbours new keys too. */
export const longestKey = 32;

interface Keyed {
  readonly id: string;
  /** Null for a new entry. */
  readonly key: string | null;
}

/**
 * The fewest new keys that produce the given order: the longest run already in order keeps its keys, unless a key grows too long. Returns
 * the entries whose key changes.
 */
export function reorderKeys(entries: readonly Keyed[]): Map<string, string> {
  const kept = longestRise(entries.map((entry) => entry.key));
  const keys: string[] = [];
  entries.forEach(({ key }, i) => {
    const next = entries.find((_, j) => j > i && kept.has(j));
    keys.push(key !== null && kept.has(i) ? key : keyBetween(keys.at(-1) ?? null, next?.key ?? null));
  });
  const short = shortened(keys);
  return new Map(entries.flatMap(({ id, key }, i) => (key === short[i] ? [] : [[id, short[i] ?? '']])));
}

/** Spreads the neighbours of each long key evenly, as few of them as make room for keys half as long. */
function shortened(keys: readonly string[]): readonly string[] {
  const at = keys.findIndex((key) => key.length > longestKey);
  if (at < 0) return keys;
  for (let reach = 1; ; reach *= 2) {
    const [from, to] = [Math.max(0, at - reach), Math.min(keys.length, at + reach + 1)];
    const fresh = spread(keys[from - 1] ?? null, keys[to] ?? null, to - from);
    if (to - from === keys.length || fresh.every((key) => key.length <= longestKey / 2))
      return shortened(keys.toSpliced(from, to - from, ...fresh));
  }
}

function spread(before: string | null, after: string | null, count: number): string[] {
  if (after === null) return freshKeys(count, before);
  if (count === 0) return [];
  const [middle, key] = [Math.floor(count / 2), keyBetween(before, after)];
  return [...spread(before, key, middle), key, ...spread(key, after, count - middle - 1)];
}

/**
 * The next key at the end. The first letter says how many digits follow (`a` one, `b` two …), so appending counts upwards, and keys get one
 * character longer only when the list is 62 times as long.
 */
function keyAfter(key: string): string {
  if (key === '') return 'a1';
  const head = digits.indexOf(key.charAt(0)) - digits.indexOf('a') + 1;
  if (head < 1) return 'a1';
  const whole = [...key.slice(1, 1 + head).padEnd(head, '0')];
  for (let i = whole.length - 1; i >= 0; i--) {
    const next = digits.indexOf(whole[i] ?? '0') + 1;
    if (next < digits.length) {
      whole[i] = digits.charAt(next);
      const number = whole.slice(0, i + 1).join('') + '0'.repeat(whole.length - 1 - i);
      return trim(key.charAt(0) + number);
    }
  }
  if (key.charAt(0) === 'z') return midpoint(key, null);
  return `${digits.charAt(digits.indexOf(key.charAt(0)) + 1)}${'0'.repeat(head)}1`;
}

function midpoint(low: string, high: string | null): string {
  let shared = 0;
  if (high !== null) while ((low[shared] ?? '0') === high[shared]) shared++;
  if (shared > 0) return high!.slice(0, shared) + midpoint(low.slice(shared), high!.slice(shared));
  const lowDigit = low === '' ? 0 : digits.indexOf(low.charAt(0));
  const highDigit = high === null ? digits.length : digits.indexOf(high.charAt(0));
  if (highDigit - lowDigit > 1) return digits.charAt(Math.round((lowDigit + highDigit) / 2));
  if (high !== null && high.length > 1) return high.charAt(0);
  return digits.charAt(lowDigit) + midpoint(low.slice(1), null);
}

/** A key must not end in `0`: nothing would fit just before it. */
function trim(key: string): string {
  const cut = key.replace(/0+$/, '');
  return cut.length > 1 ? cut : `${key}1`;
}

/** The indexes of a longest strictly increasing subsequence of those that are not null. */
function longestRise(keys: readonly (string | null)[]): Set<number> {
  const best = keys.map(() => ({ length: 1, previous: -1 }));
  let end = -1;
  keys.forEach((key, i) => {
    if (key === null) return;
    const mine = best[i]!;
    for (let j = 0; j < i; j++) {
      const [before, other] = [keys[j] ?? null, best[j]!];
      if (before !== null && before < key && other.length + 1 > mine.length)
        Object.assign(mine, { length: other.length + 1, previous: j });
    }
    if (end < 0 || mine.length > best[end]!.length) end = i;
  });
  const rise = new Set<number>();
  for (let i = end; i >= 0; i = best[i]!.previous) rise.add(i);
  return rise;
}

/**
 * Diff of two lists of tokens (lines or words): a shortest edit script (Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986),
 * searched from the end so that the backtrace runs forward. The work is bounded, counted in steps rather than time, so that device and
 * server find the same script.
 */

/** Tokens `start` to `end` (exclusive) of the base are replaced by `tokens`. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

/** Steps that are left: diagonals visited plus tokens matched. Several comparisons may share one budget. */
export interface StepBudget {
  left: number;
}

/** Enough for about 100 changed lines scattered among thousands. */
export function stepBudget(): StepBudget {
  return { left: 30_000 };
}

/** In order and not adjacent. The common head and tail, most of a long text, are cut off first. */
export function hunksBetween(
  base: readonly string[],
  changed: readonly string[],
  budget: StepBudget = stepBudget(),
): Hunk[] {
  const shorter = Math.min(base.length, changed.length);
  let head = 0;
  while (head < shorter && base[head] === changed[head]) head++;
  let tail = 0;
  while (tail < shorter - head && base[base.length - 1 - tail] === changed[changed.length - 1 - tail]) tail++;
  const [a, b] = [base.slice(head, base.length - tail), changed.slice(head, changed.length - tail)];
  return shortestScript(a, b, budget).map(({ start, end, tokens }) => ({
    start: head + start,
    end: head + end,
    tokens,
  }));
}

/** A single hunk for everything if the search would take too many steps. */
function shortestScript(a: readonly string[], b: readonly string[], budget: StepBudget): Hunk[] {
  if (a.length === 0 && b.length === 0) return [];
  if (a.length === 0 || b.length === 0) return [{ start: 0, end: a.length, tokens: b }];
  const reach = reachByEdits(a, b, budget);
  if (reach.length === 0) return [{ start: 0, end: a.length, tokens: b }];
  const hunks: Hunk[] = [];
  let edits = reach.length - 1;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [start, from] = [i, j];
    // Of two shortest scripts, the one that deletes first.
    while (edits > 0 && (i === a.length || j === b.length || a[i] !== b[j])) {
      if (isWithin(reach, --edits, i + 1, j, a.length - b.length)) i++;
      else j++;
    }
    if (i > start || j > from) hunks.push({ start, end: i, tokens: b.slice(from, j) });
    while (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1];
  }
  return hunks;
}

/** Larger than any index. */
const never = 2 ** 29;

/**
 * For each number of edits, counted from the end: the least `i` reached on each diagonal `i - j`, from the lowest diagonal to the highest
 * in steps of two, with a border on either side. Ends with the number of edits that reaches the start; empty if that would take too many
 * steps.
 */
function reachByEdits(a: readonly string[], b: readonly string[], budget: StepBudget): (readonly number[])[] {
  const last = a.length - b.length;
  const rows: (readonly number[])[] = [];
  let before: readonly number[] = [];
  // The difference in length is a lower bound for the number of edits; each round visits one diagonal more than the one before.
  if ((last * last) / 2 > budget.left) return [];
  for (let edits = 0; ; edits++) {
    const row = [never];
    rows.push(row);
    for (let at = 1; at <= edits + 1; at++) {
      const diagonal = last - edits + 2 * (at - 1);
      if (--budget.left < 0) return [];
      if (diagonal < -b.length || diagonal > a.length) {
        row.push(never);
        continue;
      }
      // A deletion comes from the diagonal above, an insertion from the one below; there are none beyond the edge.
      const nearest = edits === 0 ? a.length : Math.min((before[at] ?? never) - 1, before[at - 1] ?? never);
      let i = Math.max(nearest, diagonal, 0);
      const from = i;
      while (i > 0 && i > diagonal && a[i - 1] === b[i - diagonal - 1]) i--;
      budget.left -= from - i;
      row.push(i);
      if (i === 0 && diagonal === 0) return rows;
    }
    row.push(never);
    before = row;
  }
}

/** Whether this many edits lead from tokens `i` and `j` to the end. */
function isWithin(reach: readonly (readonly number[])[], edits: number, i: number, j: number, last: number): boolean {
  const at = (i - j - last + edits) / 2 + 1;
  return i >= (reach[edits]?.[at] ?? never);
}

/** Line-based three-way merge (diff3): two people's edits of one long text, kept together where they touch different lines. */

/** The merged text, or null where both changed the same lines differently. */
export function mergeLines(was: string, theirs: string, mine: string): string | null {
  const base = was.split('\n');
  const left = hunks(base, theirs.split('\n'));
  const right = hunks(base, mine.split('\n'));
  const merged: string[] = [];
  let at = 0;
  while (left.length > 0 || right.length > 0) {
    const next = first(left, right);
    const other = next === left[0] ? right[0] : left[0];
    if (other && touches(next, other)) {
      if (!same(next, other)) return null;
      right.shift();
      left.shift();
    } else if (next === left[0]) left.shift();
    else right.shift();
    merged.push(...base.slice(at, next.start), ...next.lines);
    at = next.end;
  }
  merged.push(...base.slice(at));
  return merged.join('\n');
}

/** Lines `start` to `end` (exclusive) of the base are replaced by `lines`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function first(left: readonly Hunk[], right: readonly Hunk[]): Hunk {
  const [a, b] = [left[0], right[0]];
  if (!a || !b) return (a ?? b) as Hunk; // the caller has seen that one of them is there
  return a.start <= b.start ? a : b;
}

/** Neighbouring hunks count as touching: an insertion beside a changed line has no certain place. */
function touches(a: Hunk, b: Hunk): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function same(a: Hunk, b: Hunk): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join('\n') === b.lines.join('\n');
}

function hunks(base: readonly string[], changed: readonly string[]): Hunk[] {
  const found: Hunk[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of [...commonLines(base, changed), [base.length, changed.length] as const]) {
    if (i > from || j > to) found.push({ start: from, end: i, lines: changed.slice(to, j) });
    [from, to] = [i + 1, j + 1];
  }
  return found;
}

/** Beyond this the table of the comparison would fill the memory: what lies between the common head and tail counts as one change. */
const maxCells = 4_000_000;

/** Index pairs of a longest common subsequence; the common head and tail are cut off first, which is most of a long text. */
function commonLines(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [rows, columns] = middle(a.length - head - tail, b.length - head - tail);
  const length = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    const row = length[i];
    if (!row) continue;
    for (let j = columns - 1; j >= 0; j--)
      row[j] = a[head + i] === b[head + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: (readonly [number, number])[] = Array.from({ length: head }, (_, i) => [i, i] as const);
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[head + i] === b[head + j]) pairs.push([head + i++, head + j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  for (let k = tail; k > 0; k--) pairs.push([a.length - k, b.length - k]);
  return pairs;
}

/** How many lines of either side are compared one by one. */
function middle(rows: number, columns: number): readonly [rows: number, columns: number] {
  return rows * columns > maxCells ? [0, 0] : [rows, columns];
}

/** Line-based three-way merge (diff3) of long texts: keeps the edits of both people if they changed different lines. */
import { hunksBetween, type Hunk } from './line-diff.ts';

/** UTF-16 units; more than any field holds. What a device claims to have seen may be of any length, and is not compared beyond this. */
const longest = 100_000;

/** The merged text, or null if both changed the same lines differently. */
export function mergeLines(was: string, theirs: string, mine: string): string | null {
  if (Math.max(was.length, theirs.length, mine.length) > longest) return null;
  const base = was.split('\n');
  const left = hunksBetween(base, theirs.split('\n'));
  const right = hunksBetween(base, mine.split('\n'));
  const hunks: Hunk[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const [a, b] = [left[l], right[r]];
    if (a && b && touches(a, b) && !same(a, b)) return null;
    const isLeftNext = a !== undefined && (b === undefined || a.start <= b.start);
    if (a && b && touches(a, b)) [l, r] = [l + 1, r + 1];
    else if (isLeftNext) l++;
    else r++;
    hunks.push((isLeftNext ? a : b) as Hunk); // one of the two exists while the loop runs
  }
  return withHunks(base, hunks);
}

/**
 * The current text with all changes from `was` to `mine` applied. Other people's changes elsewhere are kept; if the texts cannot be
 * compared, `mine` replaces everything.
 */
export function takeLines(was: string, current: string, mine: string): string {
  if (Math.max(was.length, current.length, mine.length) > longest) return mine;
  const base = was.split('\n');
  const own = hunksBetween(base, mine.split('\n'));
  const others = hunksBetween(base, current.split('\n'));
  const undisputed = others.filter((hunk) => !own.some((each) => touches(hunk, each)));
  return withHunks(
    base,
    [...undisputed, ...own].toSorted((a, b) => a.start - b.start),
  );
}

/** Adjacent hunks count as overlapping: an insertion beside a changed line has no definite place. */
function touches(a: Hunk, b: Hunk): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Line by line: no line at all differs from one empty line. */
function same(a: Hunk, b: Hunk): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, i) => line === b.lines[i])
  );
}

function withHunks(base: readonly string[], hunks: readonly Hunk[]): string {
  const parts: (readonly string[])[] = [];
  let at = 0;
  for (const { start, end, lines } of hunks) {
    parts.push(base.slice(at, start), lines);
    at = end;
  }
  parts.push(base.slice(at));
  return parts.flat().join('\n');
}

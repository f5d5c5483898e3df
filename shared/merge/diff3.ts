/** Three-way merge of two edit scripts of one base (diff3): which changes of the two sides meet, and the tokens that result. */
import type { Hunk } from './token-diff.ts';

type Tokens = readonly string[];

export interface Resolver {
  /** Whether changes of the two sides must be resolved together. */
  readonly meets: (earlier: Hunk, later: Hunk) => boolean;
  /** The result where changes of both sides meet and differ. */
  readonly resolve: (base: Tokens, theirs: Tokens, mine: Tokens) => Tokens;
}

type Range = Pick<Hunk, 'start' | 'end'>;

interface Region {
  start: number;
  end: number;
  readonly theirs: Hunk[];
  readonly mine: Hunk[];
}

export function mergeHunks(
  base: Tokens,
  theirs: readonly Hunk[],
  mine: readonly Hunk[],
  { meets, resolve }: Resolver,
): Tokens {
  const parts: Tokens[] = [];
  let at = 0;
  for (const region of regionsOf(theirs, mine, meets)) {
    const [left, right] = [applyHunks(base, region, region.theirs), applyHunks(base, region, region.mine)];
    parts.push(base.slice(at, region.start));
    if (region.mine.length === 0 || sameTokens(left, right)) parts.push(left);
    else if (region.theirs.length === 0) parts.push(right);
    else parts.push(resolve(base.slice(region.start, region.end), left, right));
    at = region.end;
  }
  parts.push(base.slice(at));
  return parts.flat();
}

/** Two ranges share tokens, or both are insertions at one place. */
export function overlaps(a: Hunk, b: Hunk): boolean {
  if (a.start === a.end && b.start === b.end) return a.start === b.start;
  return a.start < b.end && b.start < a.end;
}

/** In order. An insertion before a changed token comes first, and theirs before mine. */
function regionsOf(theirs: readonly Hunk[], mine: readonly Hunk[], meets: Resolver['meets']): Region[] {
  const regions: Region[] = [];
  const isBefore = (a: Hunk, b: Hunk): boolean =>
    a.start === b.start ? a.start === a.end || b.start < b.end : a.start < b.start;
  for (let l = 0, r = 0; l < theirs.length || r < mine.length;) {
    const [a, b] = [theirs[l], mine[r]];
    const isTheirs = a !== undefined && (b === undefined || isBefore(a, b));
    const hunk = (isTheirs ? theirs[l++] : mine[r++])!; // the loop runs while there is one
    const open = regions.at(-1);
    const other = (isTheirs ? open?.mine : open?.theirs)?.at(-1);
    const region: Region =
      open && other && meets(other, hunk) ? open : { start: hunk.start, end: hunk.end, theirs: [], mine: [] };
    if (region !== open) regions.push(region);
    region.end = Math.max(region.end, hunk.end);
    (isTheirs ? region.theirs : region.mine).push(hunk);
  }
  return regions;
}

/** The tokens of a range after the changes within it. */
export function applyHunks(base: Tokens, { start, end }: Range, hunks: readonly Hunk[]): Tokens {
  const parts: Tokens[] = [];
  let at = start;
  for (const hunk of hunks) {
    parts.push(base.slice(at, hunk.start), hunk.tokens);
    at = hunk.end;
  }
  parts.push(base.slice(at, end));
  return parts.flat();
}

function sameTokens(a: Tokens, b: Tokens): boolean {
  return a.length === b.length && a.every((token, i) => token === b[i]);
}

/** Times of RFC 3339 as instants: of two texts that differ in offset or precision, neither says by its letters which is earlier. */

/** ms since 1970; NaN if absent, so that comparisons with it are false. */
export function instantOf(at: string | null | undefined): number {
  return Date.parse(at ?? '');
}

/** For sorting; what has no time comes first. */
export function byInstant(a: string | null | undefined, b: string | null | undefined): number {
  const [first, second] = [instantOf(a), instantOf(b)];
  if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(second)) - Number(Number.isNaN(first));
  return first - second;
}

/** How long signing takes on average, between the end of the talk and the signatures of it. */

/** A gap this long is a break, not somebody who signs. */
const breakMs = 10 * 60_000;
const fewest = 2;

/** ms a person; null where too few signed one after another. `times` = of the signatures, ISO 8601. */
export function averageMs(endedAt: string, times: readonly string[]): number | null {
  const start = Date.parse(endedAt);
  const signed = times
    .map((time) => Date.parse(time))
    .filter((time) => time >= start)
    .toSorted((a, b) => a - b);
  const gaps = signed.map((time, i) => time - (signed[i - 1] ?? start)).filter((gap) => gap <= breakMs);
  return gaps.length < fewest ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/** `14 s`, `2 min`, in units that every language writes so. */
export function shortTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 100 ? `${seconds}\u202Fs` : `${Math.round(seconds / 60)}\u202Fmin`;
}

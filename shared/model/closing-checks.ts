/** How long a place was under checks after a fire watch: each time between two of them that is not too long. */

/** All in ms since 1970 but `every`, in minutes. `until` = the end of the last time that counts or began. */
export function checkedMs(
  start: number,
  checks: readonly number[],
  every: number,
): { readonly ms: number; readonly until: number } {
  let [ms, until] = [0, start];
  for (const at of checks.toSorted((a, b) => a - b)) {
    if (!(at > until)) continue;
    if (Math.floor((at - until) / 60_000) <= every) ms += at - until;
    until = at;
  }
  return { ms, until };
}

/** How long something still lasts, in the words of a countdown. */

/** "9 h 22", "0:55" below an hour; "0:00" when it is over. */
export function remaining(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  return hours === 0 ? `0:${rest}` : `${hours} h ${rest}`;
}

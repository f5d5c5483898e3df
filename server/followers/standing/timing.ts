/** When a standing export is rendered again (contract, Exports, EX56 and EX59). All times are in ms since 1970. */

/** No change of what it prints for so long; but nobody holds a rendering up by changing on and on. */
const quietMs = 10_000;
const mostWaitMs = 60_000;
/** Between two renderings of the same file. */
const apartMs = 60_000;
/** After the first failure in a row, the second, and so on. The server gives up after as many, until something changes. */
const retryMs: readonly number[] = [1, 5, 25, 120, 600].map((minutes) => minutes * 60_000);

export interface Tried {
  /** When what the last file lacks was changed, in order; empty = there is no file. */
  readonly changed: readonly number[];
  /** When the last one was wanted; null = never. */
  readonly wanted: number | null;
  /** Failures since the last file, oldest first. `isSame` = something that has not changed since, `isHopeless` = it would fail again. */
  readonly failed: readonly { readonly at: number; readonly isSame: boolean; readonly isHopeless: boolean }[];
}

/** Null = not until something changes. */
export function dueAt({ changed, wanted, failed }: Tried, now: number): number | null {
  const last = failed.at(-1);
  const same = failed.filter(({ isSame }) => isSame);
  if (last?.isSame && (last.isHopeless || same.length > retryMs.length)) return null;
  const [first, latest] = [changed[0], changed.at(-1)];
  const waits = [
    first === undefined || latest === undefined
      ? now
      : Math.min(after(latest, quietMs, now), after(first, mostWaitMs, now)),
    wanted === null ? now : after(wanted, apartMs, now),
    last ? after(last.at, retryMs[Math.min(failed.length, retryMs.length) - 1] ?? 0, now) : now,
  ];
  return Math.max(...waits);
}

/** A time that is further ahead than that was written before the clock was set back: nobody waits for it. */
function after(at: number, ms: number, now: number): number {
  return at > now + ms ? now : at + ms;
}

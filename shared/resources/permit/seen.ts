/**
 * What somebody saw when they acted on a permit: which stop they lifted, whom they relieved, which watch they ended. A tablet without signal
 * acts on what it last heard; where that is not what the act would change now, it is refused, and somebody looks again.
 */
import { Problem } from '../../model/problem.ts';
import type { Permit, Someone } from './fields.ts';
import { isSame } from './people.ts';

/** The stops that the work waits for; a tablet without signal adds one to those of the office. */
export function stopsOf({ suspensions }: Pick<Permit, 'suspensions'>): Permit['suspensions'] {
  return suspensions.filter(({ resumed_at: at }) => !at);
}

/** As the log has it: the server sets the start of a watch back where a clock was ahead. Null = none is under way. */
export function startOfWatch({ fire_watch: watch, log }: Pick<Permit, 'fire_watch' | 'log'>): string | null {
  if (!watch || watch.ended_at) return null;
  return log.findLast(({ action }) => action === 'start_fire_watch')?.at ?? null;
}

/** `seen` = as an act names it; absent where it names none, and then any will do. */
export function isAt(seen: string | null | undefined, at: string | null | undefined): boolean {
  return !seen || Date.parse(seen) === Date.parse(at ?? '');
}

/** Throws `conflict`. */
export function requireSeenStops(before: Permit, seen: readonly string[] | undefined): void {
  const unseen = stopsOf(before).find(({ suspended_at: at }) => seen && !seen.some((each) => isAt(each, at)));
  if (unseen)
    throw new Problem('conflict', `The work is stopped for another reason, too: ${unseen.reason ?? 'none was given'}`);
}

/** Throws `conflict`. */
export function requireSeenPerson(from: Someone | null, seen: Someone | null | undefined): void {
  if (seen && !isSame(from, seen))
    throw new Problem('conflict', `The permit was handed over meanwhile: ${from?.name ?? 'nobody'} has that part now.`);
}

/** Throws `conflict`. */
export function requireSeenWatch(before: Permit, seen: string | null | undefined): void {
  if (!isAt(seen, startOfWatch(before)))
    throw new Problem('conflict', 'That fire watch has ended; the one that is under way now is another.');
}

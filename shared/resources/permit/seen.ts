/**
 * What somebody saw when they acted on a permit: which stop they lifted, whom they relieved, which watch they ended. A tablet without signal
 * acts on what it last heard; where that is not what the act would change now, it is refused, and somebody looks again.
 */
import { Problem } from '../../model/problem.ts';
import type { Permit, Someone } from './fields.ts';
import { isSame } from './people.ts';

/** The stop that the work waits for. */
export function stopOf({ suspensions }: Permit): Permit['suspensions'][number] | null {
  return suspensions.findLast(({ resumed_at: at }) => !at) ?? null;
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
export function requireSeenStop(before: Permit, seen: string | null | undefined): void {
  const stop = stopOf(before);
  if (stop && !isAt(seen, stop.suspended_at))
    throw new Problem('conflict', `The work was stopped again since: ${stop.reason ?? 'without a reason'}`);
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

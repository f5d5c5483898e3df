/**
 * When to sync unasked: after a local change, at a poke of the stream, when the page returns to the front, and by a timer that is always
 * armed. After a refused token it pauses until there is another; every other failure is retried. After a mere local change nothing is
 * pulled: what waits is pushed, and its effect arrives by the stream.
 */
import { backOffMs, pauseMs } from './back-off.ts';
import { SyncError } from '../base/sync-error.ts';

/** `any` = something may have changed elsewhere; `own` = only here. */
export type Poke = 'any' | 'own';

export interface AutoSyncOptions {
  readonly sync: (what: Poke) => Promise<unknown>;
  /** Calls back whenever there may be something to sync; returns what ends it. */
  readonly follow: (onPoke: (what: Poke) => void) => () => void;
  /** 0 to 1. */
  readonly random: () => number;
}

export interface AutoSync {
  /** Tries again with a new token. */
  resume(): void;
  stop(): void;
}

export function startAutoSync({ sync, follow, random }: AutoSyncOptions): AutoSync {
  /** Armed by full syncs only, so that a run of edits does not postpone it. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  let failures = 0;
  let running = false;
  let again = false;
  let next: Poke = 'any';
  /** Counts tokens: a refusal of an earlier one does not concern the current one. */
  let round = 0;

  async function run(): Promise<void> {
    again = running;
    if (running) return;
    running = true;
    clearTimeout(soon);
    const startedIn = round;
    const what = next;
    next = 'own';
    const delayMs = await attempt(what);
    if (failures > 0) next = 'any';
    running = false;
    if (!unfollow) return;
    if (delayMs === null) return startedIn === round ? stop() : void run();
    if (what === 'any' || failures > 0) {
      clearTimeout(timer);
      timer = setTimeout(pokeForAny, delayMs);
    }
    if (again && failures === 0) soon = setTimeout(() => void run());
  }

  /** Milliseconds until the next attempt; null = none with this token. */
  async function attempt(what: Poke): Promise<number | null> {
    try {
      await sync(what);
      failures = 0;
      return pauseMs(random);
    } catch (error) {
      const known = error instanceof SyncError ? error : null;
      if (known?.needsAnotherToken) return null;
      return Math.max(known?.retryAfterMs ?? 0, backOffMs(failures++, random));
    }
  }

  function poke(what: Poke): void {
    if (what === 'any') next = 'any';
    if (unfollow) void run();
  }

  const pokeForAny = (): void => poke('any');

  function resume(): void {
    round++;
    failures = 0;
    if (!unfollow) {
      unfollow = follow(poke);
      for (const name of wakingEvents) globalThis.addEventListener?.(name, pokeForAny);
    }
    pokeForAny();
  }

  function stop(): void {
    clearTimeout(timer);
    clearTimeout(soon);
    unfollow?.();
    unfollow = undefined;
    for (const name of wakingEvents) globalThis.removeEventListener?.(name, pokeForAny);
  }

  resume();
  return { resume, stop };
}

/** The network may be back, or the page returns to the front; absent in Node. */
const wakingEvents = ['online', 'pageshow', 'focus'] as const;

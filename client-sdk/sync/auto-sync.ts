/**
 * When to exchange without being asked: after a local change, at a poke of the stream, when the page comes back to the front, and by a
 * timer that is always armed. Where the token is refused it rests until there is another; everything else is tried again. After a local
 * change alone there is nothing to ask for: what waits is sent, and what the server makes of it comes as any other change does.
 */
import { backOffMs, pauseMs } from './back-off.ts';
import { SyncError } from '../base/sync-error.ts';

/** Whether something may have changed elsewhere, or only here. */
export type Poke = 'any' | 'own';

export interface AutoSyncOptions {
  /** `what` = `own` where nothing but a local change is known of. */
  readonly sync: (what: Poke) => Promise<unknown>;
  /** Calls back whenever there may be something to exchange; returns what ends that. */
  readonly follow: (onPoke: (what: Poke) => void) => () => void;
  /** 0 to 1. */
  readonly random: () => number;
}

export interface AutoSync {
  /** There is another token. */
  resume(): void;
  stop(): void;
}

export function startAutoSync({ sync, follow, random }: AutoSyncOptions): AutoSync {
  /** Armed by what asks for everything, and by nothing else: edits that follow one another do not put it off. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  let failures = 0;
  let running = false;
  let again = false;
  let next: Poke = 'any';
  /** Counts the tokens: a refusal of an earlier one says nothing of the present one. */
  let round = 0;

  async function run(): Promise<void> {
    again = running;
    if (running) return;
    running = true;
    clearTimeout(soon);
    const begunIn = round;
    const what = next;
    next = 'own';
    const delayMs = await attempt(what);
    if (failures > 0) next = 'any';
    running = false;
    if (!unfollow) return;
    if (delayMs === null) return begunIn === round ? stop() : void run();
    if (what === 'any' || failures > 0) {
      clearTimeout(timer);
      timer = setTimeout(pokeForAny, delayMs);
    }
    if (again && failures === 0) soon = setTimeout(() => void run());
  }

  /** Milliseconds until the next attempt; null = not with this token. */
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

/** A network that may be back, a page that comes back to the front; absent in Node. */
const wakingEvents = ['online', 'pageshow', 'focus'] as const;

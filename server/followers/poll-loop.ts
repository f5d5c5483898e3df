/**
 * What followers have in common: rounds, one at a time, at the start, at every tick, and when something wakes them. Whoever asks for a
 * round while one is under way gets the next, which sees whatever was stored before he asked.
 */
import type { CommitSignal } from '../base/commit-signal.ts';

export interface PollLoop {
  /** Resolves with what the round counts; throws what it throws. */
  run(): Promise<number>;
  /** Begins no more, and waits for the one that is under way. */
  close(): Promise<void>;
}

export interface PollLoopOptions {
  /** Asks now and then whether it is to stop half-way. */
  readonly round: (isClosed: () => boolean) => Promise<number>;
  readonly everyMs: number;
  readonly wake?: Pick<CommitSignal, 'listen'>;
  /** Hears of rounds that nobody asked for. */
  readonly failed: (error: unknown) => void;
}

const laterMs = 10;

/** Hints that come together are one, a moment later: whoever made the change has his answer before anything follows from it. */
export function listenLater(listen: (listener: () => void) => () => void, listener: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = listen(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, laterMs).unref();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

export function openPollLoop({ round, everyMs, wake, failed }: PollLoopOptions): PollLoop {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | null = null;
  let closed = false;

  function run(): Promise<number> {
    if (next) return next;
    const mine = last.then(() => {
      next = null;
      return round(() => closed);
    });
    next = mine;
    last = mine.catch(() => undefined); // its own caller hears of it
    return mine;
  }

  const tick = (): void => void run().catch(failed);
  const stopListening = wake && listenLater(wake.listen, tick);
  const timer = setInterval(tick, everyMs).unref();
  tick();
  return {
    run,
    close: async () => {
      closed = true;
      clearInterval(timer);
      stopListening?.();
      await last;
    },
  };
}

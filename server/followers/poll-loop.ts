/**
 * The loop of a follower: one round at a time, at start, at every tick and at each commit signal. A call during a round gets the next
 * round, which sees everything stored before the call.
 */
import type { CommitSignal } from '../base/commit-signal.ts';

export interface PollLoop {
  /** Runs a round and returns its count: how much it took, sent or swept. Throws what the round throws. */
  run(): Promise<number>;
  /** Starts no more rounds and waits for the current one. */
  close(): Promise<void>;
}

export interface PollLoopOptions {
  /** Should check `isClosed` between steps and stop early. */
  readonly round: (isClosed: () => boolean) => Promise<number>;
  /** Null = no round but those that `run` asks for, so that a day can be replayed. */
  readonly everyMs: number | null;
  readonly wake?: Pick<CommitSignal, 'listen'>;
  /** Called when a scheduled round fails. */
  readonly failed: (error: unknown) => void;
}

const laterMs = 10;

/** Debounces signals: the caller of the commit gets its reply before followers start. */
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
    last = mine.catch(() => undefined); // its caller handles the error
    return mine;
  }

  const tick = (): void => void run().catch(failed);
  const stopListening = everyMs === null ? undefined : wake && listenLater(wake.listen, tick);
  const timer = everyMs === null ? undefined : setInterval(tick, everyMs).unref();
  if (timer) tick();
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

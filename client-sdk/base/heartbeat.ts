/**
 * Whether the other end of a stream is still there. A network that was gone may have dropped the connection without a word to either end, and
 * browsers show a page no pings: so the server sends frames at an interval that it names (shared/sync/sync.ts, `ready`).
 */

/** For the opening of a stream, as long as the server has named none. */
const usualIntervalMs = 20_000;
/** Two frames may be late. */
const mostMissed = 3;

export class HeartbeatTimeout {
  readonly #onTimeout: () => void;
  #intervalMs = usualIntervalMs;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins at once, and ends with `onTimeout`: nothing came for too long, or the network is back. */
  constructor(onTimeout: () => void) {
    this.#onTimeout = () => {
      this.end();
      onTimeout();
    };
    this.heard();
    globalThis.addEventListener?.('online', this.#onTimeout);
  }

  /** Something came. */
  heard(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onTimeout, mostMissed * this.#intervalMs);
  }

  /** @param intervalMs something comes so often, as the server says; undefined = it does not say, so it cannot be told */
  expect(intervalMs: number | undefined): void {
    if (intervalMs === undefined) return this.end();
    this.#intervalMs = intervalMs;
    this.heard();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.('online', this.#onTimeout);
  }
}

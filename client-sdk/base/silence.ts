/**
 * Whether the other end of a stream is still there. A network that was gone may have dropped the connection without a word to either end, and
 * browsers show a page no pings: so the server sends frames at an interval that it names (shared/sync/sync.ts, `ready`).
 */

/** For the opening of a stream, as long as the server has named none. */
const usualBeatMs = 20_000;
/** Two may be late. */
const beatsUntilDead = 3;

export class Silence {
  readonly #onDead: () => void;
  #beatMs = usualBeatMs;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins at once, and ends with `onDead`: nothing came for too long, or the network is back. */
  constructor(onDead: () => void) {
    this.#onDead = () => {
      this.end();
      onDead();
    };
    this.heard();
    globalThis.addEventListener?.('online', this.#onDead);
  }

  /** Something came. */
  heard(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onDead, beatsUntilDead * this.#beatMs);
  }

  /** @param beatMs something comes so often, as the server says; undefined = it does not say, so silence tells nothing */
  expect(beatMs: number | undefined): void {
    if (beatMs === undefined) return this.end();
    this.#beatMs = beatMs;
    this.heard();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.('online', this.#onDead);
  }
}

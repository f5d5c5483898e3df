/** How many frames came within a second: on one stream, or on all streams of a token, which cost the server time however small they are. */

const windowMs = 1000;

export class FrameWindow {
  #from = 0;
  #frames = 0;

  /** Counts one more; returns how many there are in this second. */
  add(): number {
    const at = performance.now();
    if (at - this.#from >= windowMs) [this.#from, this.#frames] = [at, 0];
    return ++this.#frames;
  }
}

/** Kept while a stream of the token is open. */
export class TokenWindows {
  readonly #windows = new Map<string, { readonly window: FrameWindow; streams: number }>();

  enter(token: string): { readonly window: FrameWindow; readonly leave: () => void } {
    const own = this.#windows.get(token) ?? { window: new FrameWindow(), streams: 0 };
    this.#windows.set(token, own);
    own.streams++;
    return {
      window: own.window,
      leave: () => {
        if (--own.streams === 0) this.#windows.delete(token);
      },
    };
  }
}

/** Ends a request that brings nothing for a while; one that brings something may take as long as it needs. */

export class Patience {
  readonly #ending = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ms without a byte */
  constructor(ms: number) {
    this.#ms = ms;
    this.#renew();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The body of an answer, whole. */
  async read(response: Response): Promise<Blob> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (;;) {
      this.#renew();
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) break;
      if (value) chunks.push(value);
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #renew(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ending.abort(new Error(`Nothing came for ${this.#ms} ms.`)), this.#ms);
  }
}

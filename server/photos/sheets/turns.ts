/** One piece of work after another: those who wait take turns, so that the many files of one hold up nobody else for longer than one file. */
import { Problem } from '../../../shared/model/problem.ts';

/** Of one organisation; each waits with its file in memory. */
const mostWaiting = 4;
/** Seconds. */
const retryAfter = 10;

export class Turns {
  readonly #lines = new Map<string, (() => void)[]>();
  #isBusy = false;

  /** Throws `unavailable` where too many of `who` wait already. */
  async take<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) await this.#turnOf(who);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(who: string): Promise<void> {
    const line = this.#lines.get(who) ?? [];
    if (line.length >= mostWaiting)
      throw new Problem('unavailable', 'Many sheets are being read already. Send this one again in a moment.', {
        members: { retry_after: retryAfter },
      });
    this.#lines.set(who, line);
    return new Promise((resolve) => line.push(resolve));
  }

  /** The organisation that has waited longest for a turn; the rest of its line goes behind the others. */
  #next(): void {
    const [first] = this.#lines;
    this.#isBusy = first !== undefined;
    if (!first) return;
    const [who, line] = first;
    const start = line.shift();
    this.#lines.delete(who);
    if (line.length > 0) this.#lines.set(who, line);
    start?.();
  }
}

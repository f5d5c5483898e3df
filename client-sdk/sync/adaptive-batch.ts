/**
 * How much goes up at once. On a line that is too slow for a whole push in the time that a request may take, sending the same again would
 * go on for ever: so less is sent, and one push at a time, until everything has gone up.
 */

const maxMutations = 200;
/** While the server works on one push, the next has come there. */
const maxPushes = 2;

export class AdaptiveBatch {
  #mutations = maxMutations;
  #pushes = maxPushes;

  /** Of one push. */
  get mutations(): number {
    return this.#mutations;
  }

  /** On their way at the same time. */
  get pushes(): number {
    return this.#pushes;
  }

  /** A push of so many found no answer in time. */
  timedOut(mutations: number): void {
    this.#mutations = Math.ceil(mutations / 2);
    this.#pushes = 1;
  }

  answered(): void {
    this.#mutations = Math.min(maxMutations, this.#mutations * 2);
  }

  /** Everything has gone up. */
  done(): void {
    this.#mutations = maxMutations;
    this.#pushes = maxPushes;
  }
}

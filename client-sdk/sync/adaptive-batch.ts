/**
 * The size of pushes, adapted to the connection. If a push times out, retrying the same one would never succeed: smaller pushes are sent,
 * one at a time, until everything is pushed.
 */

const maxMutations = 200;
/** While the server works on one push, the next is already on its way. */
const maxPushes = 2;

export class AdaptiveBatch {
  #mutations = maxMutations;
  #pushes = maxPushes;

  /** Maximum in one push. */
  get mutations(): number {
    return this.#mutations;
  }

  /** Maximum in flight at once. */
  get pushes(): number {
    return this.#pushes;
  }

  /** A push of this many timed out. */
  timedOut(mutations: number): void {
    this.#mutations = Math.ceil(mutations / 2);
    this.#pushes = 1;
  }

  answered(): void {
    this.#mutations = Math.min(maxMutations, this.#mutations * 2);
  }

  /** Everything is pushed. */
  done(): void {
    this.#mutations = maxMutations;
    this.#pushes = maxPushes;
  }
}

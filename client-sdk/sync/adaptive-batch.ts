/**
 * The size of pushes, adapted to the connection. If a push times out, retrying the same one would never succeed: smaller pushes are sent,
 * one at a time, until everything is pushed.
 */

const maxCommands = 200;
/** While the server works on one push, the next is already on its way. */
const maxPushes = 2;

export class AdaptiveBatch {
  #commands = maxCommands;
  #pushes = maxPushes;

  /** Maximum in one push. */
  get commands(): number {
    return this.#commands;
  }

  /** Maximum in flight at once. */
  get pushes(): number {
    return this.#pushes;
  }

  /** A push of this many timed out. */
  timedOut(commands: number): void {
    this.#commands = Math.ceil(commands / 2);
    this.#pushes = 1;
  }

  answered(): void {
    this.#commands = Math.min(maxCommands, this.#commands * 2);
  }

  /** Everything is pushed. */
  done(): void {
    this.#commands = maxCommands;
    this.#pushes = maxPushes;
  }
}

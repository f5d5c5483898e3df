/**
 * Frames of the stream that carry their change (shared/sync.ts, stream): shown where they fit exactly, so that no pull is needed, and
 * stored a moment later, rows before the place in the feed. What is lost between the two comes again by a pull.
 */
import type * as z from 'zod';
import type { streamFrame } from '../shared/sync.ts';
import type { Step } from '../shared/upgrade/step.ts';
import { currentSchema } from '../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from './clock.ts';
import type { ExchangeJournal, Journal } from './journal.ts';
import type { Records } from './records.ts';
import { upgradeOps } from './upgrade-replica.ts';
import { isFeedOp } from './wire.ts';

export type OpsFrame = Extract<z.infer<typeof streamFrame>, { readonly type: 'ops' }>;

interface Parts {
  readonly journal: Pick<Journal, 'state' | 'commands'>;
  readonly records: Records;
  readonly clock: Clock;
  readonly steps: readonly Step[];
}

/** What is shown leads from one place in the feed to another. */
interface Way {
  readonly from: string;
  readonly to: string;
}

export class LiveFrames {
  readonly #parts: Parts;
  #shown: Way | null = null;
  #keeping: Way | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Where the replica stands now. Whoever moved it, as another tab does, knows of what is shown here or of something newer. */
  follow(cursor: string | null): void {
    const isOwn = this.#shown === null || cursor === this.#shown.from || cursor === this.#keeping?.to;
    if (!isOwn) this.forget();
  }

  /** Nothing is shown that is not stored. */
  get isKept(): boolean {
    return this.#shown === null;
  }

  /** False where the device has to pull: it stands elsewhere, or waits for the effect of its own commands. */
  show({ from, to, epoch, schema, ops }: OpsFrame): boolean {
    const { journal, records, steps } = this.#parts;
    const { state, commands } = journal;
    const place = this.#shown?.to ?? state.cursor;
    if (place === to) return true; // it came twice, or a pull was faster
    const present = currentSchema(steps);
    const isPlain = ops.every((op) => (op.op === 'put' || op.op === 'del') && isFeedOp(op));
    // What a newer server sends, only a pull may judge: it may be more than this app can read.
    const isReadable = (schema ?? present) <= present;
    const stands = place === from && state.epoch === epoch && state.schema <= present && state.kept === null;
    const waits =
      state.sweeping || Object.keys(state.resets).length > 0 || commands.some((entry) => entry.state === 'acked');
    if (!isPlain || !isReadable || !stands || waits) return false;
    records.show(upgradeOps(ops, schema ?? present, steps), state.generation);
    this.#shown = { from: this.#shown?.from ?? from, to };
    return true;
  }

  /** `journal` as this exchange has just taken it over. Throws StorageError, and then nothing is kept. */
  async keep(journal: ExchangeJournal): Promise<void> {
    this.follow(journal.state.cursor);
    try {
      for (let way = this.#shown; way; way = this.#shown) {
        const { from, to } = (this.#keeping = way);
        await this.#parts.records.keepShown();
        const last_exchange_at = isoTime(this.#parts.clock.now());
        // Somebody who moved the place meanwhile wants everything behind it again.
        await journal.change(({ state }) => (state.cursor === from ? { state: { cursor: to, last_exchange_at } } : {}));
        const shown: Way | null = this.#shown;
        this.#shown = shown === null || shown.to === to ? null : { from: to, to: shown.to };
      }
    } finally {
      this.#keeping = null;
    }
  }

  forget(): void {
    this.#shown = null;
    this.#parts.records.forgetShown();
  }
}

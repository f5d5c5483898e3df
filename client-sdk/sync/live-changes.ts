/**
 * Frames of the stream that carry their change (shared/sync/sync.ts, stream): shown where they fit exactly, so that no pull is needed, and
 * stored a moment later, rows before the place in the feed. What is lost between the two comes again by a pull.
 */
import type * as z from 'zod';
import type { streamFrame } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import type { FencedJournal, Journal } from '../disk/journal.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import type { Records } from '../disk/records.ts';
import { upgradeOps } from '../disk/upgrade-replica.ts';
import { isFeedOp } from './sync-transport.ts';

export type LiveChange = Extract<z.infer<typeof streamFrame>, { readonly type: 'ops' }>;

interface Parts {
  readonly journal: Pick<Journal, 'state'>;
  readonly records: Records;
  readonly clock: Clock;
  readonly steps: readonly Step[];
}

/** What is shown leads from one place in the feed to another, and covers everything up to this sequence number. */
interface Way {
  readonly from: string;
  readonly to: string;
  readonly seq: number;
}

export class LiveChanges {
  readonly #parts: Parts;
  #shown: Way | null = null;
  #keeping: Way | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Where the replica stands now. Whoever moved it, as another tab does, knows of what is shown here or of something newer. */
  follow(cursor: string | null): void {
    const isOwn = this.#shown === null || cursor === this.#shown.from || cursor === this.#keeping?.to;
    if (!isOwn) this.drop();
  }

  /** Nothing is shown that is not stored. */
  get isStored(): boolean {
    return this.#shown === null;
  }

  /** False where the device has to pull: it stands elsewhere, or has more to do than to take a change in. */
  show({ from, to, epoch, schema, ops }: LiveChange): boolean {
    const { journal, records, steps } = this.#parts;
    const { state } = journal;
    const place = this.#shown?.to ?? state.cursor;
    if (place === to) return true; // it came twice, or a pull was faster
    const present = currentSchema(steps);
    const isPlain = ops.every((op) => (op.op === 'put' || op.op === 'del') && isFeedOp(op));
    // What a newer server sends, only a pull may judge: it may be more than this app can read.
    const isReadable = (schema ?? present) <= present;
    const stands = place === from && state.epoch === epoch && state.schema <= present && state.kept === null;
    const isWhole = !state.sweeping && Object.keys(state.resets).length === 0;
    if (!isPlain || !isReadable || !stands || !isWhole) return false;
    records.showUnstored(upgradeOps(ops, schema ?? present, steps), state.generation);
    const seq = ops.reduce((most, op) => Math.max(most, Number(op['seq'])), this.#shown?.seq ?? 0);
    this.#shown = { from: this.#shown?.from ?? from, to, seq };
    return true;
  }

  /** `journal` as this exchange has just taken it over. Throws StorageError, and then nothing is kept. */
  async store(journal: FencedJournal): Promise<void> {
    this.follow(journal.state.cursor);
    try {
      for (let way = this.#shown; way; way = this.#shown) {
        const { from, to } = (this.#keeping = way);
        await this.#parts.records.storeShown();
        const last_sync_at = isoTime(this.#parts.clock.now());
        await journal.change(({ state, commands }) =>
          // Somebody who moved the place meanwhile wants everything behind it again.
          state.cursor === from ? { state: { cursor: to, last_sync_at }, remove: settledBy(commands, way) } : {},
        );
        const shown: Way | null = this.#shown;
        this.#shown = shown === null || shown.to === to ? null : { ...shown, from: to };
      }
    } finally {
      this.#keeping = null;
    }
  }

  drop(): void {
    this.#shown = null;
    this.#parts.records.dropShown();
  }
}

/** Commands whose effect has come: they leave the overlay without a flicker. */
function settledBy(commands: readonly OutboxCommand[], { seq }: Way): number[] {
  return commands
    .filter(({ state, result }) => state === 'acked' && result !== null && result.seq > 0 && result.seq <= seq)
    .map(({ id }) => id);
}

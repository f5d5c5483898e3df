/**
 * Changes carried by the live stream (shared/sync/sync.ts, stream): shown at once if they continue exactly at the replica's cursor, so
 * that no pull is needed, and stored shortly after, rows before the cursor. What is lost in between is pulled again.
 */
import type * as z from 'zod';
import type { streamFrame } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import type { FencedJournal, Journal } from '../disk/journal.ts';
import type { Commands } from '../disk/commands.ts';
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

/** The part of the feed that is shown: between two cursors, up to this sequence number. */
interface FeedRange {
  readonly from: string;
  readonly to: string;
  readonly seq: number;
}

export class LiveChanges {
  readonly #parts: Parts;
  #shown: FeedRange | null = null;
  #storing: FeedRange | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The replica's cursor has moved. If something else moved it, such as another tab, it knows what is shown here or newer. */
  follow(cursor: string | null): void {
    const isExpected = this.#shown === null || cursor === this.#shown.from || cursor === this.#storing?.to;
    if (!isExpected) this.drop();
  }

  /** Everything shown is stored. */
  get isStored(): boolean {
    return this.#shown === null;
  }

  /** False if the device has to pull instead: its cursor differs, or it is not up to date otherwise. */
  show({ from, to, schema, ops }: LiveChange): boolean {
    const { journal, records, steps } = this.#parts;
    const { state } = journal;
    const cursor = this.#shown?.to ?? state.cursor;
    if (cursor === to) return true; // a duplicate, or a pull was faster
    const current = currentSchema(steps);
    const isPlain = ops.every((op) => (op.op === 'put' || op.op === 'del') && isFeedOp(op));
    // A newer server may send what this app cannot read; a pull finds out.
    const isReadable = schema <= current;
    const isNext = cursor === from && state.schema <= current && state.kept === null;
    const isWhole = !state.sweeping && Object.keys(state.resets).length === 0;
    if (!isPlain || !isReadable || !isNext || !isWhole) return false;
    records.showUnstored(upgradeOps(ops, schema, steps), state.generation);
    const seq = ops.reduce((most, op) => Math.max(most, Number(op['seq'])), this.#shown?.seq ?? 0);
    this.#shown = { from: this.#shown?.from ?? from, to, seq };
    return true;
  }

  /** `journal` was just taken over. Throws StorageError, and then nothing is stored. */
  async store(journal: FencedJournal): Promise<void> {
    this.follow(journal.state.cursor);
    try {
      for (let range = this.#shown; range; range = this.#shown) {
        const { from, to } = (this.#storing = range);
        await this.#parts.records.storeShown();
        const last_sync_at = isoTime(this.#parts.clock.now());
        await journal.change(({ state, commands }) =>
          // If the cursor was moved meanwhile, everything behind it is pulled again.
          state.cursor === from ? { state: { cursor: to, last_sync_at }, settled: confirmedBy(commands, range) } : {},
        );
        const shown: FeedRange | null = this.#shown;
        this.#shown = shown === null || shown.to === to ? null : { ...shown, from: to };
      }
    } finally {
      this.#storing = null;
    }
  }

  drop(): void {
    this.#shown = null;
    this.#parts.records.dropShown();
  }
}

/** Commands whose effect is stored: they leave the overlay without a flicker. */
function confirmedBy(commands: Commands, { seq }: FeedRange): OutboxCommand[] {
  return [...commands.values()].filter(
    ({ state, result }) => state === 'acked' && result !== null && result.seq > 0 && result.seq <= seq,
  );
}

/**
 * The write lock of an organisation (contract, The store): the first statement locks its feed row, the last one
 * stores how far sequence and clock have come. Writes of one organisation are therefore serial on both engines, become
 * visible in the order of their sequence numbers, and no reader that follows `seq` or `updated_at` can skip a row.
 */
import type { Trx } from './engine/db.ts';
import { readSettings, type Settings } from '../../shared/model/settings.ts';
import { preparedChange, preparedFirst } from './engine/prepared.ts';

export interface WriteTransaction {
  readonly orgId: string;
  readonly epoch: string;
  readonly settings: Settings;
  /** That its records have (shared/upgrade/). */
  readonly recordSchema: number;
  readonly trx: Trx;
  /** The next number of the sequence that records, events and audit entries share; a rollback gives it back. */
  nextSeq(): number;
  /** RFC 3339, UTC, ms. Strictly increasing in the organisation, even when the clock of the machine goes back. */
  nextTime(): string;
}

export class UnknownOrganisationError extends Error {
  constructor(orgId: string) {
    super(`organisation ${JSON.stringify(orgId)} does not exist`);
    this.name = 'UnknownOrganisationError';
  }
}

/** @param now ms since 1970 */
export async function writeUnderLock<T>(
  trx: Trx,
  orgId: string,
  now: () => number,
  work: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const feed = await lockFeed(trx, orgId);
  if (feed === undefined) throw new UnknownOrganisationError(orgId);
  let { seq, clock_ms } = feed;
  const textOf = timeText();
  const result = await work({
    orgId,
    epoch: feed.epoch,
    settings: readSettings(feed.settings),
    recordSchema: feed.record_schema,
    trx,
    nextSeq: () => ++seq,
    nextTime: () => textOf((clock_ms = Math.max(now(), clock_ms + 1))),
  });
  if (seq !== feed.seq || clock_ms !== feed.clock_ms) await moveFeed(trx, orgId, seq, clock_ms);
  return result;
}

/** RFC 3339 of ms since 1970. A batch asks for a thousand times of one second, of which only the last digits differ. */
function timeText(): (ms: number) => string {
  let second = Number.NaN;
  let head = '';
  return (ms) => {
    const now = Math.floor(ms / 1000);
    if (now !== second) head = new Date((second = now) * 1000).toISOString().slice(0, -4);
    return `${head}${String(ms - now * 1000).padStart(3, '0')}Z`;
  };
}

/** An update that changes nothing: the one way to lock a row that both engines know, and it never makes an organisation. */
const lockFeed = preparedFirst((db, orgId: string) =>
  db
    .updateTable('feed')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('org_id', '=', orgId)
    .returning(['seq', 'clock_ms', 'epoch', 'settings', 'record_schema']),
);

const moveFeed = preparedChange((db, orgId: string, seq: number, clockMs: number) =>
  db.updateTable('feed').set({ seq, clock_ms: clockMs }).where('org_id', '=', orgId),
);

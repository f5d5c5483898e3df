/**
 * The write lock of an organisation (contract, The store): the first statement locks its feed row, and the last one stores the new sequence
 * number and clock. Writes of one organisation are therefore serial on both engines and become visible in the order of their sequence
 * numbers, so a reader that follows `seq` or `updated_at` cannot skip a row.
 */
import type { Trx } from './engine/db.ts';
import { readSettings, type Settings } from '../../shared/model/settings.ts';
import { preparedChange, preparedFirst } from './engine/prepared.ts';
import { headAfter } from './records/audit.ts';

export interface WriteTransaction {
  readonly orgId: string;
  readonly settings: Settings;
  /** Schema version of its records (shared/upgrade/). */
  readonly recordSchema: number;
  readonly trx: Trx;
  /** The next number of the sequence that records, events and audit entries share. A rollback reuses it. */
  nextSeq(): number;
  /** RFC 3339, UTC, ms. Strictly increasing within the organisation, even if the system clock goes back. */
  nextTime(): string;
  /** The head of the audit log after an entry with this leaf. */
  nextHead(leaf: string): string;
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
  let { seq, clock_ms, head } = feed;
  const format = timeFormatter();
  const result = await work({
    orgId,
    settings: readSettings(feed.settings),
    recordSchema: feed.record_schema,
    trx,
    nextSeq: () => ++seq,
    nextTime: () => format((clock_ms = Math.max(now(), clock_ms + 1))),
    nextHead: (leaf) => (head = headAfter(head, leaf)),
  });
  if (seq !== feed.seq || clock_ms !== feed.clock_ms) await moveFeed(trx, orgId, seq, clock_ms, head);
  return result;
}

/** Formats ms since 1970 as RFC 3339. A batch formats up to a thousand times of the same second, so the prefix is cached. */
function timeFormatter(): (ms: number) => string {
  let second = Number.NaN;
  let head = '';
  return (ms) => {
    const now = Math.floor(ms / 1000);
    if (now !== second) head = new Date((second = now) * 1000).toISOString().slice(0, -4);
    return `${head}${String(ms - now * 1000).padStart(3, '0')}Z`;
  };
}

/** A no-op update: the only way to lock a row on both engines, and unlike an upsert it never creates an organisation. */
const lockFeed = preparedFirst((db, orgId: string) =>
  db
    .updateTable('feed')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('org_id', '=', orgId)
    .returning(['seq', 'clock_ms', 'head', 'settings', 'record_schema']),
);

const moveFeed = preparedChange((db, orgId: string, seq: number, clockMs: number, head: string) =>
  db.updateTable('feed').set({ seq, clock_ms: clockMs, head }).where('org_id', '=', orgId),
);

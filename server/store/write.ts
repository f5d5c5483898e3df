/**
 * The write lock of an organisation (contract, The store): the first statement locks its feed row, and the last one stores how far it
 * came. Writes of one organisation are therefore serial on both engines and become visible in the order of their sequence numbers, so a
 * reader that follows `seq` or `updated_at` cannot skip a row.
 *
 * A write has two clocks (decision two-clocks): `nextStamp` orders and only rises, `now` is the wall clock and is what people are told.
 */
import type { Trx } from './engine/db.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import { readSettings, type Settings } from '../../shared/model/settings.ts';
import { mostJumpMs, type WatchedClock } from '../base/clock.ts';
import { preparedChange, preparedFirst } from './engine/prepared.ts';
import { headAfter } from './records/audit.ts';
import type { FeedTable } from './tables/tables.ts';

export interface WriteTransaction {
  readonly orgId: string;
  readonly settings: Settings;
  /** Of the organisation (IANA); null = UTC. */
  readonly timezone: string | null;
  /** Schema version of its records (shared/upgrade/). */
  readonly recordSchema: number;
  /** Of a record of this revision, the next: none that a lost history may have used. */
  nextRevision(revision: number): number;
  readonly trx: Trx;
  /** The next number of the sequence that records, events and audit entries share. A rollback reuses it. */
  nextSeq(): number;
  /** For order only: RFC 3339, UTC, ms, strictly increasing within the organisation, even if the wall clock goes back. */
  nextStamp(): string;
  /** The wall clock at receipt, RFC 3339, UTC, ms; the same throughout the write. Throws UnclearTimeError. */
  now(): string;
  /** The operator says, for the nth time, that the wall clock is right. Call before `now`. */
  acceptClock(nth: number): void;
  /** The bodies of the live records take this many bytes more, or less; returns what they take then. */
  addRecordBytes(more: number): number;
  /** The head of the audit log after this entry. */
  nextHead(entry: string): string;
}

export class UnknownOrganisationError extends Error {
  constructor(orgId: string) {
    super(`organisation ${JSON.stringify(orgId)} does not exist`);
    this.name = 'UnknownOrganisationError';
  }
}

/** The wall clock has jumped, or is behind an earlier write, by more than an hour: nothing is written that would be dated by it. */
export class UnclearTimeError extends Error {
  constructor(reason: string) {
    super(`the time is unclear: ${reason}`);
    this.name = 'UnclearTimeError';
  }
}

/** @param now ms since 1970 */
export async function writeUnderLock<T>(
  trx: Trx,
  orgId: string,
  now: () => number,
  work: (tx: WriteTransaction) => Promise<T>,
  clock?: WatchedClock,
): Promise<T> {
  const feed = await lockFeed(trx, orgId);
  if (feed === undefined) throw new UnknownOrganisationError(orgId);
  clock?.accept(feed.clock_accepted);
  let { seq, order_ms, wall_ms, clock_accepted, head, record_bytes } = feed;
  let received: { readonly ms: number; readonly text: string } | undefined;
  const format = timeFormatter();
  function receipt(): { readonly ms: number; readonly text: string } {
    if (received) return received;
    const ms = now();
    requireClear(ms, wall_ms, clock?.jumpMs() ?? 0);
    wall_ms = Math.max(wall_ms, ms);
    return (received = { ms, text: format(ms) });
  }
  const result = await work({
    orgId,
    settings: readSettings(feed.settings),
    timezone: readDetails(feed.details).timezone,
    recordSchema: feed.record_schema,
    nextRevision: (revision) => Math.max(revision + 1, feed.revision_floor),
    trx,
    nextSeq: () => ++seq,
    nextStamp: () => format((order_ms = Math.max(receipt().ms, order_ms + 1))),
    addRecordBytes: (more) => (record_bytes = Math.max(0, record_bytes + more)),
    nextHead: (entry) => (head = headAfter(head, entry)),
    now: () => receipt().text,
    acceptClock: (nth) => {
      wall_ms = now();
      clock_accepted = nth;
    },
  });
  if (received || seq !== feed.seq)
    await moveFeed(trx, orgId, { seq, order_ms, wall_ms, clock_accepted, head, record_bytes });
  return result;
}

function requireClear(nowMs: number, lastWriteMs: number, jumpMs: number): void {
  if (Math.abs(jumpMs) > mostJumpMs) throw new UnclearTimeError(`the clock has jumped by ${jumpMs / 1000} s`);
  if (lastWriteMs - nowMs > mostJumpMs)
    throw new UnclearTimeError(`the clock is ${(lastWriteMs - nowMs) / 1000} s behind the last write`);
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
    .returning([
      'seq',
      'order_ms',
      'wall_ms',
      'clock_accepted',
      'head',
      'record_bytes',
      'settings',
      'details',
      'record_schema',
      'revision_floor',
    ]),
);

type Position = Pick<FeedTable, 'seq' | 'order_ms' | 'wall_ms' | 'clock_accepted' | 'head' | 'record_bytes'>;
const moveFeed = preparedChange((db, orgId: string, position: Position) =>
  db.updateTable('feed').set(position).where('org_id', '=', orgId),
);

/**
 * A cursor names the history that it was read from: the head of the audit log at a position of the feed (contract, Sync, SY90). A server
 * that has another head there, or no such position, was restored from a copy since, or is another server: what was read may be gone, and
 * something else may have taken its place.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isSame, sign } from '../auth/crypto.ts';
import type { Db } from '../store/engine/db.ts';
import { firstSeqAfter, headAt, noHistory } from '../store/records/audit.ts';
import { readEvent } from '../store/records/events.ts';
import { readFeed, skippedByRestore } from '../store/records/feed.ts';
import type { FeedTable } from '../store/tables/tables.ts';

export interface HistoryPoint {
  /** Position of the feed, at the end of a commit. */
  readonly seq: number;
  /** The first 132 bits of the head there, base64url. */
  readonly head: string;
}

const digits = 22;
const sealLength = 22;

/** The end of the feed as it was read. */
export function historyPointOf(feed: Pick<FeedTable, 'seq' | 'head'> | undefined): HistoryPoint {
  return { seq: feed?.seq ?? 0, head: (feed?.head ?? noHistory).slice(0, digits) };
}

/**
 * Throws `history_changed` unless the point is part of this server's history. Returns the end of the feed. With a head of null, it has to
 * be the position of an event: a restore leaves out the numbers that were lost. `toGoOn` = further members of that problem, from the last
 * point that both histories share.
 */
export async function requireHistory(
  db: Db,
  organisationId: string,
  { seq, head }: { readonly seq: number; readonly head: string | null },
  toGoOn: (shared: HistoryPoint) => JsonObject = () => ({}),
): Promise<FeedTable> {
  const feed = await readFeed(db, organisationId);
  if (!feed || seq > feed.seq) throw historyChanged();
  if (await isPart(db, feed, { seq, head })) return feed;
  const shared = await lastShared(db, feed, seq);
  throw historyChanged(shared, shared ? toGoOn(shared) : {});
}

async function isPart(
  db: Db,
  feed: FeedTable,
  { seq, head }: { readonly seq: number; readonly head: string | null },
): Promise<boolean> {
  if (head === null) return seq <= feed.events_until || (await readEvent(db, feed.org_id, seq)) !== undefined;
  const found = seq === feed.seq ? feed : await headAt(db, feed.org_id, seq);
  return (found?.head ?? noHistory).slice(0, digits) === head;
}

/** Where the backup ended, for a position among the numbers that a restore left out; null = unknown. */
async function lastShared(db: Db, feed: FeedTable, seq: number): Promise<HistoryPoint | null> {
  const before = (await headAt(db, feed.org_id, seq)) ?? { seq: 0, head: noHistory };
  const next = (await firstSeqAfter(db, feed.org_id, seq)) ?? feed;
  const isSkipped = before.seq < seq && next.seq - before.seq > skippedByRestore;
  return isSkipped ? historyPointOf(before) : null;
}

/** `shared` = the last point that the caller's history shares with the server's; null = unknown. */
export function historyChanged(shared: HistoryPoint | null = null, more: JsonObject = {}): Problem {
  return new Problem(
    'history_changed',
    'The server was restored from a backup, or did not write this cursor. Forget the cursor and read everything again from the start.',
    { members: { shared_sequence: shared?.seq ?? null, ...more } },
  );
}

/** `text` with a signature for this use and organisation. base64url, with a dot. */
export function sealCursor(text: string, key: Uint8Array, use: string): string {
  const place = Buffer.from(text).toString('base64url');
  return `${place}.${signatureOf(place, key, use)}`;
}

/** The text of a cursor that this server sealed for the same use; undefined for any other. */
export function openCursor(cursor: string, key: Uint8Array, use: string): string | undefined {
  const [place = '', given = '', ...more] = cursor.split('.');
  if (more.length > 0 || !isSame(given, signatureOf(place, key, use))) return undefined;
  return Buffer.from(place, 'base64url').toString();
}

/** 16 bytes. */
function signatureOf(place: string, key: Uint8Array, use: string): string {
  return sign(key, `${use}\n${place}`).slice(0, sealLength);
}

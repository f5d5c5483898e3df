/** What the files of photos may take: of an organisation's quota (contract, Photos), and of the disk, whose last part is for records. */
import type { BlobStore } from '../blobs/blobs.ts';
import { Problem } from '../../shared/model/problem.ts';
import { readSettings } from '../../shared/model/settings.ts';
import { fileBytes } from '../store/devices/photos.ts';
import { readFeed } from '../store/records/feed.ts';
import type { Store } from '../store/store.ts';

/**
 * Left on the disk for records: neither files nor refused commands take it. What is written to SQLite is there twice, in the log and then in
 * the file, and the log takes up to 16 MiB before a commit copies it (store/engine/wal-checkpoint.ts): so 16 MiB of records fit.
 */
const diskReserveBytes = 32 * 1024 * 1024;

/** An early check, before anything is stored; the exact one runs under the lock. Throws `quota_exceeded`, or `unavailable` for the disk. */
export async function requireRoomFor(
  bytes: number,
  { db }: Store,
  organisationId: string,
  blobs: BlobStore,
): Promise<void> {
  requireDisk(await blobs.freeBytes(), bytes);
  const feed = await readFeed(db, organisationId);
  const quota = readSettings(feed?.settings ?? '{}').photos.quota_bytes;
  requireRoom(await fileBytes(db, organisationId, 'photo'), bytes, quota);
}

/** Throws `unavailable`. */
export function requireDisk(freeBytes: number, moreBytes: number): void {
  if (moreBytes + diskReserveBytes <= freeBytes) return;
  throw new Problem('unavailable', 'The server has no disk space left for this; nothing was changed. Try again later.');
}

/** Throws `quota_exceeded`. */
export function requireRoom(usedBytes: number, moreBytes: number, quotaBytes: number): void {
  if (moreBytes <= 0 || usedBytes + moreBytes <= quotaBytes) return;
  const detail = `The organisation's photos may take ${quotaBytes} bytes in total; this upload exceeds that.`;
  throw new Problem('quota_exceeded', detail, { members: { quota_bytes: quotaBytes, used_bytes: usedBytes } });
}

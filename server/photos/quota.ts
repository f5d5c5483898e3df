/** The bytes that the photos of an organisation may take, by its settings (contract, Photos). */
import { Problem } from '../../shared/model/problem.ts';
import { readSettings } from '../../shared/model/settings.ts';
import { photoBytes } from '../store/devices/photos.ts';
import { readFeed } from '../store/records/feed.ts';
import type { Store } from '../store/store.ts';

/** An early check, before anything is stored; the exact one runs under the lock. Throws `quota_exceeded`. */
export async function requireRoomFor(bytes: number, { db }: Store, organisationId: string): Promise<void> {
  const feed = await readFeed(db, organisationId);
  const quota = readSettings(feed?.settings ?? '{}').photos.quota_bytes;
  requireRoom(await photoBytes(db, organisationId), bytes, quota);
}

/** Throws `quota_exceeded`. */
export function requireRoom(usedBytes: number, moreBytes: number, quotaBytes: number): void {
  if (moreBytes <= 0 || usedBytes + moreBytes <= quotaBytes) return;
  const detail = `The organisation's photos may take ${quotaBytes} bytes in total; this upload exceeds that.`;
  throw new Problem('quota_exceeded', detail, { members: { quota_bytes: quotaBytes, used_bytes: usedBytes } });
}

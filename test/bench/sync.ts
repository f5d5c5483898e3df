/**
 * Sync on the wire against two floors: the plain one (HTTP, JSON, a durable server, clients in memory), and the durable one, whose
 * clients keep records and unsent edits in SQLite too. Client and server are processes of their own on both sides; RxDB's own
 * replication runs against the floor's server. A first sync, a day of offline edits, one edit on many live devices, in Chromium, and
 * beside 100,000 other documents.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBrowser } from './sync/browser.ts';
import { dayFigures, growth, liveFigures } from './sync/figures.ts';
import { measureLive } from './sync/live.ts';
import { measureDay } from './sync/measure.ts';
import { openPair } from './sync/pair.ts';
import { rawPushes } from './sync/raw-pushes.ts';
import type { Figure } from './table.ts';

const records = 10_000;
const others = 100_000;

export async function sync(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    const alone = await openPair(folder, 0, records);
    const day = await measureDay(alone);
    const live = await measureLive(alone);
    const raw = await rawPushes(alone.ours.url, alone.floor.url);
    await alone[Symbol.asyncDispose]();
    const beside = await openPair(folder, others, records);
    const besideDay = await measureDay(beside, ['memory']);
    const besideLive = await measureLive(beside, ['memory']);
    await beside[Symbol.asyncDispose]();
    return [
      ...dayFigures(day, records),
      ...liveFigures(live),
      ...raw,
      ...(await inBrowser(records)),
      ...growth([day, besideDay], [live, besideLive], others),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

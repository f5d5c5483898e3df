/**
 * Sync on the wire against the floor (test/bench/sync/floor-server-program.ts), client and server in processes of their own on both
 * sides: a first sync, a day of offline edits, one edit on many live devices, and all of it again beside 100,000 other documents.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBrowser } from './sync/browser.ts';
import { figuresOf, growth } from './sync/figures.ts';
import { measure } from './sync/measure.ts';
import { openPair } from './sync/pair.ts';
import { rawPushes } from './sync/raw-pushes.ts';
import type { Figure } from './table.ts';

const records = 10_000;
const others = 100_000;

export async function sync(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    const alone = await openPair(folder, 0, records);
    const small = await measure(alone);
    const raw = await rawPushes(alone.ours.url, alone.floor.url);
    await alone[Symbol.asyncDispose]();
    const beside = await openPair(folder, others, records);
    const large = await measure(beside);
    await beside[Symbol.asyncDispose]();
    return [...raw, ...figuresOf(small, records), ...(await inBrowser(records)), ...growth(small, large, others)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

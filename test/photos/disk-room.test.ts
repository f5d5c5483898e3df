/** Files of photos leave room on the disk for records. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { requireDisk } from '../../server/photos/quota.ts';
import { smallDisk } from '../kit/small-disk.ts';
import { openWorld } from '../kit/world.ts';

const reserve = 16 * 1024 * 1024;

test('[BL19] a file may take what leaves 16 MiB of the disk, and not one byte more', () => {
  requireDisk(reserve + 1000, 1000);
  expect(() => requireDisk(reserve + 999, 1000)).toThrow('no disk space left for files');
});

const disk = smallDisk(30);

test.runIf(disk)('[BL19] half uploads on a small disk are refused in time, and records are still written', async () => {
  onTestFinished(() => disk?.[Symbol.dispose]());
  await using world = await openWorld({ environment: { DATA_DIR: disk?.folder ?? '' } });
  const statuses = [];
  for (let i = 0; i < 40; i++) {
    const answer = await fetch(`${world.url}/api/v1/sync/blobs/${randomBytes(32).toString('hex')}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${world.adminToken}`, 'content-range': 'bytes 0-999999/1000001' },
      body: Buffer.alloc(1_000_000),
    });
    statuses.push(answer.status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 503]);
  expect((await world.api('POST', '/api/v1/projects', { name: 'Block C' })).status).toBe(201);
});

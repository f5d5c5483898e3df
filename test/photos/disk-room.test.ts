/** Files of photos leave room on the disk for records. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireDisk } from '../../server/photos/quota.ts';
import { smallDisk } from '../kit/small-disk.ts';
import { bareDevice, create, patch, queued } from '../kit/bare-device.ts';
import { openWorld } from '../kit/world.ts';

const reserve = 32 * 1024 * 1024;

test('[BL19] a file may take what leaves 32 MiB of the disk, and not one byte more', () => {
  requireDisk(reserve + 1000, 1000);
  expect(() => requireDisk(reserve + 999, 1000)).toThrow('no disk space left');
});

const disk = smallDisk(48);

test.runIf(disk)('[BL19] half uploads and refusals stop before a small disk is full; records go on', async () => {
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
  writeFileSync(
    join(disk?.folder ?? '', 'filler'),
    Buffer.alloc((await world.app.commitContext.store.freeBytes()) - reserve + 4096),
  );
  const [id, other] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
  const tablet = bareDevice(world);
  expect((await tablet.send([queued(world, patch('hazard', id, { name: 'Nowhere' }))])).status).toBe(503);
  expect((await tablet.send([queued(world, create('project', other, { name: 'Block B' }))])).status).toBe(200);
  expect((await world.api('POST', '/api/v1/projects', { name: 'Block C' })).status).toBe(201);
});

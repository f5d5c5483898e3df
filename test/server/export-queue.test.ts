/** The queue of exports, when nothing else happens that could wake its follower. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Renderer } from '../../server/export/renderer.ts';
import { openExportFollower } from '../../server/followers/exports.ts';
import { openLog } from '../../server/base/log.ts';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { leaseJobs } from '../../server/store/queues/jobs.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { openWorld } from '../kit/world.ts';

test('[EX90] a job that six servers took and never ended fails, and says whether to ask again', async () => {
  await using world = await openWorld({ exportsByHand: true });
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const asked = await world.api<{ id: string }>('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
  for (let i = 0; i < 6; i++) {
    const [now, leaseUntil] = [world.clock.now(), world.clock.now() + 300_000].map((ms) => new Date(ms).toISOString());
    const lease = { now: String(now), leaseUntil: String(leaseUntil), token: 'a server that dies', limit: 1 };
    expect(await leaseJobs(world.app.commitContext.store, lease)).toHaveLength(1);
    world.clock.advance(300_000);
  }
  await world.app.exports.run();
  const { body } = await world.api('GET', `/api/v1/exports/${asked.body.id}`);
  expect(body).toMatchObject({ status: 'failed', failure: { code: 'renderer_died', retryable: true } });
});

test('[EX20] a job of a dead worker is rendered when its lease expires', async () => {
  await using world = await openWorld();
  await world.app.exports.close();
  const written = Promise.withResolvers<void>();
  // Every commit calls to wake: so the follower's own, which completes the export, is heard of.
  const ground = { ...world.app.commitContext, wake: () => written.resolve() };
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const asked = await world.api<{ id: string }>('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
  const at = (minutes: number): string => new Date(ground.now() + minutes * 60_000).toISOString();
  await leaseJobs(ground.store, { now: at(0), token: 'a worker that dies', leaseUntil: at(5), limit: 1 });
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-exports-'));
  await using renderer = new Renderer();
  const wake = { listen: () => () => undefined };
  const blobs = openFileBlobs(folder, ground.now);
  const follower = openExportFollower({
    commitContext: ground,
    blobs,
    renderer,
    exportBytesByOrganisation: Infinity,
    publicUrl: null,
    wake,
    log: openLog('silent'),
    pollMs: 20,
  });
  try {
    expect(await follower.run()).toBe(0);
    world.clock.advance(6 * 60_000);
    const status = async (): Promise<unknown> =>
      (await world.api('GET', `/api/v1/exports/${asked.body.id}`)).body['status'];
    await written.promise;
    expect(await status()).toBe('completed');
  } finally {
    await follower.close();
    await rm(folder, { recursive: true, force: true });
  }
});

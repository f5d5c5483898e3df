/** Packs keep to the room that the exports of an organisation may take, also where several are made at once (contract, Exports, EX110). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLog } from '../../server/base/log.ts';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { Renderer } from '../../server/export/renderer.ts';
import { openExportFollower } from '../../server/followers/exports.ts';
import { fileBytes } from '../../server/store/devices/photos.ts';
import { engines } from '../kit/engines.ts';
import { openSite, type Site } from '../rest/support/site.ts';

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitefile-room-'));
    site = await openSite(engine, { isFurnished: false, exportsByHand: true, environment: { DATA_DIR: dataDir } });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function aProject(): Promise<string> {
    return (await site.must('createProject', { body: { name: 'Mill Yard' } })).id;
  }

  async function read(id: string) {
    return await site.must('getProjectExport', { params: { project_export: id } });
  }

  /** Makes what waits, within so much room. `pollMs` null = one after the other. */
  async function runWith(exportBytesByOrganisation: number, pollMs: number | null): Promise<void> {
    await using renderer = new Renderer();
    const follower = openExportFollower({
      commitContext: site.world.app.commitContext,
      blobs: openFileBlobs(join(dataDir, 'blobs'), site.world.clock.now),
      renderer,
      exportBytesByOrganisation,
      wake: { listen: () => () => undefined },
      log: openLog('silent'),
      publicUrl: null,
      pollMs,
    });
    await follower.run();
    await follower.close();
  }

  test('[EX110] a pack that waited while others took the room fails, and says so', async () => {
    const project = await aProject();
    const { id } = await site.must('exportProject', { params: { project }, body: { form: 'pack' } });
    await runWith(100, null);
    const failure = { code: 'export_too_large', message: expect.stringContaining('room') as string, retryable: false };
    expect(await read(id)).toMatchObject({ status: 'failed', failure });
  });

  test('[EX110] packs made at the same time keep to the room together', async () => {
    const project = await aProject();
    const ask = { params: { project }, body: { form: 'pack' } };
    const { id: first } = await site.must('exportProject', ask);
    await site.world.app.exports.run();
    const { bytes } = await read(first);
    const { db } = site.world.app.commitContext.store;
    const used = await fileBytes(db, site.world.organisationId, 'export');
    const papers = ['a4', 'letter'].flatMap((paper) =>
      [true, false].map((photos) => ({ form: 'pack', paper, photos })),
    );
    const ids = [];
    for (const body of papers) ids.push((await site.must('exportProject', { params: { project }, body })).id);
    await runWith(used + Math.round(Number(bytes) * 1.5), 3_600_000);
    const made4 = await Promise.all(ids.map(read));
    expect(made4.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed', 'failed', 'failed']);
    expect(await fileBytes(db, site.world.organisationId, 'export')).toBeLessThanOrEqual(used + Number(bytes) * 1.5);
  });
});

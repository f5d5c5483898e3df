/** The files of standing exports: which stay, and that a lost one is made again (contract, Exports). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { engines } from '../kit/engines.ts';
import { openSite } from '../rest/support/site.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];

describe.each(engines)('files of standing exports on %s', (engine) => {
  test('[EX86] a requested register does not take the file of a standing export away', async () => {
    await using site = await openSite(engine, { isFurnished: false, exportsByHand: true });
    const params = { document: (await site.approved()).id };
    const { app, clock } = site.world;
    await site.must('setStandingExports', { params, body: { formats: ['docx'] } });
    await app.standingExports.run();
    await app.exports.run();
    clock.advance(minuteMs);
    await site.must('exportDocument', { params, body: { format: 'docx', form: 'register' } });
    await app.exports.run();
    const before = (await site.must('listExports', { params })).data.map(({ id }) => id);
    clock.advance(2 * dayMs);
    await app.retention.run();
    expect((await site.must('listExports', { params })).data.map(({ id }) => id)).toEqual(before);
  });
});

test('[EX89] a file that is lost or damaged is made again within the hour, once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-standing-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment = { DATA_DIR: dataDir };
  await using site = await openSite('sqlite', { isFurnished: false, exportsByHand: true, environment });
  const params = { document: (await site.approved()).id };
  const { app, clock, organisationId } = site.world;
  const blobs = openFileBlobs(join(dataDir, 'blobs'));
  const made = async () => {
    await app.standingExports.run();
    await app.exports.run();
    return (await site.must('listExports', { params })).data;
  };
  await site.must('setStandingExports', { params, body: { formats: ['docx'] } });
  const [first] = await made();
  clock.advance(2 * minuteMs);
  await blobs.remove(organisationId, String(first?.sha256), Infinity);
  expect(await made()).toHaveLength(1);
  clock.advance(60 * minuteMs);
  const [second, ...others] = await made();
  expect([second, others.length]).toMatchObject([{ status: 'completed', current: true }, 1]);
  const file = blobs.pathOf(organisationId, String(second?.sha256));
  await writeFile(file, 'damaged');
  clock.advance(60 * minuteMs);
  expect(await made()).toHaveLength(3);
  clock.advance(60 * minuteMs);
  expect(await made()).toHaveLength(3);
  expect((await site.call('getExportFile', { params: { export: (await made())[0]?.id ?? '' } })).status).toBe(200);
});

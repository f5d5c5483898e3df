/**
 * A disk that takes no more, for real: SQLite’s own limit of pages (SQLITE_FULL), and the system’s limit of a file (EFBIG). Device and
 * server say so, claim nothing that they have not stored, lose nothing that they have, and go on when there is room.
 */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { openClock } from '../kit/clock.ts';
import { durablePlace, temporaryFolder } from '../kit/places.ts';
import { startServer } from '../kit/server-process.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { startProgram, linesUntilExit } from '../sdk-storage/child-program.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import type { FullReport } from './full-disk-tablet.ts';
import { fileOf } from './photo-file.ts';
import { signUntilRefused } from './sign-until-refused.ts';
import { report } from './table/figures.ts';

/** What `work` gives, and the connection to SQLite that it opened first: the limit of pages is one of the connection. */
async function withConnection<Result>(work: () => Promise<Result>): Promise<[Result, DatabaseSync]> {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  try {
    const result = await work();
    const [connection] = exec.mock.contexts as readonly DatabaseSync[]; // what `exec` was called on
    if (!connection) throw new Error('nothing was opened');
    return [result, connection];
  } finally {
    exec.mockRestore();
  }
}

/** As many pages as there are, and so many more. */
function leaveRoom(connection: DatabaseSync, pages: number): void {
  const pageCount = Number(connection.prepare('PRAGMA page_count').get()?.['page_count']);
  connection.exec(`PRAGMA max_page_count = ${pageCount + pages}`);
}

/** Each sign-off of the tablet names the one before it, and none is missing. */
async function expectChain(world: World, ids: readonly string[]): Promise<void> {
  await using office = await openTablet(world, { seed: 99 });
  await office.sync();
  const signoffs = await office.signoffs.find();
  expect(signoffs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const sealById = new Map(signoffs.map(({ id, integrity }) => [id, integrity]));
  const chain = ids.map((id) => sealById.get(id));
  expect(chain.map((seal) => seal?.previous_on_device)).toEqual([
    null,
    ...chain.slice(0, -1).map((seal) => seal?.payload_hash),
  ]);
}

test('[DV89] a full disk throws a StorageError, keeps what it has, and the chain goes on', async () => {
  await using world = await openWorld();
  const [device, connection] = await withConnection(() => openTablet(world, { seed: 1, place: durablePlace() }));
  await using tablet: Device = device;
  const { documentId } = await approvedDocument(tablet);
  const project_id = await tablet.projects.create({ name: 'Block C' });
  const site_id = await tablet.sites.create({ project_id, name: 'East gate' });
  await tablet.sync();

  leaveRoom(connection, 40);
  await expect(tablet.addPhoto({ site_id, bytes: fileOf(1).bytes })).rejects.toMatchObject({
    name: 'StorageError',
    fault: 'full',
  });
  expect(tablet.photos.list()).toEqual([]);
  expect(tablet.status).toMatchObject({ storage: 'full', waiting: 0, photos: 0 });
  const { taken, refusal } = await signUntilRefused(tablet, documentId);
  expect(refusal).toMatchObject({ name: 'StorageError', fault: 'full' });
  expect(taken.length).toBeGreaterThan(2);
  expect((await tablet.signoffs.find()).map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
  expect(tablet.status).toMatchObject({ storage: 'full', waiting: taken.length, refused: 0 });

  leaveRoom(connection, 1000);
  const last = await tablet.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
  expect(tablet.status).toMatchObject({ storage: 'ok', waiting: taken.length + 1 });
  expect(await tablet.sync()).toMatchObject({ pushed: taken.length + 1, refused: 0 });
  await expectChain(world, [...taken, last]);
  report('tabletDiskFull', { injected: 2, survived: taken.length + 1, lost: 0, doubled: 0 });
});

test('[DV90] a tablet with a full file keeps what it took, and goes on with more room', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'tablet.sqlite');
  const place = { storage: () => durableStorage({ file }) };
  const first = await openTablet(world, { seed: 1, place });
  const { documentId } = await approvedDocument(first);
  await first.close();

  const program = '../faults/full-disk-tablet.ts';
  const [line = ''] = await linesUntilExit(startProgram(program, [file, documentId], 'ulimit -f 600'));
  const told = JSON.parse(line) as FullReport; // the program prints nothing else
  expect(told.taken.length).toBeGreaterThan(2);
  expect(told.shown.toSorted()).toEqual(told.taken.toSorted());
  expect(told).toMatchObject({ fault: 'full', storage: 'full', waiting: told.taken.length });

  await using tablet = await openTablet(world, { seed: 2, place });
  expect((await tablet.signoffs.find()).map(({ id }) => id).toSorted()).toEqual(told.taken.toSorted());
  const last = await tablet.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
  expect(await tablet.sync()).toMatchObject({ pushed: told.taken.length + 1, refused: 0 });
  await expectChain(world, [...told.taken, last]);
  report('tabletDiskFull', { injected: 1, survived: told.taken.length + 1, lost: 0, doubled: 0 });
});

/** A push that no page that is left can hold. */
function longPush(): readonly object[] {
  const document = randomUUID();
  const head = create('document', document, { title: 'Glulam lift', document_type: 'rams' });
  const sections = Array.from({ length: 30 }, (_, i) =>
    create('section', randomUUID(), { document_id: document, title: `Part ${i}`, body: 'long '.repeat(4000) }),
  );
  return [head, ...sections].map((command, i) => ({ id: i + 1, command }));
}

test('[SY58] a push without room is 503 with Retry-After, leaves nothing, and passes later', async () => {
  await using world = await openWorld();
  const bare = bareDevice(world);
  const limit = (pages: number): Promise<unknown> =>
    world.app.commitContext.store.transaction(async (trx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
      await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + pages}`).execute(trx);
    });
  const tables = async (): Promise<unknown> => {
    const { db } = world.app.commitContext.store;
    return {
      records: await db.selectFrom('record').select(['id', 'rev']).execute(),
      commands: await db.selectFrom('command').select(['id', 'status']).execute(),
      audit: await db.selectFrom('audit').select('seq').execute(),
      feed: await db.selectFrom('feed').select('seq').execute(),
    };
  };
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const before = await tables();
  const commands = longPush();
  await limit(2);
  for (let round = 0; round < 2; round++) {
    const refused = await bare.send(commands);
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
      503,
      '5',
      'application/problem+json',
    ]);
    expect(refused.body).toMatchObject({ code: 'unavailable', status: 503 });
    expect(refused.text).not.toMatch(/sqlite|database|page/i);
    const { status, headers } = await world.api('POST', `/api/v1/documents/${documentId}/sections`, {
      title: 'Part X',
      body: 'long '.repeat(4000),
    });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(await tables()).toEqual(before);
    expect((await world.api('GET', `/api/v1/documents/${documentId}`)).status).toBe(200);
  }

  await using tablet = await openTablet(world, { seed: 1 });
  const draft = await tablet.documents.create({ title: 'Truss lift', document_type: 'rams' });
  await tablet.sections.create({ document_id: draft, title: 'Part Y', body: 'long '.repeat(8000) });
  await expect(tablet.sync()).rejects.toMatchObject({ fault: 'busy', retryAfterMs: 5000 });
  expect(tablet.status).toMatchObject({ waiting: 2, refused: 0 });

  await limit(100_000);
  const taken = await bare.send(commands);
  expect(taken.body.results.map(({ status }) => status)).toEqual(commands.map(() => 'applied'));
  expect((await bare.send(commands)).body.results).toEqual(taken.body.results);
  expect(await tablet.sync()).toMatchObject({ pushed: 2, refused: 0 });
  expect(await tablet.sections.find()).toHaveLength(31);
  report('serverDiskFull', { injected: 5, survived: commands.length + 2, lost: 0, doubled: 0 });
});

test('[SY59] a server whose files may not grow answers, takes nothing in part, and recovers', async () => {
  const dataDir = temporaryFolder();
  const token = 'admin-token-of-the-full-disk-test';
  const environment = { DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: token, LOG_LEVEL: 'silent' };
  const place = durablePlace();
  const tabletOn = ({ url }: { readonly url: string }, seed: number): Promise<Device> =>
    openTablet({ url, adminToken: token, clock: openClock() }, { place, seed });
  // So that the tables are there already.
  await using first = await startServer(environment);
  const before = await tabletOn(first, 1);
  const project_id = await before.projects.create({ name: 'Block C' });
  const site_id = await before.sites.create({ project_id, name: 'East gate' });
  await before.sync();
  await before.close();
  await first.stop();

  await using full = await startServer(environment, `ulimit -f ${await blocksOfLargest(dataDir)}`);
  const tablet = await tabletOn(full, 2);
  await tablet.addPhoto({ site_id, bytes: Buffer.concat([fileOf(1).bytes, Buffer.alloc(4_000_000, 1)]) });
  await expect(tablet.sync()).rejects.toMatchObject({ fault: 'busy', retryAfterMs: 5000 });
  expect(tablet.status).toMatchObject({ waiting: 1, refused: 0, photos: 1 });
  const document_id = await tablet.documents.create({ title: 'Glulam lift', document_type: 'rams' });
  for (let i = 0; i < 60; i++) await tablet.sections.create({ document_id, title: `Part ${i}`, body: longText(i) });
  await expect(tablet.sync()).rejects.toMatchObject({ fault: 'busy', retryAfterMs: 5000 });
  const { waiting } = tablet.status;
  expect(waiting).toBeGreaterThan(1);
  const health = await fetch(`${full.url}/healthz`);
  expect(health.status).toBe(200);
  await tablet.close();
  await full.stop();

  await using roomy = await startServer(environment);
  await using again = await tabletOn(roomy, 3);
  await again.sync();
  expect(again.status).toMatchObject({ waiting: 0, refused: 0, photos: 0 });
  expect(await again.sections.find()).toHaveLength(60);
  await using office = await openTablet({ url: roomy.url, adminToken: token, clock: openClock() }, { seed: 4 });
  await office.sync();
  expect(await office.sections.find()).toHaveLength(60);
  report('serverDiskFull', { injected: 2, survived: 62, lost: 0, doubled: 0 });
});

function longText(seed: number): string {
  return `${seed} `.repeat(10_000);
}

/** In the blocks of `ulimit -f`, of 512 bytes. */
async function blocksOfLargest(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return Math.ceil(Math.max(...sizes) / 512) + 40;
}

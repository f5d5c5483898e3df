/** What the durable storage promises beyond the contract: nothing acknowledged is lost, and nothing is taken for what it is not. */
import { addRxPlugin, createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb/plugins/core';
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { expect, test } from 'vitest';
import { linesUntilExit, startProgram } from './child-program.ts';
import type { FillReport } from './fill-until-refused.ts';
import { hazard, hazardSchema, openSite, stored, type Hazard } from './site-database.ts';
import { durablePlace, temporaryFile } from './temporary-file.ts';

test('[ST1] an acknowledged write survives kill -9', async () => {
  const place = durablePlace();
  const titlesById = new Map<string, string>();
  for (const firstNumber of [0, 10_000, 20_000]) {
    for (const line of await linesOfKilledWriter(place.file, firstNumber)) {
      const [id = '', title = ''] = line.split(' ', 2);
      titlesById.set(id, title);
    }
  }
  await using site = await openSite(place);
  const found = new Map((await site.hazards.find().exec()).map((each) => [each.id, each.title]));
  for (const [id, title] of titlesById) {
    // The patch may have been stored and its line not yet printed; never the other way round.
    expect([title, 'patched'], id).toContain(found.get(id));
  }
});

test('[ST10] a bulk write interrupted by kill -9 is there whole or not at all', async () => {
  const place = durablePlace();
  await linesOfKilledWriter(place.file, 0);
  await using site = await openSite(place);
  const bulkRows = (await site.hazards.find().exec()).filter((each) => each.severity % 10 > 0);
  expect(bulkRows.length).toBeGreaterThan(0);
  expect(bulkRows.length % 9).toBe(0);
});

test('[ST11] a write that the file refuses fails, and nothing of it is visible or stored', async () => {
  const place = durablePlace();
  const [line = ''] = await linesUntilExit(startProgram('fill-until-refused.ts', [place.file], 'ulimit -f 400'));
  // The program prints one report and nothing else.
  const { fault, acknowledged, found, refusedIsThere, shown } = JSON.parse(line) as FillReport;

  expect(fault).toBe('unwritable');
  expect(acknowledged.length).toBeGreaterThan(0);
  expect({ found, refusedIsThere, shown }).toEqual({
    found: acknowledged,
    refusedIsThere: false,
    shown: acknowledged.length,
  });
  await using site = await openSite(place);
  const kept = await site.hazards.find({ sort: [{ severity: 'asc' }] }).exec();
  expect(kept.map((each) => each.id)).toEqual(acknowledged);
});

test('[ST8] durable storage refuses a collection with attachments', async () => {
  const { name, storage } = durablePlace();
  const database = await createRxDatabase({ name, storage: storage(), multiInstance: false });
  const adding = database.addCollections({ photos: { schema: { ...hazardSchema, attachments: {} } } });
  await expect(adding).rejects.toThrow('holds no attachments');
  await database.close();
});

test('[ST12] two databases in one file are separate, and removing one leaves the other', async () => {
  const file = temporaryFile();
  const storage = durablePlace(file).storage();
  const north = await openSite({ name: 'north', storage: () => storage });
  const south = await openSite({ name: 'south', storage: () => storage });
  await north.hazards.insert(hazard(1, 'north'));
  await south.hazards.insert(hazard(1, 'south'));
  await north.remove();
  await south.close();

  const reopened = durablePlace(file).storage();
  await using northAgain = await openSite({ name: 'north', storage: () => reopened });
  await using southAgain = await openSite({ name: 'south', storage: () => reopened });
  expect(await northAgain.hazards.find().exec()).toEqual([]);
  expect((await southAgain.hazards.find().exec()).map((each) => each.title)).toEqual(['south']);
});

test('[ST13] a document keeps every JSON value, and changes after reopening build on it', async () => {
  const place = durablePlace();
  const awkward = { id: '__proto__', title: '\ud800 \u0000 "\\ \u{1f6a7}', severity: 0, controls: [] };
  const before = await openSite(place);
  await before.hazards.insert(awkward);
  const written = await stored(before.hazards, [awkward.id]);
  await before.close();

  const after = await openSite(place);
  expect(await stored(after.hazards, [awkward.id])).toEqual(written);
  await (await after.hazards.findOne(awkward.id).exec(true)).incrementalPatch({ severity: 5 });
  await after.close();
  await using last = await openSite(place);
  expect((await last.hazards.findOne(awkward.id).exec(true)).toJSON()).toEqual({ ...awkward, severity: 5 });
});

test('[ST14] a replication resumes from its checkpoint, and requests nothing twice', async () => {
  const place = durablePlace();
  const asked: number[] = [];
  for (const served of [3, 5]) {
    const site = await openSite(place);
    const replication = replicateRxCollection<Hazard, { number: number }>({
      collection: site.hazards,
      replicationIdentifier: 'feed',
      live: false,
      waitForLeadership: false,
      pull: {
        handler: async (checkpoint) => {
          const from = checkpoint?.number ?? 0;
          asked.push(from);
          const numbers = Array.from({ length: served - from }, (_, step) => from + step + 1);
          const documents = numbers.map((number) => ({ ...hazard(number), _deleted: false }));
          return { documents, checkpoint: { number: served } };
        },
      },
    });
    await replication.awaitInitialReplication();
    expect(await site.hazards.count().exec()).toBe(served);
    await site.close();
  }
  expect(asked).toEqual([0, 3]);
});

test('[ST18] a collection of a newer schema takes over each older document once', async () => {
  addRxPlugin(RxDBMigrationSchemaPlugin);
  const place = durablePlace();
  const before = await openSite(place);
  await before.hazards.bulkInsert([hazard(1), hazard(2)]);
  await before.close();

  type Newer = { hazards: RxCollection<Hazard> };
  const migrated: string[] = [];
  const openNewer = async (): Promise<RxDatabase<Newer>> => {
    const database = await createRxDatabase<Newer>({
      name: place.name,
      storage: place.storage(),
      multiInstance: false,
    });
    const shout = (old: Hazard): Hazard => (migrated.push(old.id), { ...old, title: old.title.toUpperCase() });
    await database.addCollections({
      hazards: { schema: { ...hazardSchema, version: 1 }, migrationStrategies: { 1: shout } },
    });
    return database;
  };
  await (await openNewer()).close();
  await using after = await openNewer();
  const found = await after.hazards.find({ sort: [{ severity: 'asc' }] }).exec();
  expect(found.map((each) => each.title)).toEqual(['HAZARD 1', 'HAZARD 2']);
  expect(migrated.toSorted()).toEqual(['h1', 'h2']);
});

/** What a writer had acknowledged when it was killed: "id title" lines; each patch is acknowledged after its insert. */
async function linesOfKilledWriter(file: string, firstNumber: number): Promise<string[]> {
  const child = startProgram('write-until-killed.ts', [file, String(firstNumber)]);
  const lines = await linesUntilExit(child, (count) => {
    if (count === 150) child.kill('SIGKILL');
  });
  expect(child.signalCode).toBe('SIGKILL');
  expect(lines.length).toBeGreaterThanOrEqual(150);
  return lines;
}

/** Tests on the file of a durable replica: text that is erased from it, and a restored copy of it. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ink } from './support/ink.ts';
import { approvedDocument, draftWithHazard } from './support/site-day.ts';

test('[DV61] after a log-out the durable file contains no text of the documents', async () => {
  await using world = await openWorld();
  const folder = temporaryFolder();
  const file = join(folder, 'device.sqlite');
  const ann = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 2 });
  await draftWithHazard(ann);
  await ann.sync();
  await ann.logOut();
  expect(readFileSync(file).includes('Glulam lift')).toBe(false);
});

const left = ['Glulam lift', 'Secretworker', 'ink-v1', 'Later'];

/** Twelve people sign, everything is delivered, the app restarts, and another change is written and delivered. */
async function usedTablet(world: World, file: string): Promise<Device> {
  const place = { storage: () => durableStorage({ file }) };
  const first = await openTablet(world, { place, seed: 2 });
  const { documentId } = await approvedDocument(first);
  for (let i = 0; i < 12; i++)
    await first.sign({ document_id: documentId, worker: { name: `Secretworker ${i}` }, signature: ink() });
  await first.sync();
  await first.close();
  const again = await openTablet(world, { place, seed: 3 });
  await again.documents.create({ title: 'Later', document_type: 'rams' });
  await again.sync();
  return again;
}

/** Those of the words that occur anywhere in the file. */
function wordsIn(file: string): readonly string[] {
  const bytes = readFileSync(file);
  return left.filter((word) => bytes.includes(word));
}

/** Leaves a copy of the rows in free pages, as files of earlier versions have. */
function leaveFreePages(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA secure_delete = OFF; CREATE TABLE earlier (body TEXT)');
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'document\\_%' ESCAPE '\\'").all();
  for (const { name } of tables) database.exec(`INSERT INTO earlier SELECT body FROM ${String(name)}`);
  database.exec('DROP TABLE earlier');
  database.close();
}

test('[DV150] a log-out leaves no names or signatures in a much used durable file', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'device.sqlite');
  const ann = await usedTablet(world, file);
  await ann.logOut();
  expect(wordsIn(file)).toEqual([]);
});

test('[DV150] a log-out also erases the free pages of the file', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'device.sqlite');
  await (await usedTablet(world, file)).close();
  leaveFreePages(file);
  const ann = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 4 });
  await ann.logOut();
  expect(wordsIn(file)).toEqual([]);
});

test('[DV150] log-out that keeps the outbox leaves nothing else in the file', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'device.sqlite');
  const ann = await usedTablet(world, file);
  await ann.logOut({ keep: true });
  expect(wordsIn(file)).toEqual([]);
});

test('[DV150] an interrupted removal is finished when the file is opened again', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'device.sqlite');
  await (await usedTablet(world, file)).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA secure_delete = OFF; BEGIN; CREATE TABLE scrub_due (number INTEGER) STRICT');
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'document\\_%' ESCAPE '\\'").all();
  for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`);
  database.exec('COMMIT');
  database.close();
  const nobody = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 4 });
  await nobody.close();
  expect(wordsIn(file)).toEqual([]);
});

test('[DV24] a replica restored from a copy sends the same commands and loses nothing', async () => {
  await using world = await openWorld();
  const folder = temporaryFolder();
  const [file, copy] = [join(folder, 'device.sqlite'), join(folder, 'copy.sqlite')];
  const place = { storage: () => durableStorage({ file }) };
  const before = await openTablet(world, { place });
  const { documentId, hazardId } = await draftWithHazard(before);
  await before.close();
  copyFileSync(file, copy);
  const later = await openTablet(world, { place, seed: 101 });
  await later.hazards.patch(hazardId, { name: 'Falling beam' });
  await later.sync();
  await later.close();

  await using restored = await openTablet(world, {
    place: { storage: () => durableStorage({ file: copy }) },
    seed: 102,
  });
  expect(restored.status.waiting).toBe(2);
  await restored.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
  await restored.hazards.create({ document_id: documentId, name: 'Dust' });
  expect(await restored.sync()).toMatchObject({ refused: 0 });
  expect((await restored.hazards.find()).map((hazard) => [hazard.name, hazard.rev])).toEqual([
    ['Falling beam', 3],
    ['Dust', 1],
  ]);
  expect(await restored.hazards.get(hazardId)).toMatchObject({ who_at_risk: 'Slingers' });
  expect(await restored.documents.find()).toHaveLength(1);
  expect(await restored.conflicts.find()).toEqual([]);
});

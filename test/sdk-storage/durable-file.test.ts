/** The file of the durable storage: one user at a time, and never written to or deleted when it is not what it should be. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DurableFileFault } from '../../client-sdk/storage/durable-file-error.ts';
import { startProgram } from './child-program.ts';
import { hazard, openSite } from './site-database.ts';
import { durablePlace, temporaryFile } from './temporary-file.ts';

test('[ST15] a file that another process has open is refused until that process is gone', async () => {
  const place = durablePlace();
  const child = startProgram('write-until-killed.ts', [place.file]);
  await once(child.stdout ?? child, 'data');
  await refuses(place.file, 'in_use');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  await using site = await openSite(place);
  expect(await site.hazards.count().exec()).toBeGreaterThan(0);
});

test('[ST15] a file that another storage has open is refused, and that one goes on', async () => {
  const place = durablePlace();
  await using first = await openSite(place);
  await refuses(place.file, 'in_use');
  await first.hazards.insert(hazard(1));
  expect(await first.hazards.count().exec()).toBe(1);
});

test.for<[string, (file: string) => void]>([
  ['overwritten in the middle', (file) => overwrite(file, 4096 * 3, 20_000)],
  ['overwritten at its head', (file) => overwrite(file, 0, 100)],
  ['overwritten where only a later write would look', (file) => overwrite(file, 4096 * (idIndexPage(file) - 1), 4096)],
  ['cut short', (file) => truncateSync(file, readFileSync(file).length - 4096 * 4)],
  ['emptied beside its log', (file) => (copyFileSync(file, `${file}-wal`), truncateSync(file, 0))],
  ['holding a row that is not JSON', (file) => alter(file, `UPDATE document_1 SET body = '{"id":'`)],
])('[ST16] a damaged file is refused and left as it is: %s', async ([, damage]) => {
  const file = await writtenFile();
  damage(file);
  await refusesAndLeaves(file, 'damaged');
});

test.for<[string, (file: string) => void]>([
  ['the database of another program', (file) => alter(file, 'CREATE TABLE accounts (name TEXT)')],
  [
    'the file of a later version',
    (file) => alter(file, 'PRAGMA application_id = 1397314629; PRAGMA user_version = 2; CREATE TABLE later (a)'),
  ],
])('[ST17] a file that is not of this kind is refused and left as it is: %s', async ([, make]) => {
  const file = temporaryFile();
  make(file);
  await refusesAndLeaves(file, 'foreign');
});

test('[ST17] a file in a folder that is not there is refused by name', async () => {
  await refuses(`${temporaryFile()}/missing/device.sqlite`, 'unreadable');
});

async function writtenFile(): Promise<string> {
  const place = durablePlace();
  const site = await openSite(place);
  await site.hazards.bulkInsert(Array.from({ length: 300 }, (_, number) => hazard(number)));
  await site.close();
  return place.file;
}

async function refuses(file: string, fault: DurableFileFault): Promise<void> {
  await expect(openSite(durablePlace(file))).rejects.toMatchObject({ name: 'DurableFileError', fault, file });
}

async function refusesAndLeaves(file: string, fault: DurableFileFault): Promise<void> {
  const bytes = readFileSync(file);
  await refuses(file, fault);
  expect(readFileSync(file).equals(bytes)).toBe(true);
}

function overwrite(file: string, from: number, length: number): void {
  writeFileSync(file, readFileSync(file).fill(0xa5, from, from + length));
}

/** SQLite's number, from 1, of the first page of the index that finds a document by its id. */
function idIndexPage(file: string): number {
  const database = new DatabaseSync(file);
  const found = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_document_1_1'")
    .get();
  database.close();
  return Number(found?.rootpage);
}

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

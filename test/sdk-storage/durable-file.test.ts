/** The file of the durable storage: one user at a time, and never written to or deleted when it is not what it should be. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DurableFileFault } from '../../client-sdk/storage/durable-file-error.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { startProgram } from './child-program.ts';
import { hazard, openSite } from './site-database.ts';
import { openTable, row } from './table-contract.ts';
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

test('[ST15] storages of one process share a file, but not a replica in it', async () => {
  const file = temporaryFile();
  const north = await openTable(durableStorage({ file }), 'north');
  const south = await openTable(durableStorage({ file }), 'south');
  await expect(openTable(durableStorage({ file }), 'north')).rejects.toMatchObject({ fault: 'in_use', file });
  await north.table.write({ put: [row('a')] });
  await north.connection.close();
  await south.table.write({ put: [row('b')] });
  const again = await openTable(durableStorage({ file }), 'north');
  expect(await again.table.range()).toEqual([expect.objectContaining(row('a'))]);
  await south.connection.close();
  await again.connection.close();
});

test('[ST27] a power cut takes the last pages alone: a cursor never comes without its rows', async () => {
  const file = temporaryFile();
  const { connection, table: records } = await openTable(durableStorage({ file }), 'north');
  const journal = await connection.table<{ id: string; at: string }>({ name: 'journal', key: 'id', index: [] });
  const log = `${file}-wal`;
  const began = readFileSync(log).length;
  for (let i = 10; i < 30; i++) {
    await records.write({ put: [row(`h${i}`)], purpose: 'page' });
    await journal.write({ put: [{ id: 'cursor', at: `h${i}` }], purpose: i % 5 === 0 ? 'work' : 'page' });
  }
  const [whole, written] = [readFileSync(file), readFileSync(log)];
  await connection.close();
  const found = new Set<string>();
  for (let length = began; length <= written.length; length += 4096 + 24) {
    const cut = temporaryFile();
    writeFileSync(cut, whole);
    writeFileSync(`${cut}-wal`, written.subarray(0, length));
    const again = await openTable(durableStorage({ file: cut }), 'north');
    const cursors = await again.connection.table<{ id: string; at: string }>({ name: 'journal', key: 'id', index: [] });
    const [at = ''] = (await cursors.get(['cursor'])).map((cursor) => cursor.at);
    const rows = (await again.table.range()).map(({ id }) => id).toSorted();
    expect(rows.filter((id) => id <= at)).toEqual(
      at ? Array.from({ length: Number(at.slice(1)) - 9 }, (_, i) => `h${i + 10}`) : [],
    );
    expect(rows.filter((id) => id > at).length).toBeLessThanOrEqual(1);
    found.add(at);
    await again.connection.close();
  }
  expect(found.size).toBe(21);
});

test.for<[string, (file: string) => void]>([
  ['overwritten in the middle', (file) => overwrite(file, 4096 * 3, 20_000)],
  ['overwritten at its head', (file) => overwrite(file, 0, 100)],
  ['overwritten where only a later write would look', (file) => overwrite(file, 4096 * (idIndexPage(file) - 1), 4096)],
  ['cut short', (file) => truncateSync(file, readFileSync(file).length - 4096 * 4)],
  ['emptied beside its log', (file) => (copyFileSync(file, `${file}-wal`), truncateSync(file, 0))],
  ['holding a row that is not JSON', (file) => overwrite(file, readFileSync(file).indexOf('{"id":"h7"'), 1)],
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

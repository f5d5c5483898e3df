/**
 * SQLite's own check of its file: pages, trees and rows, without comparing indexes with their tables. Takes 0.5 s for each 100 MB, so a
 * large file is checked in a process of its own: a thread would leave 8 MB behind. PostgreSQL checks its pages itself, with checksums, at
 * each read.
 */
import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import { checkHere } from './check-here.ts';
import { isDamage } from './damage.ts';

/** Up to this, the check takes less time than starting a process: 45 ms. */
const smallBytes = 8_000_000;

/** What is wrong with the file, at most 20 lines; empty if it is whole, or the store has none. */
export async function quickCheck(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  mostHereBytes = smallBytes,
): Promise<readonly string[]> {
  if (engine !== 'sqlite') return [];
  try {
    const file = (await databaseList(db))[0]?.file ?? '';
    return statSync(file).size <= mostHereBytes ? checkHere(file) : await inProcess(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [error.message];
  }
}
const databaseList = preparedRows((_: Db) => sql<{ file: string }>`pragma database_list`);

function inProcess(file: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(`./check-file${extname(import.meta.url)}`, import.meta.url), [file], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.once('message', (lines: string[]) => resolve(lines)); // what check-file.ts sends
    child.once('error', reject);
    child.once('disconnect', () => reject(new Error('the check of the database file ended without a result')));
  });
}

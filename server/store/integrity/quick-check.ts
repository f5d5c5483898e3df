/**
 * SQLite's own check of its file: pages, trees and rows, without comparing indexes with their tables. Takes 0.5 s for each 100 MB, so a
 * large file is checked in a thread of its own. PostgreSQL checks its pages itself, with checksums, at each read.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import { isDamage } from './damage.ts';

/** Up to this, the check takes less time than starting a thread: 40 ms. */
const smallBytes = 8_000_000;
const mostProblems = 20;
const statement = `pragma quick_check(${mostProblems})`;

/** Plain JavaScript, because it is given to the thread as text. */
const threadSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(workerData.file, { readOnly: true });
parentPort.postMessage(db.prepare(workerData.statement).all().map((row) => String(row.quick_check)));
db.close();
`;

/** What is wrong with the file, at most 20 lines; empty if it is whole, or the store has none. */
export async function quickCheck(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  mostHereBytes = smallBytes,
): Promise<readonly string[]> {
  if (engine !== 'sqlite') return [];
  try {
    const file = await fileOf(db);
    const lines = statSync(file).size <= mostHereBytes ? here(file) : await inThread(file);
    return lines.filter((line) => line !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [error.message];
  }
}

async function fileOf(db: Db): Promise<string> {
  return (await databaseList(db))[0]?.file ?? '';
}
const databaseList = preparedRows(() => sql<{ file: string }>`pragma database_list`);

function here(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(statement)
      .all()
      .map((row) => String(row['quick_check']));
  } finally {
    db.close();
  }
}

function inThread(file: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(threadSource, { eval: true, workerData: { file, statement } });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the check of the database file ended without a result')));
  });
}

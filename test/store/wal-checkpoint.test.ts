/** SQLite's write-ahead log is checkpointed when nobody writes, and by no commit. */
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { checkpointWhenIdle } from '../../server/store/engine/wal-checkpoint.ts';

async function openFile(): Promise<DatabaseSync> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-log-'));
  const raw = new DatabaseSync(join(folder, 'log.db'));
  raw.exec('pragma journal_mode = wal; create table page (bytes blob)');
  onTestFinished(async () => {
    raw.close();
    await rm(folder, { recursive: true });
  });
  return raw;
}

/** Pages of the log, and how many of them the file has. */
function pages(raw: DatabaseSync): { readonly log: number; readonly copied: number } {
  const { log, checkpointed } = raw.prepare('pragma wal_checkpoint(noop)').get() ?? {};
  return { log: Number(log), copied: Number(checkpointed) };
}

function write(raw: DatabaseSync, count: number): void {
  raw.exec(`insert into page with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    select randomblob(4000) from n`);
}

test('[DB51] the WAL is checkpointed when idle, not by an ordinary commit', async () => {
  const raw = await openFile();
  const checkpointer = checkpointWhenIdle(raw, 1);
  onTestFinished(() => checkpointer.stop());
  for (let i = 0; i < 4; i++) write(raw, 500);
  const { log: written, copied } = pages(raw);
  expect(written).toBeGreaterThan(2000);
  expect(copied).toBe(0);
  checkpointer.noteCommit();
  while (pages(raw).copied < written) await nextTurn();
  expect(raw.prepare('select count(*) as count from page').get()).toMatchObject({ count: 2000 });
});

test('[DB51] commits copy the WAL under writes without rest; its file stays below 20 MiB', async () => {
  const raw = await openFile();
  const checkpointer = checkpointWhenIdle(raw);
  onTestFinished(() => checkpointer.stop());
  for (let i = 0; i < 50; i++) write(raw, 200);
  expect(statSync(`${raw.location()}-wal`).size).toBeLessThan(20 * 1024 * 1024);
});

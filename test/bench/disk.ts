/** What a stored edit leaves in the database file of SQLite for good, by table and index: 1,000 edits of 100 documents, one a request. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openLog } from '../../server/base/log.ts';
import { readConfig } from '../../server/base/config.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { openChance } from '../kit/clock.ts';
import type { Figure } from './table.ts';

const documents = 100;
const edits = 1000;
const shownBytes = 5;
const adminToken = 'a-token-for-the-benchmark';

export async function disk(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SITEFILE_ADMIN_TOKEN: adminToken,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  try {
    await using app = await openApp(config, {
      now: Date.now,
      random: openChance(1).bytes,
      log: openLog(config.logLevel),
    });
    const ids: string[] = [];
    for (let i = 0; i < documents; i++)
      ids.push((await send(app, 'POST', '', { title: `Document ${i}`, document_type: 'rams' })).id);
    for (const id of ids) await send(app, 'PUT', `/${id}`, { title: 'Edited once, so that pages are split' });
    const before = await bytesByName(app);
    for (let i = 0; i < edits; i++)
      await send(app, 'PUT', `/${ids[i % documents]}`, { title: `Method statement for level ${i}` });
    const grown = [...(await bytesByName(app))]
      .map(([what, bytes]) => ({ what: `  ${what}`, ours: (bytes - (before.get(what) ?? 0)) / edits, unit: 'B' }))
      .filter(({ ours }) => Math.abs(ours) >= shownBytes)
      .toSorted((a, b) => b.ours - a.ours);
    const ours = grown.reduce((sum, each) => sum + each.ours, 0);
    return [{ what: 'a stored edit', ours, unit: 'B', target: { most: 900 } }, ...grown];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function send({ url }: App, method: string, path: string, body: object): Promise<{ readonly id: string }> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1/documents${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { id: string }; // the document
}

/** https://sqlite.org/dbstat.html: the bytes of the pages of each table and index. */
async function bytesByName({ commitContext: { store } }: App): Promise<Map<string, number>> {
  const query = sql<{ name: string; bytes: number }>`
    select name, sum(pgsize) as bytes from dbstat group by name`;
  return new Map((await query.execute(store.db)).rows.map(({ name, bytes }) => [name, bytes]));
}

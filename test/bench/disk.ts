/**
 * What a stored edit leaves in the database file of SQLite for good, by table and index: 1,000 edits of 100 documents, one a request, and
 * 1,000 by pushes of 200.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openLog } from '../../server/base/log.ts';
import { readConfig } from '../../server/base/config.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { openChance } from '../kit/clock.ts';
import { token } from './sync/fill.ts';
import { pushTo } from './sync/raw-pushes.ts';
import type { Figure } from './table.ts';

const documents = 100;
const edits = 1000;
const pushed = 200;
const shownBytes = 5;

export async function disk(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SITEFILE_ADMIN_TOKEN: token,
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
    const title = (i: number): string => `Method statement for level ${i}`;
    const byRest = await growth(app, 'a stored edit by REST', async () => {
      for (let i = 0; i < edits; i++) await send(app, 'PUT', `/${ids[i % documents]}`, { title: title(i) });
    });
    const change = (i: number) => ({ op: 'patch', kind: 'document', id: ids[i % documents], set: { title: title(i) } });
    await pushTo(
      app.url,
      Array.from({ length: pushed }, (_, i) => change(i + 1)),
    );
    const byPush = await growth(app, `a stored edit by pushes of ${pushed}`, async () => {
      for (let from = 0; from < edits; from += pushed)
        await pushTo(
          app.url,
          Array.from({ length: pushed }, (_, i) => change(from + i)),
        );
    });
    return [...byRest, ...byPush];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function growth(app: App, what: string, work: () => Promise<unknown>): Promise<readonly Figure[]> {
  const before = await bytesByName(app);
  await work();
  const grown = [...(await bytesByName(app))]
    .map(([name, bytes]) => ({ what: `  ${name}`, ours: (bytes - (before.get(name) ?? 0)) / edits, unit: 'B' }))
    .filter(({ ours }) => Math.abs(ours) >= shownBytes)
    .toSorted((a, b) => b.ours - a.ours);
  const ours = grown.reduce((sum, each) => sum + each.ours, 0);
  return [{ what, ours, unit: 'B', target: { most: 900 } }, ...grown];
}

async function send({ url }: App, method: string, path: string, body: object): Promise<{ readonly id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
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

/** `verify` against a database that was changed past the server: each forgery in a copy of its own. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkStore } from '../../server/integrity/check-store.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { run } from '../cli/terminal.ts';
import { temporaryFolder } from '../kit/places.ts';
import { engines } from '../kit/engines.ts';
import { openClock } from '../kit/clock.ts';
import { openWorld } from '../kit/world.ts';
import { makeEvidence } from './support/evidence.ts';
import { forgeIn, rows } from './support/forger.ts';
import { forgeries } from './support/forgeries.ts';

interface Report {
  readonly records: number;
  readonly faults: number;
  readonly warnings: number;
  readonly findings: readonly { readonly problem: string; readonly advice: string }[];
}

async function verified(dataDir: string): Promise<{ readonly code: number; readonly report: Report }> {
  const { code, stdout, stderr } = await run(['verify', '--json'], { DATA_DIR: dataDir }, openClock().now);
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report };
}

test('[VF1] verify names what a forger changed, for each forgery that leaves a trace', async () => {
  await using world = await openWorld();
  const evidence = await makeEvidence(world);
  const original = join(temporaryFolder(), 'original.db');
  await sql`vacuum into ${original}`.execute(world.app.commitContext.store.db);
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'sitefile.db');
  copyFileSync(original, file);
  expect(await verified(dataDir)).toMatchObject({ code: 0, report: { faults: 0, warnings: 0 } });
  const wrong: unknown[] = [];
  for (const { name, forge, finds } of forgeries) {
    copyFileSync(original, file);
    forgeIn(file, (db) => forge(db, evidence));
    const { code, report } = await verified(dataDir);
    const problems = report.findings.map(({ problem }) => problem);
    const isAsExpected =
      typeof finds === 'string' ? code === 0 : code === 1 && problems.some((problem) => finds.test(problem));
    if (!isAsExpected) wrong.push({ name, finds: String(finds), problems });
  }
  expect(wrong).toEqual([]);
  expect(forgeries.filter(({ finds }) => typeof finds !== 'string').length).toBeGreaterThanOrEqual(33);
});

test('[VF12] a change of any column of a record is found', async () => {
  await using world = await openWorld();
  const { store } = world.app.commitContext;
  const { draftId, signoffs } = await makeEvidence(world);
  const { body: project } = await world.api<{ id: string }>('POST', '/api/v1/projects', { name: 'Block B' });
  await world.api('PUT', `/api/v1/documents/${draftId}`, { project_id: project.id }); // its entries move with it
  expect(await problemsOf(store, world.clock.now())).toEqual([]);
  const original = join(temporaryFolder(), 'original.db');
  await sql`vacuum into ${original}`.execute(store.db);
  const file = join(temporaryFolder(), 'forged.db');
  const unseen: string[] = [];
  const columns = await store.db
    .selectFrom('record')
    .selectAll()
    .where('id', '=', signoffs[0] ?? '')
    .execute();
  for (const [name, value] of Object.entries(columns[0] ?? {})) {
    copyFileSync(original, file);
    forgeIn(file, (db) => {
      const type = rows(db, `select type from pragma_table_info('record') where name = ?`, name)[0]?.['type'];
      const other = type === 'INTEGER' ? (value === 1 ? 0 : 1) : `${value ?? ''}x`;
      db.prepare(`update record set ${name} = ? where id = ?`).run(other, signoffs[0] ?? '');
    });
    await using forged = await openStore({ url: undefined, file });
    if ((await problemsOf(forged, world.clock.now())).length === 0) unseen.push(name);
  }
  expect(Object.keys(columns[0] ?? {}).length).toBe(23);
  expect(unseen).toEqual([]);
});

async function problemsOf(store: Store, now: number): Promise<string[]> {
  const { findings, steps } = checkStore({ store, blobs: null }, now);
  for await (const _step of steps);
  return findings.list.map(({ problem }) => problem);
}

test('[VF14] a dropped trigger is found', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'forged.db');
  await sql`vacuum into ${file}`.execute(world.app.commitContext.store.db);
  {
    using db = new DatabaseSync(file);
    db.exec('drop trigger audit_refuses_delete');
  }
  await using forged = await openStore({ url: undefined, file });
  expect(await problemsOf(forged, world.clock.now())).toEqual(['trigger audit_refuses_delete is missing']);
});

test.each(engines)('[VF2] on %s, records, tokens and audit entries are compared', async (engine) => {
  await using world = await openWorld({ engine });
  const { store } = world.app.commitContext;
  const check = () => problemsOf(store, world.clock.now());
  const { incidentId } = await makeEvidence(world);
  expect(await check()).toEqual([]);
  await store.transaction(async (trx) => {
    await trx.updateTable('record').set({ body: '{}' }).where('id', '=', incidentId).execute();
    await trx.updateTable('token').set({ role: 'admin' }).where('name', '=', 'Phone').execute();
    await sql`update feed set head = 'AAAA'`.execute(trx);
  });
  expect(await check()).toEqual([
    'the end of the audit log is missing',
    expect.stringMatching(new RegExp(`^incident ${incidentId} is not what audit entry`)),
    expect.stringMatching(`^incident ${incidentId} is listed by other values`),
    expect.stringMatching(/^token \S+ is not what audit entry/),
  ]);
});

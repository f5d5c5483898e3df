/** `verify` against a database that was changed past the server: each forgery in a copy of its own. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkStore } from '../../server/integrity/check-store.ts';
import { run } from '../cli/terminal.ts';
import { temporaryFolder } from '../kit/places.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { makeEvidence } from './support/evidence.ts';
import { forgeries } from './support/forgeries.ts';

interface Report {
  readonly records: number;
  readonly faults: number;
  readonly warnings: number;
  readonly findings: readonly { readonly problem: string; readonly advice: string }[];
}

async function verified(dataDir: string): Promise<{ readonly code: number; readonly report: Report }> {
  const { code, stdout, stderr } = await run(['verify', '--json'], { DATA_DIR: dataDir });
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report };
}

/** Nothing in the database stops a forger who has the file. */
function openForger(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const triggers = db.prepare(`select name from sqlite_master where type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`drop trigger ${String(name)}`);
  return db;
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
    const db = openForger(file);
    forge(db, evidence);
    db.close();
    const { code, report } = await verified(dataDir);
    const problems = report.findings.map(({ problem }) => problem);
    const isAsExpected =
      typeof finds === 'string' ? code === 0 : code === 1 && problems.some((problem) => finds.test(problem));
    if (!isAsExpected) wrong.push({ name, finds: String(finds), problems });
  }
  expect(wrong).toEqual([]);
  expect(forgeries.filter(({ finds }) => typeof finds !== 'string').length).toBeGreaterThanOrEqual(33);
});

test.each(engines)('[VF2] on %s, records, tokens and audit entries are compared', async (engine) => {
  await using world = await openWorld({ engine });
  const { store } = world.app.commitContext;
  const check = async (): Promise<string[]> => {
    const { findings, steps } = checkStore(store, world.clock.now());
    for await (const _step of steps);
    return findings.list.map(({ problem }) => problem);
  };
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

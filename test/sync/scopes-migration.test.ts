/** A store that was written before there were scopes (contract, Sync). */
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { everyScope, moreOf } from '../../shared/sync/scope-checksum.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { migrationsFor } from '../../server/store/migrations/index.ts';
import { postgresDialect } from '../../server/store/engine/postgres-dialect.ts';
import { readSums } from '../../server/store/records/scopes.ts';
import { sqliteDialect } from '../../server/store/engine/sqlite-dialect.ts';
import { openStore } from '../../server/store/store.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';

type Row = readonly [
  id: string,
  kind: string,
  parents?: { project?: string; site?: string; document?: string; about?: string },
];

const rows: readonly Row[] = [
  ['p1', 'project'],
  ['p2', 'project'],
  ['s1', 'site', { project: 'p1' }],
  ['d1', 'document', { project: 'p2' }],
  ['d2', 'document', { site: 's1' }],
  ['d3', 'document'],
  ['h1', 'hazard', { document: 'd1' }],
  ['h2', 'hazard', { document: 'd2' }],
  ['h3', 'hazard', { document: 'd3' }],
  ['c1', 'conflict', { document: 'd1', about: 'h1' }],
  ['c2', 'conflict', { about: 's1' }],
  ['w1', 'worker'],
];
const scopes = {
  p1: 'p1',
  p2: 'p2',
  s1: 'p1',
  d1: 'p2',
  d2: 'p1',
  d3: '',
  h1: 'p2',
  h2: 'p1',
  h3: '',
  c1: 'p2',
  c2: 'p1',
  w1: '',
};

/** As it was stored before migration 0013. */
async function writeOld(engine: Engine, { url, file }: { url: string | undefined; file: string }): Promise<void> {
  const db = new Kysely<never>({
    dialect: engine === 'postgres' && url ? postgresDialect(url, 'write') : sqliteDialect(file, 'write'),
  });
  const run = async (within: Kysely<never>): Promise<void> => {
    const { error } = await new Migrator({
      db: within,
      provider: { getMigrations: async () => migrationsFor(engine) },
    }).migrateTo('0010-mail');
    if (error !== undefined) throw error;
  };
  await (engine === 'sqlite' ? db.transaction().execute(run) : run(db));
  await db.transaction().execute(async (trx) => {
    await sql`insert into feed (org_id, name, seq, clock_ms, epoch, settings, created_at)
      values ('o1', 'Firm', ${rows.length}, 0, 'e1', '{}', '')`.execute(trx);
    for (const [i, [id, kind, { project = null, site = null, document = null, about = null } = {}]] of rows.entries())
      await sql`insert into record (org_id, id, kind, seq, rev, deleted, project_id, site_id, document_id,
        created_at, updated_at, created_by, updated_by, origin_hash, body)
        values ('o1', ${id}, ${kind}, ${i + 1}, ${i + 1}, 0, ${project}, ${site}, ${document}, '', '', '', '', '',
        ${JSON.stringify(about === null ? {} : { record_id: about })})`.execute(trx);
  });
  await db.destroy();
}

describe.each(engines)('an old store on %s', (engine) => {
  test('[SY53] a store of before the scopes is brought up to date: every record stands in its project, and the sums are right', async () => {
    await using options = await freshStoreOptions(engine, { migrated: false });
    await writeOld(engine, options);
    await using store = await openStore(options);
    const found = await store.db.selectFrom('record').select(['id', 'scope']).execute();
    expect(Object.fromEntries(found.map(({ id, scope }) => [id, scope]))).toEqual(scopes);
    const kinds = [...new Set(rows.map(([, kind]) => kind))];
    const { sumByScope, seq } = await readSums(store.db, 'o1', ['', 'p1', 'p2', everyScope], kinds);
    expect(seq).toBe(rows.length);
    for (const scope of ['', 'p1', 'p2', everyScope]) {
      const mine = rows.flatMap(([id], i) =>
        scope === everyScope || scopes[id as keyof typeof scopes] === scope ? [moreOf(id, i + 1)] : [],
      );
      const sum = mine.reduce((total, each) => (total + each.sum) % 2 ** 48, 0);
      expect(sumByScope.get(scope)).toEqual({ count: mine.length, sum });
    }
    await expect(store.transaction((trx) => trx.deleteFrom('record').execute())).rejects.toThrow(
      'delete of record is refused',
    );
  });
});

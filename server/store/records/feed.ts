/** Organisations: one feed row each. Their sequence and clock move only in `write`. */
import { sql } from 'kysely';
import { engineOf, type Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { FeedTable } from '../tables/tables.ts';

export type NewOrganisation = Pick<
  FeedTable,
  'org_id' | 'name' | 'epoch' | 'settings' | 'created_at' | 'record_schema'
>;

export const createOrganisation = preparedChange((db, organisation: NewOrganisation) =>
  db.insertInto('feed').values({ ...organisation, seq: 0, clock_ms: 0, details: '{}', revision: 1, updated_at: null }),
);

export const readFeed = preparedFirst((db, orgId: string) =>
  db.selectFrom('feed').selectAll().where('org_id', '=', orgId),
);

/** Two processes may start on an empty store at once: the second waits, and then finds what the first has made. */
export async function lockOrganisations(trx: Trx): Promise<void> {
  if (engineOf(trx) === 'postgres') await lockFirstStart(trx);
}
const lockFirstStart = preparedRows(() => sql`select pg_advisory_xact_lock(hashtext('first start'))`);

/** Oldest first. */
export const listOrganisations = preparedRows((db) =>
  db.selectFrom('feed').selectAll().orderBy('created_at').orderBy('org_id'),
);

/** The end of each feed. */
export const listPlaces = preparedRows((db) => db.selectFrom('feed').select(['org_id', 'seq']));

export const updateSettings = preparedChange(
  (db, orgId: string, changes: Partial<Pick<FeedTable, 'name' | 'details' | 'settings' | 'revision' | 'updated_at'>>) =>
    db.updateTable('feed').set(changes).where('org_id', '=', orgId),
);

/** All records of the organisation have this schema now. */
export const setRecordSchema = preparedChange((db, orgId: string, schema: number) =>
  db.updateTable('feed').set({ record_schema: schema }).where('org_id', '=', orgId),
);

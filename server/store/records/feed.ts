/** Organisations: one feed row each. Their sequence and clock move only in `write`. */
import { sql } from 'kysely';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { statement } from '../engine/statement.ts';
import type { FeedTable } from '../tables/tables.ts';

/** Its records will have schema 1, unless another is named. */
export type NewOrganisation = Pick<FeedTable, 'org_id' | 'name' | 'epoch' | 'settings' | 'created_at'> &
  Partial<Pick<FeedTable, 'record_schema'>>;

export async function createOrganisation(trx: Trx, organisation: NewOrganisation): Promise<void> {
  await trx
    .insertInto('feed')
    .values({ record_schema: 1, ...organisation, seq: 0, clock_ms: 0, details: '{}', revision: 1, updated_at: null })
    .execute();
}

const feedOf = statement<FeedTable>(`select * from "feed" where "org_id" = ?`);

export async function readFeed(db: Db, orgId: string): Promise<FeedTable | undefined> {
  return (await feedOf(db, orgId))[0];
}

/** Two processes that start on an empty store at once: the second waits, and then finds what the first has made. */
export async function lockOrganisations(trx: Trx): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('first start'))`.execute(trx);
}

/** Oldest first. */
export async function listOrganisations(db: Db): Promise<FeedTable[]> {
  return db.selectFrom('feed').selectAll().orderBy('created_at').orderBy('org_id').execute();
}

/** How far each feed has come. */
export const listPlaces = statement<Pick<FeedTable, 'org_id' | 'seq'>>(`select "org_id", "seq" from "feed"`);

/** What the organisation says of itself, and what it asks for. */
export async function updateSettings(
  trx: Trx,
  orgId: string,
  changes: Partial<Pick<FeedTable, 'name' | 'details' | 'settings' | 'revision' | 'updated_at'>>,
): Promise<void> {
  await trx.updateTable('feed').set(changes).where('org_id', '=', orgId).execute();
}

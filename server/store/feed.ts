/** Organisations: one feed row each. Their sequence and clock move only in `write`. */
import type { Kysely, Transaction } from 'kysely';
import type { FeedTable, Tables } from './tables.ts';

export type NewOrganisation = Omit<FeedTable, 'seq' | 'clock_ms'>;

export async function createOrganisation(trx: Transaction<Tables>, organisation: NewOrganisation): Promise<void> {
  await trx
    .insertInto('feed')
    .values({ ...organisation, seq: 0, clock_ms: 0 })
    .execute();
}

export async function readFeed(db: Kysely<Tables>, orgId: string): Promise<FeedTable | undefined> {
  return db.selectFrom('feed').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}

/** Oldest first. */
export async function listOrganisations(db: Kysely<Tables>): Promise<FeedTable[]> {
  return db.selectFrom('feed').selectAll().orderBy('created_at').orderBy('org_id').execute();
}

export async function updateSettings(
  trx: Transaction<Tables>,
  orgId: string,
  changes: Partial<Pick<FeedTable, 'name' | 'settings'>>,
): Promise<void> {
  await trx.updateTable('feed').set(changes).where('org_id', '=', orgId).execute();
}

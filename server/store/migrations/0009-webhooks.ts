/** What managing webhooks needs (contract, Webhooks), and the indexes along which filtered lists walk (contract, REST, R55). */
import { sql, type Kysely } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';
import { recordTally } from './0009-record-tally.ts';

export async function webhooks(db: Kysely<unknown>, words: SchemaWords, engine: Engine): Promise<void> {
  await subscriptions(db, words);
  await deliveries(db, words);
  await lists(db);
  await recordTally(db, words, engine);
}

async function subscriptions(db: Kysely<unknown>, { text, integer }: SchemaWords): Promise<void> {
  for (const column of [
    sql`revision ${integer} not null default 1`,
    sql`disabled_note ${text}`,
    sql`ordering ${text} not null default 'none'`,
    sql`headers ${text}`,
    sql`header_names ${text} not null default '[]'`,
    sql`previous_secret ${text}`,
    sql`previous_secret_until ${text}`,
    sql`failing_since ${text}`,
    sql`last_success_at ${text}`,
  ])
    await sql`alter table webhook add column ${column}`.execute(db);
}

async function deliveries(db: Kysely<unknown>, { text, integer }: SchemaWords): Promise<void> {
  for (const column of [
    sql`retry_from ${text}`,
    sql`schedule_from ${integer} not null default 0`,
    sql`resource_id ${text}`,
  ])
    await sql`alter table delivery add column ${column}`.execute(db);
  await sql`update delivery set resource_id =
    (select event.resource_id from event where event.org_id = delivery.org_id and event.seq = delivery.event_seq)
    where state = 'pending'`.execute(db);
  // Which earlier event of the same resource still waits.
  await sql`create index delivery_by_resource on delivery (org_id, webhook_id, resource_id, event_seq)
    where state = 'pending'`.execute(db);
  // What the log has kept for long enough.
  await sql`create index delivery_by_age on delivery (updated_at) where state <> 'pending'`.execute(db);
  for (const column of [sql`by_hand ${integer} not null default 0`, sql`response_headers ${text}`])
    await sql`alter table attempt add column ${column}`.execute(db);
}

/** Entries of documents have neither status nor a project of their own, and shall not pay for these. */
async function lists(db: Kysely<unknown>): Promise<void> {
  for (const column of ['status', 'type', 'project_id'])
    await sql`create index ${sql.ref(`record_listed_by_${column}`)} on record
      (org_id, kind, ${sql.ref(column)}, deleted, created_at, id) where ${sql.ref(column)} is not null`.execute(db);
  await sql`drop index record_by_project`.execute(db);
}

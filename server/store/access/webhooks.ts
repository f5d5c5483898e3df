/** Webhook subscriptions. One that was deleted stays as a row without secrets, because its delivery log is kept. */
import { sql } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import type { Owned } from '../tables/rows.ts';
import { statement } from '../engine/statement.ts';
import type { WebhookTable } from '../tables/tables.ts';

/** What a new subscription has by itself. */
type Given =
  | 'revision'
  | 'disabled_note'
  | 'ordering'
  | 'headers'
  | 'header_names'
  | 'previous_secret'
  | 'previous_secret_until'
  | 'failing_since'
  | 'last_success_at';
export type NewWebhook = Omit<Owned<WebhookTable>, Given> & Partial<Pick<WebhookTable, Given>>;

/** The row as it is stored. */
export async function insertWebhook(trx: Trx, orgId: string, webhook: NewWebhook): Promise<WebhookTable> {
  return await trx
    .insertInto('webhook')
    .values({ revision: 1, ordering: 'none', header_names: '[]', ...webhook, org_id: orgId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whatever its state, `deleted` too. */
export async function readWebhook(db: Db, orgId: string, id: string): Promise<WebhookTable | undefined> {
  return db.selectFrom('webhook').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
}

/** Oldest first, without those that were deleted. */
export async function listWebhooks(db: Db, orgId: string): Promise<WebhookTable[]> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '!=', 'deleted')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export type WebhookChanges = Partial<Omit<WebhookTable, 'org_id' | 'id' | 'created_at' | 'revision'>>;

/** False when there is no such subscription. */
export async function updateWebhook(trx: Trx, orgId: string, id: string, changes: WebhookChanges): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row, locked until the transaction ends: attempts are booked and settings changed one after the other. */
export async function lockWebhook(trx: Trx, orgId: string, id: string): Promise<WebhookTable | undefined> {
  return await trx
    .updateTable('webhook')
    .set((eb) => ({ consecutive_failures: eb.ref('consecutive_failures') }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Those that events of this transaction go to. */
export const enabledFor = statement<WebhookTable>(
  `select * from "webhook" where "org_id" = ? and "state" = 'enabled' order by "created_at", "id"`,
);

/** After a rotation the secret before it is good for a while. @param nowMs ms since 1970 */
export function isInGrace({ previous_secret, previous_secret_until }: WebhookTable, nowMs: number): boolean {
  return previous_secret !== null && previous_secret_until !== null && Date.parse(previous_secret_until) > nowMs;
}

/** Secrets whose grace is over are kept nowhere. */
export async function forgetPreviousSecrets(trx: Trx, now: string): Promise<void> {
  await trx
    .updateTable('webhook')
    .set({ previous_secret: null, previous_secret_until: null, revision: sql<number>`revision + 1` })
    .where('previous_secret_until', '<=', now)
    .execute();
}

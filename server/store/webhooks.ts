/** Webhook subscriptions. */
import type { Kysely, Transaction } from 'kysely';
import type { Owned } from './rows.ts';
import type { Tables, WebhookTable } from './tables.ts';

export async function insertWebhook(
  trx: Transaction<Tables>,
  orgId: string,
  webhook: Owned<WebhookTable>,
): Promise<void> {
  await trx
    .insertInto('webhook')
    .values({ ...webhook, org_id: orgId })
    .execute();
}

export async function readWebhook(db: Kysely<Tables>, orgId: string, id: string): Promise<WebhookTable | undefined> {
  return db.selectFrom('webhook').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
}

/** Oldest first, whatever their state. */
export async function listWebhooks(db: Kysely<Tables>, orgId: string): Promise<WebhookTable[]> {
  return db.selectFrom('webhook').selectAll().where('org_id', '=', orgId).orderBy('created_at').orderBy('id').execute();
}

/** False when there is no such subscription. */
export async function updateWebhook(
  trx: Transaction<Tables>,
  orgId: string,
  id: string,
  changes: Partial<Omit<WebhookTable, 'org_id' | 'id' | 'created_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set(changes)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that events of this transaction go to. */
export async function enabledFor(trx: Transaction<Tables>, orgId: string): Promise<WebhookTable[]> {
  return trx
    .selectFrom('webhook')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '=', 'enabled')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

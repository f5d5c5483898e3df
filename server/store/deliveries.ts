/** The delivery log as the office reads it, and what is written with the event. Leasing stands in delivery-leases.ts. */
import type { Kysely, Transaction } from 'kysely';
import { chunks } from './chunks.ts';
import type { Owned, Page, PageRequest } from './rows.ts';
import type { AttemptTable, DeliveryTable, Tables } from './tables.ts';

/** After their events: they refer to them. */
export async function insertDeliveries(
  trx: Transaction<Tables>,
  orgId: string,
  deliveries: readonly Owned<DeliveryTable>[],
): Promise<void> {
  for (const some of chunks(deliveries)) {
    await trx
      .insertInto('delivery')
      .values(some.map((delivery) => ({ ...delivery, org_id: orgId })))
      .execute();
  }
}

export async function readDelivery(db: Kysely<Tables>, orgId: string, id: string): Promise<DeliveryTable | undefined> {
  return db.selectFrom('delivery').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
}

export interface DeliveryListRequest extends PageRequest {
  readonly webhookId: string;
  readonly state?: string | undefined;
  readonly eventName?: string | undefined;
  /** Bounds of `created_at`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first. */
export async function listDeliveries(
  db: Kysely<Tables>,
  orgId: string,
  request: DeliveryListRequest,
): Promise<Page<DeliveryTable>> {
  const { webhookId, state, eventName, from, to, page, perPage } = request;
  let query = db.selectFrom('delivery').where('org_id', '=', orgId).where('webhook_id', '=', webhookId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (eventName !== undefined) query = query.where('event_name', '=', eventName);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function insertAttempt(
  trx: Transaction<Tables>,
  orgId: string,
  attempt: Owned<AttemptTable>,
): Promise<void> {
  await trx
    .insertInto('attempt')
    .values({ ...attempt, org_id: orgId })
    .execute();
}

/** In order. */
export async function listAttempts(db: Kysely<Tables>, orgId: string, deliveryId: string): Promise<AttemptTable[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute();
}

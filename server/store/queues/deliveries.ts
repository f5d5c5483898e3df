/** The delivery log as the office reads it, and what is written with the event. Leasing stands in delivery-leases.ts. */
import { sql } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import { chunks } from '../engine/chunks.ts';
import type { Owned, Page, PageRequest } from '../tables/rows.ts';
import type { AttemptTable, DeliveryTable } from '../tables/tables.ts';

/** What a new delivery has by itself; `resource_id` comes from its event. */
type Given = 'retry_from' | 'schedule_from' | 'resource_id';
export type NewDelivery = Omit<Owned<DeliveryTable>, Given>;

/** After their events: they refer to them. */
export async function insertDeliveries(trx: Trx, orgId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const some of chunks(deliveries)) {
    await trx
      .insertInto('delivery')
      .values((eb) =>
        some.map((delivery) => ({
          ...delivery,
          org_id: orgId,
          retry_from: null,
          schedule_from: 0,
          resource_id: eb
            .selectFrom('event')
            .select('resource_id')
            .where('org_id', '=', orgId)
            .where('seq', '=', delivery.event_seq),
        })),
      )
      .execute();
  }
}

export async function readDelivery(db: Db, orgId: string, id: string): Promise<DeliveryTable | undefined> {
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
  db: Db,
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

type NewAttempt = Omit<Owned<AttemptTable>, 'by_hand' | 'response_headers'> &
  Partial<Pick<AttemptTable, 'by_hand' | 'response_headers'>>;

export async function insertAttempt(trx: Trx, orgId: string, attempt: NewAttempt): Promise<void> {
  await trx
    .insertInto('attempt')
    .values({ by_hand: 0, ...attempt, org_id: orgId })
    .execute();
}

/** In order. */
export async function listAttempts(db: Db, orgId: string, deliveryId: string): Promise<AttemptTable[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute();
}

/** States from which somebody may ask for one more attempt. What waits already is tried at once; asked twice, it is tried once. */
export const retryable = ['pending', 'held', 'failed', 'succeeded'] as const;

export async function retryNow(trx: Trx, orgId: string, id: string, now: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ retry_from: sql<string>`coalesce(retry_from, state)`, state: 'pending', due_at: now, updated_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', retryable)
    .execute();
}

export interface Recovery {
  readonly webhookId: string;
  /** Bounds of `created_at`, both inclusive. */
  readonly since: string;
  readonly until: string | undefined;
  readonly now: string;
  readonly limit: number;
}

/** What failed or is held in that time is due now, the oldest event first, with a schedule of its own. Resolves to how many that are. */
export async function recover(trx: Trx, orgId: string, recovery: Recovery): Promise<number> {
  const { webhookId, since, until, now, limit } = recovery;
  const { numUpdatedRows } = await trx
    .updateTable('delivery')
    .set({ state: 'pending', due_at: now, updated_at: now, schedule_from: sql<number>`attempts`, retry_from: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('delivery')
        .select('id')
        .where('org_id', '=', orgId)
        .where('webhook_id', '=', webhookId)
        .where('state', 'in', ['failed', 'held'])
        .where('created_at', '>=', since)
        .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? ''))
        .orderBy('event_seq')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * What waits is held (the subscription is disabled) or cancelled (it is deleted; what was held goes with it). What had come to an end
 * before somebody asked for one more attempt goes back there. Leases stay: an attempt under way is booked by the one who makes it.
 */
export async function endWaiting(
  trx: Trx,
  orgId: string,
  webhookId: string,
  to: 'held' | 'cancelled',
  now: string,
): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({
      state: sql<string>`case when retry_from in ('failed', 'succeeded') then retry_from else ${to} end`,
      retry_from: null,
      due_at: null,
      updated_at: now,
    })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', to === 'held' ? ['pending'] : ['pending', 'held'])
    .execute();
}

/** Removes what ended before `before`, with its attempts, at most `limit`; resolves to how many. */
export async function forgetDeliveries(trx: Trx, before: string, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('delivery')
    .select(['org_id', 'id'])
    .where('state', '!=', sql.lit('pending')) // a literal, so that SQLite uses the partial index
    .where('updated_at', '<', before)
    .where('lease_token', 'is', null)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  for (const [orgId, rows] of Map.groupBy(old, ({ org_id }) => org_id)) {
    const ids = rows.map(({ id }) => id);
    await trx.deleteFrom('attempt').where('org_id', '=', orgId).where('delivery_id', 'in', ids).execute();
    await trx.deleteFrom('delivery').where('org_id', '=', orgId).where('id', 'in', ids).execute();
  }
  return old.length;
}

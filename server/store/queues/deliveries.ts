/** The delivery log: queues deliveries with their event, lists them, retries and ends them. delivery-leases.ts leases them to workers. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import { limitsOf, type Owned, type Page, type PageRequest } from '../tables/rows.ts';
import type { AttemptTable, DeliveryTable } from '../tables/tables.ts';

export type NewDelivery = Omit<Owned<DeliveryTable>, 'retry_from' | 'schedule_from'>;

/** Call after inserting their events, which they reference. */
export async function insertDeliveries(trx: Trx, orgId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  await insertRows(trx, deliveries, orgId);
}
const insertRows = preparedForEach((db, deliveries: readonly NewDelivery[], orgId: string) =>
  db
    .insertInto('delivery')
    .values(deliveries.map((delivery) => ({ ...delivery, org_id: orgId, retry_from: null, schedule_from: 0 }))),
);

export const readDelivery = preparedFirst((db, orgId: string, id: string) =>
  db.selectFrom('delivery').selectAll().where('org_id', '=', orgId).where('id', '=', id),
);

interface DeliveryFilter {
  readonly webhookId: string;
  readonly state?: string | undefined;
  readonly eventName?: string | undefined;
  /** Bounds of `created_at`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export type DeliveryListRequest = DeliveryFilter & PageRequest;

/** Newest first. */
export async function listDeliveries(
  db: Db,
  orgId: string,
  request: DeliveryListRequest,
): Promise<Page<DeliveryTable>> {
  const { limit, offset } = limitsOf(request);
  const rows = await deliveryPage(db, orgId, request, limit, offset);
  return { rows, total: (await deliveryCount(db, orgId, request))?.total ?? 0 };
}

const deliveryPage = preparedRows((db, orgId: string, filter: DeliveryFilter, limit: number, offset: number) =>
  matching(db, orgId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset),
);

const deliveryCount = preparedFirst((db, orgId: string, filter: DeliveryFilter) =>
  matching(db, orgId, filter).select(({ fn }) => fn.countAll<number>().as('total')),
);

function matching(db: Db, orgId: string, { webhookId, state, eventName, from, to }: DeliveryFilter) {
  let query = db.selectFrom('delivery').where('org_id', '=', orgId).where('webhook_id', '=', webhookId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (eventName !== undefined) query = query.where('event_name', '=', eventName);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  return query;
}

type NewAttempt = Omit<Owned<AttemptTable>, 'by_hand' | 'response_headers'> &
  Partial<Pick<AttemptTable, 'by_hand' | 'response_headers'>>;

export const insertAttempt = preparedChange((db, orgId: string, attempt: NewAttempt) =>
  db.insertInto('attempt').values({ by_hand: 0, ...attempt, org_id: orgId }),
);

/** In order. */
export const listAttempts = preparedRows((db, orgId: string, deliveryId: string) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt'),
);

/** States from which a retry may be requested. A pending delivery becomes due now; two requests cause one attempt. */
export const retryable = ['pending', 'held', 'failed', 'succeeded'] as const;

export const retryNow = preparedChange((db, orgId: string, id: string, now: string) =>
  db
    .updateTable('delivery')
    .set({ retry_from: sql<string>`coalesce(retry_from, state)`, state: 'pending', due_at: now, updated_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', retryable),
);

export interface Recovery {
  readonly webhookId: string;
  /** Bounds of `created_at`, both inclusive. */
  readonly since: string;
  readonly until: string | undefined;
  readonly now: string;
  readonly limit: number;
}

/** Makes failed and held deliveries of the period due now, oldest event first, with a new retry schedule. Resolves to their number. */
export const recover = preparedChange((db, orgId: string, { webhookId, since, until, now, limit }: Recovery) => {
  let chosen = db
    .selectFrom('delivery')
    .select('id')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ['failed', 'held'])
    .where('created_at', '>=', since);
  if (until !== undefined) chosen = chosen.where('created_at', '<=', until);
  return db
    .updateTable('delivery')
    .set({ state: 'pending', due_at: now, updated_at: now, schedule_from: sql<number>`attempts`, retry_from: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', chosen.orderBy('event_seq').limit(limit));
});

/**
 * Holds pending deliveries when the subscription is disabled, or cancels pending and held ones when it is deleted. A delivery that had
 * ended before a retry was requested returns to its earlier state. Leases stay, so that a worker can record an attempt in progress.
 */
export async function endWaiting(
  trx: Trx,
  orgId: string,
  webhookId: string,
  to: 'held' | 'cancelled',
  now: string,
): Promise<void> {
  await moveFrom(trx, orgId, webhookId, to === 'held' ? ['pending'] : ['pending', 'held'], to, now);
}
const moveFrom = preparedChange(
  (db, orgId: string, webhookId: string, from: readonly string[], to: string, now: string) =>
    db
      .updateTable('delivery')
      .set({
        state: sql<string>`case when retry_from in ('failed', 'succeeded') then retry_from else ${to} end`,
        retry_from: null,
        due_at: null,
        updated_at: now,
      })
      .where('org_id', '=', orgId)
      .where('webhook_id', '=', webhookId)
      .where('state', 'in', from),
);

/** What a disabled subscription can recover: the number of held deliveries, and the event time of the oldest; `failing` = since when. */
export const heldOf = preparedFirst((db, orgId: string, webhookId: string, failing: string) =>
  db
    .selectFrom('delivery')
    .select(({ fn }) => [
      sql<number>`sum(case when state = 'held' then 1 else 0 end)`.as('held'),
      fn.min<string | null>('created_at').as('since'),
    ])
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where((eb) =>
      eb.or([eb('state', '=', 'held'), eb.and([eb('state', '=', 'failed'), eb('updated_at', '>=', failing)])]),
    ),
);

/** Deletes at most `limit` deliveries that were held, or else ended, before `before`, with their attempts; resolves to their number. */
export async function deleteOldDeliveries(
  trx: Trx,
  which: 'held' | 'ended',
  before: string,
  limit: number,
): Promise<number> {
  const old = await leftSince(trx, which === 'held', before, limit);
  for (const [orgId, rows] of Map.groupBy(old, ({ org_id }) => org_id)) {
    const ids = rows.map(({ id }) => id);
    await deleteAttempts(trx, orgId, ids);
    await deleteDeliveries(trx, orgId, ids);
  }
  return old.length;
}

const leftSince = preparedRows((db, isHeld: boolean, before: string, limit: number) =>
  db
    .selectFrom('delivery')
    .select(['org_id', 'id'])
    // Literals, so that SQLite uses the partial indexes.
    .where(isHeld ? sql<boolean>`state = 'held'` : sql<boolean>`state not in ('pending', 'held')`)
    .where('updated_at', '<', before)
    .where('lease_token', 'is', null)
    .orderBy('updated_at')
    .limit(limit),
);

const deleteAttempts = preparedChange((db, orgId: string, ids: readonly string[]) =>
  db.deleteFrom('attempt').where('org_id', '=', orgId).where('delivery_id', 'in', anyOf(ids)),
);

const deleteDeliveries = preparedChange((db, orgId: string, ids: readonly string[]) =>
  db.deleteFrom('delivery').where('org_id', '=', orgId).where('id', 'in', anyOf(ids)),
);

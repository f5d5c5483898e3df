/**
 * Deliveries as a queue. A worker leases what is due, sends it outside of any transaction, and finishes it under its
 * token; a worker that dies loses its leases in time. A slow receiver takes no more than its share.
 */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import type { LeaseRequest } from './leases.ts';
import { statement } from '../engine/statement.ts';
import type { Store } from '../store.ts';
import type { DeliveryTable, Tables } from '../tables/tables.ts';

export interface DeliveryLeaseRequest extends LeaseRequest {
  /** How many deliveries of one webhook may be under way at once, over all workers. */
  readonly perWebhookLimit: number;
}

const oneDue = statement(`select 1 from "webhook" where exists (
  select 1 from "delivery" where "delivery"."org_id" = "webhook"."org_id" and "delivery"."webhook_id" = "webhook"."id"
  and "delivery"."state" = 'pending' and "delivery"."due_at" <= ?) limit 1`);

/** Reads only, one step in the index for each webhook: most of the time there is nothing to lease, and then nobody has to wait for it. */
export async function hasDueDelivery(db: Db, now: string): Promise<boolean> {
  return (await oneDue(db, now)).length > 0;
}

/** Oldest first, over all organisations; within a webhook in the order of events. */
export async function leaseDue(store: Store, request: DeliveryLeaseRequest): Promise<DeliveryTable[]> {
  return store.transaction(async (trx) => {
    // Without it two workers could count the same free places of a webhook. It is held for a few statements only.
    if (store.engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('delivery lease'))`.execute(trx);
    const leased: DeliveryTable[] = [];
    for (const webhook of await waitingWebhooks(trx, request)) {
      const free = Math.min(request.perWebhookLimit - webhook.held, request.limit - leased.length);
      if (free > 0) leased.push(...(await leaseOf(store, trx, webhook, free, request)));
    }
    return leased;
  });
}

export interface Finish extends Pick<DeliveryTable, 'state' | 'attempts' | 'due_at'> {
  readonly retry_from?: string | null;
  readonly id: string;
  readonly token: string;
  readonly now: string;
}

/** Ends the lease with the delivery's next state. False when the lease was lost: then nothing has changed, and the result is another worker's to write. */
export async function finishUnderLease(
  trx: Trx,
  orgId: string,
  { id, token, now, state, attempts, due_at, retry_from = null }: Finish,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('delivery')
    .set({ state, attempts, due_at, retry_from, lease_token: null, lease_until: null, updated_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves all deliveries of a webhook from one state to another (held when it is disabled, due again when enabled). Ends their leases. */
export async function moveDeliveries(
  trx: Trx,
  orgId: string,
  webhookId: string,
  move: { readonly from: string; readonly to: string; readonly due_at: string | null; readonly now: string },
): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: move.to, due_at: move.due_at, lease_token: null, lease_until: null, updated_at: move.now })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', move.from)
    .execute();
}

interface WaitingWebhook {
  readonly org_id: string;
  readonly id: string;
  readonly ordering: string;
  readonly held: number;
}

/** Asks each webhook for its oldest due delivery, one step in the index, however long its queue is. */
async function waitingWebhooks(
  trx: Db,
  { now, limit, perWebhookLimit }: DeliveryLeaseRequest,
): Promise<WaitingWebhook[]> {
  return trx
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook')
        .select(['webhook.org_id', 'webhook.id', 'webhook.ordering'])
        .select((of) => [
          of
            .selectFrom('delivery')
            .select('delivery.due_at')
            .whereRef('delivery.org_id', '=', 'webhook.org_id')
            .whereRef('delivery.webhook_id', '=', 'webhook.id')
            .where((delivery) => isDue(delivery, now))
            .where((delivery) => delivery.or([delivery('webhook.ordering', '=', 'none'), isNextOfResource]))
            .orderBy('delivery.due_at')
            .limit(1)
            .as('first_due'),
          of
            .selectFrom('delivery')
            .select((delivery) => delivery.fn.countAll<number>().as('held'))
            .whereRef('delivery.org_id', '=', 'webhook.org_id')
            .whereRef('delivery.webhook_id', '=', 'webhook.id')
            .where('delivery.lease_until', '>', now)
            .as('held'),
        ])
        .as('waiting'),
    )
    .select(['org_id', 'id', 'ordering'])
    .select((eb) => eb.fn.coalesce(eb.ref('held'), eb.lit(0)).as('held'))
    .where('first_due', 'is not', null)
    .where('held', '<', perWebhookLimit)
    .orderBy('first_due')
    .orderBy('id')
    .limit(limit)
    .execute();
}

async function leaseOf(
  store: Store,
  trx: Trx,
  webhook: WaitingWebhook,
  limit: number,
  request: DeliveryLeaseRequest,
): Promise<DeliveryTable[]> {
  const { now, token, leaseUntil } = request;
  const due = await trx
    .selectFrom('delivery')
    .selectAll()
    .where('org_id', '=', webhook.org_id)
    .where('webhook_id', '=', webhook.id)
    .where((delivery) => isDue(delivery, now))
    .$if(webhook.ordering === 'resource', (query) => query.where(isNextOfResource))
    .orderBy('due_at')
    .orderBy('event_seq')
    .limit(limit)
    .$if(store.engine === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
  if (due.length === 0) return [];
  const ids = due.map((delivery) => delivery.id);
  const lease = { lease_token: token, lease_until: leaseUntil };
  await trx.updateTable('delivery').set(lease).where('org_id', '=', webhook.org_id).where('id', 'in', ids).execute();
  return due.map((delivery) => ({ ...delivery, ...lease }));
}

/** No earlier event of the same resource waits. */
const nextOfResource = `not exists (select 1 from delivery as earlier
  where earlier.org_id = delivery.org_id and earlier.webhook_id = delivery.webhook_id and earlier.state = 'pending'
  and earlier.resource_id = delivery.resource_id and earlier.event_seq < delivery.event_seq)`;
const isNextOfResource = sql.raw<boolean>(nextOfResource);

type OfDelivery = ExpressionBuilder<Pick<Tables, 'delivery'>, 'delivery'>;

/** `pending` is a literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds. */
function isDue(eb: OfDelivery, now: string): Expression<SqlBool> {
  return eb.and([
    eb('delivery.state', '=', sql.lit('pending')),
    eb('delivery.due_at', '<=', now),
    eb.or([eb('delivery.lease_until', 'is', null), eb('delivery.lease_until', '<=', now)]),
  ]);
}

const firstDue = statement<{ readonly due_at: string | null }>(`select min("due_at") as "due_at" from (
  select (select "delivery"."due_at" from "delivery"
    where "delivery"."org_id" = "webhook"."org_id" and "delivery"."webhook_id" = "webhook"."id"
    and "delivery"."state" = 'pending' and "delivery"."lease_token" is null
    and ("webhook"."ordering" = 'none' or ${nextOfResource})
    order by "delivery"."due_at" limit 1) as "due_at"
  from "webhook") as "first"`);

/** When the next delivery is due, in ms since 1970, over all organisations; undefined when nothing waits. One index step for each webhook. */
export async function nextDueMs(db: Db): Promise<number | undefined> {
  const [first] = await firstDue(db);
  return first?.due_at == null ? undefined : Date.parse(first.due_at);
}

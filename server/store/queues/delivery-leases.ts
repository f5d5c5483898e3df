/**
 * Deliveries as a queue. A worker leases due deliveries, sends them outside any transaction, and finishes them with its lease token. The
 * leases of a worker that dies expire. A limit per webhook keeps a slow receiver from occupying all workers.
 */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import type { DeliveryTable, Tables } from '../tables/tables.ts';
import type { LeaseRequest } from './leases.ts';

export interface DeliveryLeaseRequest extends LeaseRequest {
  /** Maximum concurrent deliveries of one webhook, over all workers. */
  readonly perWebhookLimit: number;
}

/** Read-only, one index lookup per webhook: usually nothing is due, and then no lock is taken. */
export async function hasDueDelivery(db: Db, now: string): Promise<boolean> {
  return (await webhookWithDue(db, now)) !== undefined;
}
const webhookWithDue = preparedFirst((db, now: string) =>
  db
    .selectFrom('webhook')
    .select('webhook.id')
    .where((eb) => eb.exists(ofWebhook(eb).where('delivery.due_at', '<=', now).select('delivery.id')))
    .limit(1),
);

/** When the next delivery of any organisation is due, in ms since 1970; undefined if none is pending. One index lookup per webhook. */
export async function nextDueMs(db: Db): Promise<number | undefined> {
  const first = await firstDue(db);
  return first?.due_at == null ? undefined : Date.parse(first.due_at);
}
const firstDue = preparedFirst((db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('webhook')
        .select((eb) =>
          ofWebhook(eb)
            .where('delivery.lease_token', 'is', null)
            .where((delivery) => delivery.or([delivery('webhook.ordering', '=', sql.lit('none')), isNextOfResource]))
            .select('delivery.due_at')
            .orderBy('delivery.due_at')
            .limit(1)
            .as('due_at'),
        )
        .as('first'),
    )
    .select(({ fn }) => fn.min('due_at').as('due_at')),
);

/** Over all organisations. The webhook whose delivery is due earliest comes first; within a webhook, ordered by due time and event. */
export async function leaseDue(store: Store, request: DeliveryLeaseRequest): Promise<DeliveryTable[]> {
  const { now, token, leaseUntil, limit, perWebhookLimit } = request;
  return store.transaction(async (trx) => {
    // Prevents two workers from counting the same free slots of a webhook. Held for a few statements only.
    if (store.engine === 'postgres') await lockLeases(trx);
    const leased: DeliveryTable[] = [];
    for (const { org_id, id, ordering, held } of await waitingWebhooks(trx, now, perWebhookLimit, limit)) {
      const free = Math.min(perWebhookLimit - held, limit - leased.length);
      if (free <= 0) continue;
      const due = await dueOf(trx, { org_id, id }, ordering === 'resource', now, free);
      const lease = { lease_token: token, lease_until: leaseUntil };
      const ids = due.map((delivery) => delivery.id);
      if (ids.length > 0) await setLease(trx, org_id, ids, lease);
      leased.push(...due.map((delivery) => ({ ...delivery, ...lease })));
    }
    return leased;
  });
}

const lockLeases = preparedRows(() => sql`select pg_advisory_xact_lock(hashtext('delivery lease'))`);

/** Finds each webhook's oldest due delivery with one index lookup, regardless of the queue's length. */
const waitingWebhooks = preparedRows((db, now: string, perWebhookLimit: number, limit: number) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('webhook')
        .select(['webhook.org_id', 'webhook.id', 'webhook.ordering'])
        .select((eb) => [
          ofWebhook(eb)
            .where((delivery) => isLeasable(delivery, now))
            .where((delivery) => delivery.or([delivery('webhook.ordering', '=', 'none'), isNextOfResource]))
            .select('delivery.due_at')
            .orderBy('delivery.due_at')
            .limit(1)
            .as('first_due'),
          eb
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
    .limit(limit),
);

const dueOf = preparedRows(
  (db, webhook: { org_id: string; id: string }, isOrdered: boolean, now: string, limit: number) => {
    let query = db
      .selectFrom('delivery')
      .selectAll()
      .where('org_id', '=', webhook.org_id)
      .where('webhook_id', '=', webhook.id)
      .where((delivery) => isPending(delivery))
      .where((delivery) => isLeasable(delivery, now))
      .orderBy('due_at')
      .orderBy('event_seq')
      .limit(limit);
    if (isOrdered) query = query.where(isNextOfResource);
    return engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query;
  },
);

const setLease = preparedChange(
  (db, orgId: string, ids: readonly string[], lease: { lease_token: string; lease_until: string }) =>
    db.updateTable('delivery').set(lease).where('org_id', '=', orgId).where('id', 'in', ids),
);

export interface Finish extends Pick<DeliveryTable, 'state' | 'attempts' | 'due_at'> {
  readonly retry_from?: string | null;
  readonly id: string;
  readonly token: string;
  readonly now: string;
}

/** Ends the lease and sets the next state. False if the lease was lost: nothing changes, and another worker records the result. */
export async function finishUnderLease(
  trx: Trx,
  orgId: string,
  { id, token, now, state, attempts, due_at, retry_from = null }: Finish,
): Promise<boolean> {
  return (await finish(trx, orgId, id, token, { state, attempts, due_at, retry_from, updated_at: now })) > 0;
}
const finish = preparedChange((db, orgId: string, id: string, token: string, next: Partial<DeliveryTable>) =>
  db
    .updateTable('delivery')
    .set({ ...next, lease_token: null, lease_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('lease_token', '=', token),
);

/** No delivery of an earlier event of the same resource is pending. */
const isNextOfResource = sql<boolean>`not exists (select 1 from delivery as earlier
  where earlier.org_id = delivery.org_id and earlier.webhook_id = delivery.webhook_id and earlier.state = 'pending'
  and earlier.resource_id = delivery.resource_id and earlier.event_seq < delivery.event_seq)`;

/** Pending deliveries of the webhook of the outer query. */
function ofWebhook(eb: ExpressionBuilder<Tables, 'webhook'>) {
  return eb
    .selectFrom('delivery')
    .whereRef('delivery.org_id', '=', 'webhook.org_id')
    .whereRef('delivery.webhook_id', '=', 'webhook.id')
    .where((delivery) => isPending(delivery));
}

type OfDelivery = ExpressionBuilder<Pick<Tables, 'delivery'>, 'delivery'>;

/** A literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds. */
function isPending(eb: OfDelivery): Expression<SqlBool> {
  return eb('delivery.state', '=', sql.lit('pending'));
}

function isLeasable(eb: OfDelivery, now: string): Expression<SqlBool> {
  return eb.and([
    eb('delivery.due_at', '<=', now),
    eb.or([eb('delivery.lease_until', 'is', null), eb('delivery.lease_until', '<=', now)]),
  ]);
}

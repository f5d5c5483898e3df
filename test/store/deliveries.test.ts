/** The delivery queue under several workers, and the delivery log. */
import { describe, expect, test } from 'vitest';
import {
  endWaiting,
  insertAttempt,
  insertDeliveries,
  listAttempts,
  listDeliveries,
  readDelivery,
  recover,
} from '../../server/store/queues/deliveries.ts';
import { finishUnderLease, leaseDue, type DeliveryLeaseRequest } from '../../server/store/queues/delivery-leases.ts';
import { insertEvents } from '../../server/store/records/events.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { insertWebhook } from '../../server/store/access/webhooks.ts';
import { engines } from '../kit/engines.ts';
import { delivery, event, minute, webhook } from './queue-rows.ts';
import { openWorld } from './world.ts';

describe.each(engines)('deliveries on %s', (engine) => {
  test('[DB20] two workers never hold the same delivery', async () => {
    await using world = await openWorld(engine);
    await using other = await openStore(world.options); // as another process would
    await fill(world.store, world.orgId, { a: 60, b: 60 });
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        leaseDue(index % 2 ? other : world.store, lease({ token: `worker ${index}`, limit: 5, perWebhookLimit: 100 })),
      ),
    );
    const ids = taken.flat().map(({ id }) => id);
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
    const { rows } = await listDeliveries(world.store.db, world.orgId, { webhookId: 'a', page: 1, perPage: 100 });
    for (const row of rows) expect(taken.flat()).toContainEqual(row);
  });

  test('[DB21] a webhook keeps to its share of deliveries over all workers, and delays no other', async () => {
    await using world = await openWorld(engine);
    await fill(world.store, world.orgId, { slow: 50, quick: 3 });
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        leaseDue(world.store, lease({ token: `worker ${index}`, limit: 4, perWebhookLimit: 4 })),
      ),
    );
    expect(
      taken
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['quick 1', 'quick 2', 'quick 3', 'slow 1', 'slow 2', 'slow 3', 'slow 4']);
  });

  test('[DB22] deliveries go out when due, in event order within a webhook', async () => {
    await using world = await openWorld(engine);
    await fill(world.store, world.orgId, { a: 3 }, { due_at: minute(5) });
    await fill(world.store, world.orgId, { b: 3 }, { due_at: minute(4) });
    expect(await leaseDue(world.store, lease({ now: minute(3) }))).toEqual([]);
    const taken = await leaseDue(world.store, lease({ now: minute(5), limit: 5 }));
    expect(taken.map(({ id }) => id)).toEqual(['b 1', 'b 2', 'b 3', 'a 1', 'a 2']);
  });

  test('[DB23] an expired lease is taken over, and finishing under a lost lease changes nothing', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await fill(store, orgId, { a: 1 });
    await leaseDue(store, lease({ token: 'first', leaseUntil: minute(2) }));
    expect(await leaseDue(store, lease({ token: 'second', now: minute(1) }))).toEqual([]);
    expect(await leaseDue(store, lease({ token: 'second', now: minute(2), leaseUntil: minute(4) }))).toMatchObject([
      { id: 'a 1', lease_token: 'second' },
    ]);
    const finish = (token: string): Promise<boolean> =>
      store.transaction((trx) =>
        finishUnderLease(trx, orgId, {
          id: 'a 1',
          token,
          now: minute(3),
          state: 'succeeded',
          attempts: 1,
          due_at: null,
        }),
      );
    expect(await finish('first')).toBe(false);
    expect(await readDelivery(store.db, orgId, 'a 1')).toMatchObject({
      state: 'pending',
      attempts: 0,
      lease_token: 'second',
    });
    expect(await finish('second')).toBe(true);
    expect(await readDelivery(store.db, orgId, 'a 1')).toMatchObject({
      state: 'succeeded',
      attempts: 1,
      due_at: null,
      lease_token: null,
      lease_until: null,
    });
    expect(await finish('second')).toBe(false);
    expect(await leaseDue(store, lease({ now: minute(60) }))).toEqual([]);
  });

  test('[DB24] held deliveries are not leased, and an attempt under way is still recorded', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await fill(store, orgId, { a: 2, b: 1 });
    await leaseDue(store, lease({ token: 'worker' }));
    await store.transaction((trx) => endWaiting(trx, orgId, 'a', 'held', minute(1)));
    const late = { id: 'a 1', token: 'worker', now: minute(1), state: 'succeeded', attempts: 1, due_at: null };
    expect(await store.transaction((trx) => finishUnderLease(trx, orgId, late))).toBe(true);
    expect((await leaseDue(store, lease({ now: minute(30), leaseUntil: minute(60) }))).map(({ id }) => id)).toEqual([
      'b 1',
    ]);
    const recovery = { webhookId: 'a', since: minute(0), until: undefined, now: minute(60), limit: 10 };
    expect(await store.transaction((trx) => recover(trx, orgId, recovery))).toBe(1);
    expect((await leaseDue(store, lease({ now: minute(60) }))).map(({ id }) => id)).toEqual(['b 1', 'a 2']);
  });

  test('[DB25] the delivery log is filtered and paged, newest first, and keeps each attempt', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await fill(store, orgId, { a: 5 });
    await store.transaction(async (trx) => {
      await insertEvents(trx, orgId, [event(900, 'signoff.recorded')]);
      await insertDeliveries(trx, orgId, [
        delivery('late', 'a', 900, { event_name: 'signoff.recorded', state: 'failed', created_at: minute(9) }),
      ]);
      await insertAttempt(trx, orgId, attempt(2));
      await insertAttempt(trx, orgId, attempt(1));
    });
    const ask = { webhookId: 'a', page: 1, perPage: 2 };
    const idsOf = async (
      request: typeof ask & Partial<Parameters<typeof listDeliveries>[2]>,
    ): Promise<[string[], number]> => {
      const { rows, total } = await listDeliveries(store.db, orgId, request);
      return [rows.map(({ id }) => id), total];
    };
    expect(await idsOf(ask)).toEqual([['late', 'a 5'], 6]);
    expect(await idsOf({ ...ask, page: 3 })).toEqual([['a 2', 'a 1'], 6]);
    expect(await idsOf({ ...ask, page: 9 })).toEqual([[], 6]);
    expect(await idsOf({ ...ask, state: 'failed' })).toEqual([['late'], 1]);
    expect(await idsOf({ ...ask, eventName: 'signoff.recorded' })).toEqual([['late'], 1]);
    expect(await idsOf({ ...ask, from: minute(9), to: minute(9) })).toEqual([['late'], 1]);
    expect(await idsOf({ ...ask, to: minute(8), perPage: 1 })).toEqual([['a 5'], 5]);
    expect((await listAttempts(store.db, orgId, 'late')).map((row) => row.attempt)).toEqual([1, 2]);
  });
});

function lease(given: Partial<DeliveryLeaseRequest>): DeliveryLeaseRequest {
  return { now: minute(0), token: 'worker', leaseUntil: minute(10), limit: 100, perWebhookLimit: 100, ...given };
}

let lastSeq = 0;

/** Gives each webhook so many deliveries, `<webhook> 1` and on. */
async function fill(
  store: Store,
  orgId: string,
  countByWebhook: Readonly<Record<string, number>>,
  given: Parameters<typeof delivery>[3] = {},
): Promise<void> {
  await store.transaction(async (trx) => {
    for (const [id, count] of Object.entries(countByWebhook)) {
      await insertWebhook(trx, orgId, webhook(id));
      const numbers = Array.from({ length: count }, (_, index) => index + 1);
      const first = lastSeq;
      lastSeq += count;
      await insertEvents(
        trx,
        orgId,
        numbers.map((number) => event(first + number)),
      );
      await insertDeliveries(
        trx,
        orgId,
        numbers.map((number) => delivery(`${id} ${number}`, id, first + number, given)).toReversed(),
      );
    }
  });
}

function attempt(number: number): Parameters<typeof insertAttempt>[2] {
  return {
    delivery_id: 'late',
    attempt: number,
    started_at: minute(number),
    ended_at: minute(number),
    outcome: 'status',
    response_status: 500,
    response_body: 'oops',
    detail: null,
  };
}

/** What reaches a receiver, when it is tried again, and what the log says of it: on both engines, with real receivers. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { standardSignature } from '../../server/followers/webhooks/signature.ts';
import { webhookContext } from '../../server/auth/secrets.ts';
import { updateWebhook } from '../../server/store/access/webhooks.ts';
import { eventIdOf, payloadOf } from '../../server/store/records/events.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver } from '../kit/receiver.ts';
import { hours, minutes, openWebhookWorld, secret } from './world.ts';

describe.each(engines)('on %s', (engine) => {
  test('[WH12] a delivery has the event’s bytes, both signatures and its identifying headers', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ secret, answers: { status: 202, body: 'thanks\0' } });
    const hook = await world.subscribe(receiver.url);
    const [id = ''] = await world.emit('signoff.recorded');
    expect(await world.follower.run()).toBe(1);
    const event = await world.store.db.selectFrom('event').selectAll().executeTakeFirstOrThrow();
    const [request] = receiver.requests;
    const seconds = world.nowMs / 1000;
    expect(request?.body.toString()).toBe(JSON.stringify(payloadOf(event)));
    expect(request?.verified).toBe(true);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Sitefile-webhooks/1',
      'x-service-event': 'signoff.recorded',
      'x-service-delivery': id,
      'x-service-attempt': '1',
      'webhook-id': eventIdOf(event),
      'webhook-timestamp': String(seconds),
      'webhook-signature': standardSignature(secret, eventIdOf(event), seconds, JSON.stringify(payloadOf(event))),
    });
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret, { format: 'raw' }).verify(String(request?.body), headers)).toMatchObject({
      event: 'signoff.recorded',
    });
    const at = new Date(world.nowMs).toISOString();
    expect(await world.deliveries()).toMatchObject([
      { id, webhook_id: hook, state: 'succeeded', attempts: 1, due_at: null, lease_token: null },
    ]);
    expect(await world.attempts(id)).toMatchObject([
      {
        attempt: 1,
        started_at: at,
        ended_at: at,
        outcome: 'succeeded',
        response_status: 202,
        response_body: String.raw`thanks\u0000`,
        detail: null,
      },
    ]);
    expect(await world.follower.run()).toBe(0);
  });

  test('[WH13] retries follow after 1, 5, 30, 120 and 720 minutes with the same bytes', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ secret, answers: 500 });
    await world.subscribe(receiver.url);
    const [id = ''] = await world.emit();
    expect(await world.follower.run()).toBe(1);
    for (const wait of [1 * minutes, 5 * minutes, 30 * minutes, 2 * hours, 12 * hours]) {
      world.nowMs += wait - 1;
      expect(await world.follower.run()).toBe(0);
      world.nowMs += 1;
      expect(await world.follower.run()).toBe(1);
    }
    world.nowMs += 100 * hours;
    expect(await world.follower.run()).toBe(0);
    expect(await world.deliveries()).toMatchObject([{ id, state: 'failed', attempts: 6, due_at: null }]);
    expect((await world.attempts(id)).map(({ attempt, outcome, detail }) => [attempt, outcome, detail])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [n, 'failed', 'status']),
    );
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([...'123456']);
    const different = (name: string): number => new Set(receiver.requests.map(({ headers }) => headers[name])).size;
    const names = ['x-service-signature', 'x-service-delivery', 'webhook-id', 'webhook-timestamp'];
    expect(names.map(different)).toEqual([1, 1, 1, 6]);
    expect(receiver.requests.every(({ verified }) => verified)).toBe(true);
  });

  test('[WH13] jitter puts a retry off; the schedule counts from the end of the attempt', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({
      answers: () => {
        world.nowMs += 7_000; // the answer takes seven seconds
        return 500;
      },
    });
    await world.subscribe(receiver.url);
    await world.emit();
    world.jitter = 1;
    const startedMs = world.nowMs;
    await world.follower.run();
    const [delivery] = await world.deliveries();
    expect(Date.parse(delivery?.due_at ?? '')).toBe(startedMs + 7_000 + 66_000);
  });

  test('[WH14] Retry-After of a 429 puts the retry off', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: { status: 429, headers: { 'retry-after': '90' } } });
    await world.subscribe(receiver.url);
    await world.emit();
    await world.follower.run();
    expect(await world.deliveries()).toMatchObject([
      { state: 'pending', due_at: new Date(world.nowMs + 90_000).toISOString() },
    ]);
  });

  test('[WH16] a success after failures ends the delivery and starts the count of failures anew', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: [500, 'reset', 204] });
    const hook = await world.subscribe(receiver.url, { consecutive_failures: 6 });
    const [id = ''] = await world.emit();
    const counts: number[] = [];
    for (const wait of [0, 1 * minutes, 5 * minutes]) {
      world.nowMs += wait;
      await world.follower.run();
      counts.push((await world.webhook(hook)).consecutive_failures);
    }
    expect(counts).toEqual([7, 8, 0]);
    expect(await world.deliveries()).toMatchObject([{ state: 'succeeded', attempts: 3 }]);
    expect((await world.attempts(id)).map(({ outcome, response_status }) => [outcome, response_status])).toEqual([
      ['failed', 500],
      ['failed', null],
      ['succeeded', 204],
    ]);
  });

  test('[WH18] a worker that dies before recording repeats the same delivery, event and bytes', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ secret });
    const hook = await world.subscribe(receiver.url, { consecutive_failures: 3 });
    const [id = ''] = await world.emit();
    world.beforeStatement = (sql) => {
      if (sql.includes('insert into "attempt"')) throw new Error('the worker dies here');
    };
    await world.follower.run();
    expect(world.logged).toMatchObject([{ level: 'error', fields: { delivery: id } }]);
    expect(await world.attempts(id)).toEqual([]);
    expect((await world.webhook(hook)).consecutive_failures).toBe(3);
    world.beforeStatement = () => undefined;
    const successor = world.openFollower();
    expect(await successor.run()).toBe(0); // the lease is still valid
    world.nowMs += 30_000;
    expect(await successor.run()).toBe(1);
    expect(receiver.requests).toHaveLength(2);
    const names = ['x-service-delivery', 'x-service-attempt', 'webhook-id', 'x-service-signature'];
    const [once, again] = receiver.requests.map(({ headers }) => names.map((name) => headers[name]));
    expect(again).toEqual(once);
    expect(await world.deliveries()).toMatchObject([{ id, state: 'succeeded', attempts: 1 }]);
    expect(await world.attempts(id)).toHaveLength(1);
  });

  test('[WH18] an attempt that outlives its lease is not recorded; the new holder’s is', async () => {
    await using world = await openWebhookWorld(engine);
    const late = Promise.withResolvers<number>();
    await using receiver = await openReceiver({ answers: (_, index) => (index === 0 ? late.promise : 200) });
    const hook = await world.subscribe(receiver.url);
    const [id = ''] = await world.emit();
    const sleepy = world.follower.run();
    await receiver.waitFor(() => receiver.requests.length === 1);
    world.nowMs += 30_000;
    expect(await world.openFollower().run()).toBe(1);
    late.resolve(500);
    await sleepy;
    expect(await world.deliveries()).toMatchObject([{ state: 'succeeded', attempts: 1 }]);
    expect(await world.attempts(id)).toMatchObject([{ outcome: 'succeeded' }]);
    expect((await world.webhook(hook)).consecutive_failures).toBe(0);
    expect(world.logged).toMatchObject([{ level: 'warn', fields: { delivery: id } }]);
  });

  test('[WH19] a secret of another subscription signs nothing: the attempt fails before sending', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    const hook = await world.subscribe(receiver.url);
    const stolen = world.secrets.seal(secret, webhookContext(world.orgId, 'another'));
    await world.store.transaction((trx) => updateWebhook(trx, world.orgId, hook, { secret: stolen }));
    const [id = ''] = await world.emit();
    await world.follower.run();
    expect(receiver.connections).toBe(0);
    expect(await world.attempts(id)).toMatchObject([
      { outcome: 'failed', detail: 'secret: damaged', response_status: null },
    ]);
  });
});

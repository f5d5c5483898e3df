/** Subscriptions as an administrator runs them, through the real doors, with real receivers, on both engines. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifySignature } from '../../server/followers/webhooks/signature.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from '../kit/receiver.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly due_at: string | null;
  readonly attempt_log: readonly { readonly attempt: number; readonly by_hand: boolean; readonly outcome: string }[];
}

async function subscribe(world: World, receiver: Receiver, more: object = {}): Promise<string> {
  const body = { url: receiver.url, events: ['document.created'], secret: 'the-first-secret', ...more };
  const answer = await world.api<{ id: string }>('POST', '/api/v1/webhooks', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

async function must<Body = Readonly<Record<string, unknown>>>(
  world: World,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await world.api<Body>(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

async function emit(world: World): Promise<void> {
  await must(world, 'POST', '/api/v1/documents', { title: 'Roof works', document_type: 'rams' });
}

async function deliveries(world: World, hook: string): Promise<readonly Delivery[]> {
  const { data } = await must<{ data: readonly Delivery[] }>(world, 'GET', `/api/v1/webhooks/${hook}/deliveries`);
  return data.toReversed();
}

const events = ({ requests }: Receiver): readonly ReceivedRequest[] =>
  requests.filter(({ headers }) => headers['x-service-event'] !== 'webhook.test');

const rowOf = ({ app }: World, hook: string) =>
  app.commitContext.store.db.selectFrom('webhook').selectAll().where('id', '=', hook).execute();
const minutes = 60_000;
const inAMinute = ({ clock }: World): string => new Date(clock.now() + minutes).toISOString();
/** By the library of Standard Webhooks. */
const standard = (request: ReceivedRequest | undefined, secret: string): string => {
  const { 'webhook-id': id, 'webhook-timestamp': at } = request?.headers ?? {};
  return new Webhook(secret, { format: 'raw' }).sign(String(id), new Date(Number(at) * 1000), String(request?.body));
};

describe.each(engines)('on %s', (engine) => {
  test('[WH27] until the hand-over deliveries are signed with the old and the new secret', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    const rotation = { secret: 'the-second-secret', handover_until: inAMinute(world) };
    await must(world, 'POST', `/api/v1/webhooks/${hook}/rotate-secret`, rotation);
    await emit(world);
    await world.app.webhooks.run();
    const [during] = events(receiver);
    const verifies = (request: ReceivedRequest | undefined, header: string, secret: string): boolean =>
      verifySignature(secret, request?.body ?? '', String(request?.headers[header]));
    expect(verifies(during, 'x-service-signature', 'the-first-secret')).toBe(true);
    expect(verifies(during, 'x-service-signature-next', 'the-second-secret')).toBe(true);
    expect(during?.headers['webhook-signature']).toBe(
      `${standard(during, 'the-second-secret')} ${standard(during, 'the-first-secret')}`,
    );
    world.clock.advance(1 * minutes);
    await emit(world);
    await world.app.webhooks.run();
    const after = events(receiver)[1];
    expect(verifies(after, 'x-service-signature', 'the-second-secret')).toBe(true);
    expect(after?.headers['x-service-signature-next']).toBeUndefined();
    expect(after?.headers['webhook-signature']).toBe(standard(after, 'the-second-secret'));
  });

  test('[WH42] a rotation without a hand-over and a set secret sign at once, in both headers', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    await must(world, 'POST', `/api/v1/webhooks/${hook}/rotate-secret`, { secret: 'the-second-secret' });
    await emit(world);
    await world.app.webhooks.run();
    await must(world, 'PUT', `/api/v1/webhooks/${hook}`, { secret: 'the-third-secret' });
    await emit(world);
    await world.app.webhooks.run();
    const signed = events(receiver).map(({ headers, body }, i) =>
      verifySignature(['the-second-secret', 'the-third-secret'][i] ?? '', body, String(headers['x-service-signature'])),
    );
    expect(signed).toEqual([true, true]);
    const [rotated] = events(receiver);
    expect(rotated?.headers['x-service-signature-next']).toBeUndefined();
    expect(rotated?.headers['webhook-signature']).toBe(standard(rotated, 'the-second-secret'));
  });

  test('[WH28] a retry replaces the scheduled attempt, and its failure does not count', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    receiver.answer(500);
    await emit(world);
    await world.app.webhooks.run();
    const [{ id } = { id: '' }] = await deliveries(world, hook);
    const retry = `/api/v1/webhooks/${hook}/deliveries/${id}/retry`;
    expect((await world.api('POST', retry)).status).toBe(202);
    await world.app.webhooks.run();
    const shown = await must<Delivery>(world, 'GET', `/api/v1/webhooks/${hook}/deliveries/${id}`);
    expect(shown).toMatchObject({ state: 'pending', attempts: 2 });
    expect(shown.attempt_log.map(({ by_hand }) => by_hand)).toEqual([false, true]);
    expect(Date.parse(shown.due_at ?? '')).toBeGreaterThanOrEqual(world.clock.now() + 5 * minutes); // the second slot
    expect(await must(world, 'GET', `/api/v1/webhooks/${hook}`)).toMatchObject({ consecutive_failures: 1 });
    const gate = Promise.withResolvers<number>();
    receiver.answer(() => gate.promise);
    for (let i = 0; i < 2; i++) await must(world, 'POST', retry); // the second while the first waits: one attempt
    gate.resolve(200);
    await world.app.webhooks.run();
    expect(await deliveries(world, hook)).toMatchObject([{ state: 'succeeded', attempts: 3, due_at: null }]);
    expect(await must(world, 'GET', `/api/v1/webhooks/${hook}`)).toMatchObject({ consecutive_failures: 0 });
  });

  test('[WH28] a failed retry of a finished delivery keeps its state and starts no schedule', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    for (const answer of [200, { status: 500, headers: { 'webhook-delivery': 'abort-message' } }]) {
      receiver.answer(answer);
      await emit(world);
      await world.app.webhooks.run();
    }
    receiver.answer(500);
    const before = await deliveries(world, hook);
    expect(before.map(({ state }) => state).toSorted()).toEqual(['failed', 'succeeded']);
    for (const { id } of before) await must(world, 'POST', `/api/v1/webhooks/${hook}/deliveries/${id}/retry`);
    await world.app.webhooks.run();
    const after = (await deliveries(world, hook)).map(({ state, due_at, attempts }) => [state, due_at, attempts]);
    expect(after).toEqual(before.map(({ state }) => [state, null, 2]));
    expect(await must(world, 'GET', `/api/v1/webhooks/${hook}`)).toMatchObject({ consecutive_failures: 0 });
  });

  test('[WH29] held deliveries are recovered in event order, with a new schedule', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    receiver.answer(500);
    for (let i = 0; i < 3; i++) await emit(world);
    await world.app.webhooks.run();
    await must(world, 'POST', `/api/v1/webhooks/${hook}/disable`);
    receiver.answer(200);
    await must(world, 'POST', `/api/v1/webhooks/${hook}/enable`);
    await world.app.webhooks.run();
    expect((await deliveries(world, hook)).map(({ state }) => state)).toEqual(['held', 'held', 'held']);
    const since = new Date(world.clock.now() - minutes).toISOString();
    const sent = receiver.requests.length;
    receiver.answer((_, index) => (index === sent ? 500 : 200));
    const recovered = await world.api('POST', `/api/v1/webhooks/${hook}/recover`, { since });
    expect([recovered.status, recovered.body]).toMatchObject([202, { queued: 3, more: false }]);
    const repeated = await must(world, 'POST', `/api/v1/webhooks/${hook}/recover`, { since });
    expect(repeated).toMatchObject({ queued: 0, more: false });
    await world.app.webhooks.run();
    const after = await deliveries(world, hook);
    expect(after.map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual([
      'pending 2',
      'succeeded 2',
      'succeeded 2',
    ]);
    const waiting = after.find(({ state }) => state === 'pending');
    expect(Date.parse(waiting?.due_at ?? '')).toBeLessThan(world.clock.now() + 2 * minutes); // the first slot again
    const nothing = await must(world, 'POST', `/api/v1/webhooks/${hook}/recover`, { since, until: since });
    expect(nothing).toMatchObject({ queued: 0, more: false });
  });

  test('[WH25] a deleted subscription sends only attempts in progress and keeps its log', async () => {
    await using world = await openWorld({ engine });
    const gate = Promise.withResolvers<number>();
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    receiver.answer(() => gate.promise);
    for (let i = 0; i < 6; i++) await emit(world);
    await receiver.waitFor(() => events(receiver).length === 4);
    expect((await world.api('DELETE', `/api/v1/webhooks/${hook}`)).status).toBe(204);
    gate.resolve(200);
    await world.app.webhooks.run();
    world.clock.advance(60 * minutes);
    await emit(world);
    await world.app.webhooks.run();
    expect(events(receiver)).toHaveLength(4);
    const log = await deliveries(world, hook);
    expect(log.map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual([
      'cancelled 0',
      'cancelled 0',
      ...Array<string>(4).fill('cancelled 1'),
    ]);
    const [{ id } = { id: '' }] = log;
    expect((await world.api('POST', `/api/v1/webhooks/${hook}/deliveries/${id}/retry`)).status).toBe(404);
    const row = await rowOf(world, hook);
    expect(row).toMatchObject([{ state: 'deleted', secret: '', previous_secret: null, headers: null }]);
  });

  test('[WH24] the guard checks a stored address again before a test, an enabling and a retry', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    receiver.answer({ status: 500, headers: { 'webhook-delivery': 'abort-message' } });
    await emit(world);
    await world.app.webhooks.run();
    const [{ id } = { id: '' }] = await deliveries(world, hook);
    const inside = { url: 'https://10.0.0.1/hook' }; // as if the allow-list had been shorter since
    await world.app.commitContext.store.transaction((trx) =>
      trx.updateTable('webhook').set(inside).where('id', '=', hook).execute(),
    );
    for (const action of ['test', 'enable']) {
      const answer = await world.api('POST', `/api/v1/webhooks/${hook}/${action}`);
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'webhook_test_failed', reason: 'blocked_address' },
      ]);
    }
    await must(world, 'POST', `/api/v1/webhooks/${hook}/deliveries/${id}/retry`);
    await world.app.webhooks.run();
    const { attempt_log } = await must<Delivery>(world, 'GET', `/api/v1/webhooks/${hook}/deliveries/${id}`);
    expect(attempt_log[1]).toMatchObject({ by_hand: true, detail: 'blocked_address: blocked_address' });
  });

  test('[WH32] custom headers are sent with deliveries and tests, and replace none of ours', async () => {
    await using world = await openWorld({ engine, environment: { SIGNATURE_HEADER: 'X-Acme-Signature' } });
    await using receiver = await openReceiver();
    const branded = { url: receiver.url, events: ['*'], headers: { 'x-acme-event': 'x' } };
    expect((await world.api('POST', '/api/v1/webhooks', branded)).body).toMatchObject({
      errors: [{ pointer: '#/headers/x-acme-event', code: 'reserved' }],
    });
    const hook = await subscribe(world, receiver, { headers: { Authorization: 'Bearer 0815', 'X-Gate': 'G2' } });
    await emit(world);
    await world.app.webhooks.run();
    for (const { headers } of receiver.requests)
      expect(headers).toMatchObject({ authorization: 'Bearer 0815', 'x-gate': 'G2', 'x-acme-attempt': '1' });
    expect(receiver.requests).toHaveLength(2);
    const row = await rowOf(world, hook);
    expect(JSON.stringify(row)).not.toMatch(/0815|the-first-secret/);
  });

  test('[WH37] the audit log has each change of a subscription with its actor and no secret', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    await must(world, 'PUT', `/api/v1/webhooks/${hook}`, { events: ['*'] });
    await must(world, 'POST', `/api/v1/webhooks/${hook}/disable`, {});
    await must(world, 'POST', `/api/v1/webhooks/${hook}/enable`);
    await must(world, 'POST', `/api/v1/webhooks/${hook}/rotate-secret`, {});
    await must(world, 'DELETE', `/api/v1/webhooks/${hook}`);
    const rows = await world.app.commitContext.store.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows.map(
      ({ entry }) =>
        JSON.parse(entry) as {
          readonly actor: { readonly name: string };
          readonly commands: readonly { readonly op: string; readonly id: string; readonly action?: string }[];
        },
    );
    const ours = entries.filter(({ commands }) => commands[0]?.id === hook);
    expect(ours.map(({ commands: [command] }) => command?.action ?? command?.op)).toEqual([
      'create',
      'patch',
      'disable',
      'enable',
      'rotate_secret',
      'remove',
    ]);
    expect(new Set(ours.map(({ actor }) => actor.name)).size).toBe(1);
    expect(JSON.stringify(rows)).not.toContain('the-first-secret');
  });

  test('[WH33] deliveries finished 90 days ago and secrets past their hand-over are deleted', async () => {
    await using world = await openWorld({ engine });
    await using receiver = await openReceiver();
    const hook = await subscribe(world, receiver);
    await emit(world);
    await world.app.webhooks.run();
    const handover_until = inAMinute(world);
    await must(world, 'POST', `/api/v1/webhooks/${hook}/rotate-secret`, { handover_until });
    world.clock.advance(89 * 24 * 60 * minutes);
    receiver.answer(500);
    await emit(world);
    await world.app.webhooks.run();
    expect(await deliveries(world, hook)).toHaveLength(2);
    world.clock.advance(24 * 60 * minutes + 1);
    await world.restart(); // the first look after a start sweeps
    await receiver.waitFor(() => events(receiver).length >= 3);
    await world.app.close();
    await world.restart();
    expect(await deliveries(world, hook)).toMatchObject([{ state: 'pending' }]);
    expect(await world.app.commitContext.store.db.selectFrom('webhook').select('previous_secret').execute()).toEqual([
      { previous_secret: null },
    ]);
  });
});

/**
 * Retries by hand and by the schedule, disabling, enabling, rotating, recovering and deleting, all at once and in an order that a seed
 * gives. Whatever happens: each request is one booked attempt, nothing is sent after a deletion but what was under way, and every
 * signature is by a secret that was good at the time.
 */
import { describe, expect, test } from 'vitest';
import { verifySignature } from '../../server/followers/webhooks/signature.ts';
import { report } from '../faults/table/figures.ts';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver, type Answer } from '../kit/receiver.ts';
import { openWorld } from '../kit/world.ts';

const answers: readonly Answer[] = [
  200,
  200,
  500,
  500,
  503,
  { status: 500, headers: { 'webhook-delivery': 'abort-message' } },
  { status: 429, headers: { 'retry-after': '90' } },
];
const steps = 12;

const seedsByEngine = { sqlite: [1, 2, 3, 4, 5, 6], postgres: [1, 2] } as const;

describe.each(engines)('on %s', (engine) => {
  test.each(seedsByEngine[engine])('[WH34] in any interleaving each attempt counts once (seed %i)', async (seed) => {
    const chance = openChance(seed);
    await using world = await openWorld({ engine, seed });
    await using receiver = await openReceiver();
    const path = '/api/v1/webhooks';
    const first = 'secret number 0';
    const created = await world.api<{ id: string }>('POST', path, {
      url: receiver.url,
      events: ['document.created'],
      secret: first,
      ordering: chance.pick(['none', 'resource']),
    });
    const hook = `${path}/${created.body.id}`;
    let [secret, previous, goodUntilMs] = [first, first, 0];
    /** Every secret that was good at some time of the step under way. */
    let good = new Set([first]);
    let rotations = 0;
    const wrong: string[] = [];
    let isDeleted = false;
    receiver.answer(async ({ headers, body }) => {
      const isSigned = [...good].some((each) => verifySignature(each, body, String(headers['x-service-signature'])));
      if (!isSigned) wrong.push(String(headers['x-service-delivery']));
      if (headers['x-service-event'] === 'webhook.test') return 200;
      await new Promise((resolve) => setImmediate(resolve));
      return chance.pick(answers);
    });

    const rotate = async (): Promise<void> => {
      const next = `secret number ${++rotations}`;
      good.add(next);
      const grace = chance.pick([0, 3600]);
      const handover_until = grace > 0 ? new Date(world.clock.now() + grace * 1000).toISOString() : null;
      const answer = await world.api('POST', `${hook}/rotate-secret`, { secret: next, handover_until });
      if (answer.status === 200) [secret, previous, goodUntilMs] = [next, secret, world.clock.now() + grace * 1000];
    };
    const emit = () => world.api('POST', '/api/v1/documents', { title: 'Roof works', document_type: 'rams' });
    const retryAny = async () => {
      const { body } = await world.api<{ data: { id: string }[] }>('GET', `${hook}/deliveries?per_page=50`);
      if (body.data.length > 0) return await world.api('POST', `${hook}/deliveries/${chance.pick(body.data).id}/retry`);
      return undefined;
    };
    const moves: readonly (() => Promise<unknown>)[] = [
      emit,
      emit,
      emit,
      retryAny,
      retryAny,
      () => world.api('POST', `${hook}/recover`, { since: '2026-01-01T00:00:00Z' }),
      () => world.api('POST', `${hook}/disable`, {}),
      () => world.api('POST', `${hook}/enable`),
      () => world.api('POST', `${hook}/enable`),
      rotate,
      () => world.app.webhooks.run(),
    ];
    for (let step = 0; step < steps; step++) {
      const now = Array.from({ length: 5 }, () => chance.pick(moves));
      // One rotation a step, so that the test knows which secret came last.
      const once = now.filter((move, i) => move !== rotate || now.indexOf(rotate) === i);
      await Promise.all(once.map((move) => move()));
      await world.app.webhooks.run();
      world.clock.advance(chance.below(40) * 60_000);
      good = new Set([secret, ...(goodUntilMs > world.clock.now() ? [previous] : [])]);
    }

    const racing = Promise.all([emit(), retryAny(), world.app.webhooks.run()]);
    const removed = world.api('DELETE', hook).then((answer) => {
      isDeleted = true;
      return answer.status;
    });
    expect([await removed, isDeleted]).toEqual([204, true]);
    await racing;
    await world.app.webhooks.run();
    const settled = receiver.requests.length;
    world.clock.advance(24 * 3_600_000);
    await emit();
    await world.app.webhooks.run();
    expect(receiver.requests).toHaveLength(settled);

    const { db } = world.app.commitContext.store;
    const deliveries = await db.selectFrom('delivery').selectAll().execute();
    const attempts = await db.selectFrom('attempt').selectAll().orderBy('attempt').execute();
    const sent = Map.groupBy(receiver.requests, ({ headers }) => String(headers['x-service-delivery']));
    for (const { id, attempts: count, state, lease_token, due_at } of deliveries) {
      const booked = attempts.filter(({ delivery_id }) => delivery_id === id).map(({ attempt }) => attempt);
      expect(booked).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      expect(sent.get(id)?.length ?? 0).toBe(count);
      expect(['succeeded', 'failed', 'cancelled']).toContain(state);
      expect([lease_token, due_at]).toEqual([null, null]);
    }
    expect(deliveries.length).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
    const counts = { survived: deliveries.length, lost: 0, doubled: 0 };
    const failed = attempts.filter(({ outcome }) => outcome !== 'succeeded').length;
    report('receiverFaults', { injected: failed, ...counts });
    report('retryRaces', { injected: attempts.length, ...counts });
    report('secretRotation', { injected: rotations, ...counts, survived: receiver.requests.length });
  });
});

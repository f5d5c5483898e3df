/** Subscriptions that want the events of each resource in their order. */
import { describe, expect, test } from 'vitest';
import { nextDueMs } from '../../server/store/queues/delivery-leases.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver } from '../kit/receiver.ts';
import { hours, minutes, openWebhookWorld } from './world.ts';

describe.each(engines)('on %s', (engine) => {
  test('[WH31] an event waits for the previous one of its resource, and for no other resource', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    await world.subscribe(receiver.url, { ordering: 'resource' });
    for (const resource of ['roof', 'crane', 'roof', 'roof']) await world.emit('document.updated', resource);
    const resourceOf = (body: Buffer): unknown =>
      (JSON.parse(String(body)) as { data: { document_id: unknown } }).data.document_id;
    receiver.answer(({ body }) => (resourceOf(body) === 'roof' ? 500 : 200));
    expect(await world.follower.run()).toBe(2);
    expect(await nextDueMs(world.store.db)).toBe(world.nowMs + 1 * minutes); // nothing else is due before
    receiver.answer(200);
    world.nowMs += 1 * minutes;
    expect(await world.follower.run()).toBe(3);
    const sequences = receiver.requests.map(({ body }) => (JSON.parse(String(body)) as { sequence: number }).sequence);
    const ofRoof = receiver.requests.flatMap(({ body }, i) => (resourceOf(body) === 'roof' ? [sequences[i] ?? 0] : []));
    expect(ofRoof).toEqual([ofRoof[0], ...ofRoof.slice(1)].toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(ofRoof).size).toBe(3);
  });

  test('[WH31] a final failure blocks nothing, and without ordering nothing waits', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: 500 });
    await world.subscribe(receiver.url, { ordering: 'resource' });
    await world.emit('document.updated', 'roof');
    await world.emit('document.updated', 'roof');
    for (const wait of [0, 1 * minutes, 5 * minutes, 30 * minutes, 2 * hours]) {
      world.nowMs += wait;
      expect(await world.follower.run()).toBe(1);
    }
    world.nowMs += 12 * hours;
    receiver.answer(({ headers }) => (headers['x-service-attempt'] === '6' ? 500 : 200));
    expect(await world.follower.run()).toBe(2);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    await using other = await openReceiver({ answers: 500 });
    await world.subscribe(other.url);
    await world.emit('document.updated', 'roof');
    await world.emit('document.updated', 'roof');
    await world.follower.run();
    expect(other.requests).toHaveLength(2);
  });
});

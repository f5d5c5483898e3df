/** The follower as a worker: its share for everybody, running by itself, and ending in order. */
import { describe, expect, test } from 'vitest';
import type { Send } from '../../server/followers/webhooks/send.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver } from '../kit/receiver.ts';
import { minutes, openWebhookWorld } from './world.ts';

describe.each(engines)('on %s', (engine) => {
  test('[WH20] a slow receiver has at most four attempts in flight and delays no other', async () => {
    await using world = await openWebhookWorld(engine);
    const gate = Promise.withResolvers<number>();
    await using slow = await openReceiver({ answers: () => gate.promise });
    await using quick = await openReceiver();
    await world.subscribe(slow.url);
    await world.subscribe(quick.url);
    for (let i = 0; i < 12; i++) await world.emit();
    const round = world.follower.run();
    await quick.waitFor(() => quick.requests.length === 12);
    expect(slow.requests).toHaveLength(4);
    await world.emit(); // while the round runs, and with a call that joins it
    void world.follower.run();
    await quick.waitFor(() => quick.requests.length === 13);
    expect(slow.requests).toHaveLength(4);
    gate.resolve(200);
    expect(await round).toBe(26);
    expect(slow.requests).toHaveLength(13);
  });

  test('[WH20] at most 64 attempts run at once, and each webhook gets one before any gets two', async () => {
    await using world = await openWebhookWorld(engine);
    const urls: string[] = [];
    const [full, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The way to send is a parameter, and here one that waits, instead of twenty servers.
    const send: Send = async ({ url }) => {
      if (urls.push(url) === 64) full.resolve();
      await gate.promise;
      return { outcome: 'succeeded', status: 200, body: '' };
    };
    for (let i = 0; i < 20; i++) await world.subscribe(`https://hook-${i}.example/`);
    for (let i = 0; i < 5; i++) await world.emit();
    const round = world.openFollower(send).run();
    await full.promise;
    const places = [...Map.groupBy(urls, (url) => url).values()].map((taken) => taken.length);
    expect(places).toHaveLength(20);
    expect(Math.max(...places)).toBe(4);
    gate.resolve();
    expect(await round).toBe(100);
    expect(urls).toHaveLength(100);
  });

  test('[WH20] two workers on one queue deliver everything once', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    await world.subscribe(receiver.url);
    await world.subscribe(`${receiver.url}?second`);
    for (let i = 0; i < 15; i++) await world.emit();
    const counts = await Promise.all([world.follower.run(), world.openFollower().run()]);
    expect(counts[0] + counts[1]).toBe(30);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery'])).size).toBe(30);
  });

  test('[WH21] the follower delivers at start and at each wake-up, and does nothing after close', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    await world.subscribe(receiver.url);
    await world.emit();
    let wake = (): void => undefined;
    let stopped = false;
    const follower = world.openFollower();
    follower.start((listener) => {
      wake = listener;
      return () => (stopped = true);
    });
    await receiver.waitFor(() => receiver.requests.length === 1);
    await world.emit();
    wake();
    await receiver.waitFor(() => receiver.requests.length === 2);
    await follower.close();
    expect(stopped).toBe(true);
    expect(world.logged).toEqual([]);
    await world.emit();
    expect(await follower.run()).toBe(0);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'pending']);
  });

  test('[WH21] started, it delivers when something falls due, without a wake-up', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    await world.subscribe(receiver.url);
    await world.emit();
    const dueMs = world.nowMs + 120;
    await world.store.transaction((trx) =>
      trx
        .updateTable('delivery')
        .set({ due_at: new Date(dueMs).toISOString() })
        .execute(),
    );
    const began = performance.now();
    const startMs = world.nowMs;
    Object.defineProperty(world, 'nowMs', { get: () => startMs + Math.round(performance.now() - began) });
    const follower = world.openFollower();
    follower.start(() => () => undefined);
    await receiver.waitFor(() => receiver.requests.length === 1);
    expect(world.nowMs).toBeGreaterThanOrEqual(dueMs);
    await follower.close();
  });

  test('[WH21] closing waits for the attempts under way, so that they are booked', async () => {
    await using world = await openWebhookWorld(engine);
    const gate = Promise.withResolvers<number>();
    await using receiver = await openReceiver({ answers: () => gate.promise });
    await world.subscribe(receiver.url);
    for (let i = 0; i < 6; i++) await world.emit();
    const follower = world.openFollower();
    const round = follower.run();
    await receiver.waitFor(() => receiver.requests.length === 4);
    const closing = follower.close();
    gate.resolve(200);
    await closing;
    expect(await round).toBe(4);
    expect((await world.deliveries()).filter(({ state }) => state === 'succeeded')).toHaveLength(4);
  });

  test('[WH21] a store that fails for a while is asked again', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    await world.subscribe(receiver.url);
    await world.emit();
    world.beforeStatement = () => {
      throw new Error('the store is away');
    };
    let wake = (): void => undefined;
    const follower = world.openFollower();
    follower.start((listener) => {
      wake = listener;
      return () => undefined;
    });
    await world.untilLogged('queue');
    world.beforeStatement = () => undefined;
    world.nowMs += minutes;
    wake();
    await receiver.waitFor(() => receiver.requests.length === 1);
    await follower.close();
    expect(await world.deliveries()).toMatchObject([{ state: 'succeeded', attempts: 1 }]);
  });
});

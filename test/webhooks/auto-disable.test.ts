/** Ten failures in a row disable a subscription: once, with one mail, and without losing anything. */
import { describe, expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openReceiver } from '../kit/receiver.ts';
import { minutes, openWebhookWorld } from './world.ts';

describe.each(engines)('on %s', (engine) => {
  test('[WH17] the tenth consecutive failure disables the subscription with one mail', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: 503 });
    const hook = await world.subscribe(receiver.url);
    await world.store.transaction((trx) =>
      trx.updateTable('feed').set({ details: '{"email":"office@example.com"}' }).execute(),
    );
    for (let i = 0; i < 9; i++) await world.emit();
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({
      state: 'enabled',
      consecutive_failures: 9,
      disabled_reason: null,
    });
    expect(await world.mails('disabled')).toEqual([]);
    for (let i = 0; i < 6; i++) await world.emit();
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'disabled', disabled_reason: 'consecutive_failures' });
    expect(await world.mails('disabled')).toMatchObject([{ recipient: 'office@example.com', sent_at: null }]);
    const deliveries = await world.deliveries();
    expect(new Set(deliveries.map(({ state, due_at, lease_token }) => `${state} ${due_at} ${lease_token}`))).toEqual(
      new Set(['held null null']),
    );
    // At most the three others that were under way are tried beside the tenth, and each is in the log.
    expect(receiver.requests.length).toBeLessThanOrEqual(13);
    const logged = await Promise.all(deliveries.map(({ id }) => world.attempts(id)));
    expect(logged.flat()).toHaveLength(receiver.requests.length);
    world.nowMs += 60 * minutes;
    expect(await world.follower.run()).toBe(0);
    expect(await world.mails('disabled')).toHaveLength(1);
  });

  test('[WH17] a success between failures starts the count anew', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: (_, index) => (index === 9 ? 200 : 500) });
    const hook = await world.subscribe(receiver.url);
    for (let i = 0; i < 19; i++) {
      await world.emit();
      await world.follower.run();
    }
    expect(await world.webhook(hook)).toMatchObject({ state: 'enabled', consecutive_failures: 9 });
    expect(await world.mails('disabled')).toEqual([]);
  });

  test('[WH17] an attempt that disables is stored with its mail, or neither is', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: 500 });
    const hook = await world.subscribe(receiver.url, { consecutive_failures: 9 });
    const [id = ''] = await world.emit();
    world.beforeStatement = (sql) => {
      if (sql.includes('insert into "mail"')) throw new Error('no room for mail');
    };
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'enabled', consecutive_failures: 9 });
    expect(await world.attempts(id)).toEqual([]);
    world.beforeStatement = () => undefined;
    world.nowMs += 30_000;
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'disabled', consecutive_failures: 10 });
    expect(await world.mails('disabled')).toHaveLength(1);
  });

  test('[WH17] a subscription that is enabled again and fails again gets a second mail', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: 500 });
    const hook = await world.subscribe(receiver.url, { consecutive_failures: 9 });
    for (const mails of [1, 2]) {
      await world.emit();
      await world.follower.run();
      expect(await world.mails('disabled')).toHaveLength(mails);
      const enabled = { state: 'enabled', consecutive_failures: 9 };
      await world.store.transaction((trx) => trx.updateTable('webhook').set(enabled).where('id', '=', hook).execute());
    }
  });

  test('[WH17] an attempt during disabling is recorded: a success counts, a failure is held', async () => {
    await using world = await openWebhookWorld(engine);
    const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    await using receiver = await openReceiver({ answers: (_, index) => [first.promise, second.promise][index] ?? 500 });
    const hook = await world.subscribe(receiver.url, { consecutive_failures: 9 });
    for (let i = 0; i < 3; i++) await world.emit();
    const round = world.follower.run();
    await receiver.waitFor(() => receiver.requests.length === 3);
    await world.untilLogged('disabled');
    first.resolve(200);
    second.resolve(500);
    await round;
    const states = (await world.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`);
    expect(states.toSorted()).toEqual(['held 1', 'held 1', 'succeeded 1']);
    const { state, consecutive_failures } = await world.webhook(hook);
    expect(state).toBe('disabled');
    expect(consecutive_failures).toBeLessThanOrEqual(1); // started anew by the success, whichever of the two came last
    expect(await world.mails('disabled')).toHaveLength(1);
  });

  test('[WH17] a delivery written while its subscription is being disabled is held, not sent', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver();
    const hook = await world.subscribe(receiver.url);
    await world.emit();
    await world.store.transaction((trx) =>
      trx.updateTable('webhook').set({ state: 'disabled' }).where('id', '=', hook).execute(),
    );
    expect(await world.follower.run()).toBe(0);
    expect(receiver.connections).toBe(0);
    expect(await world.deliveries()).toMatchObject([{ state: 'held', attempts: 0, due_at: null, lease_token: null }]);
  });

  test('[WH35] five failures in a row warn the account once, and ten disable the subscription', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: (_, index) => (index === 12 ? 200 : 500) });
    await world.subscribe(receiver.url);
    const counts: number[] = [];
    for (let i = 0; i < 20; i++) {
      await world.emit();
      await world.follower.run();
      counts.push((await world.mails('failing')).length);
      if (i === 8)
        await world.store.transaction((trx) => trx.updateTable('webhook').set({ consecutive_failures: 0 }).execute());
    }
    expect(counts).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
  });

  test('[WH35] with a minimum span, ten quick failures disable nothing before it has passed', async () => {
    await using world = await openWebhookWorld(engine, { disableMinSpanSeconds: 300 });
    await using receiver = await openReceiver({ answers: 500 });
    const hook = await world.subscribe(receiver.url);
    for (let i = 0; i < 12; i++) await world.emit();
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'enabled', consecutive_failures: 12 });
    world.nowMs += 5 * minutes;
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'disabled' });
  });

  test('[WH36] a receiver that asks to be disabled is disabled, with one mail', async () => {
    await using world = await openWebhookWorld(engine);
    await using receiver = await openReceiver({ answers: { status: 200, headers: { 'webhook-delivery': 'disable' } } });
    const hook = await world.subscribe(receiver.url);
    await world.emit();
    await world.follower.run();
    expect(await world.webhook(hook)).toMatchObject({ state: 'disabled', disabled_reason: 'receiver_request' });
    expect(await world.deliveries()).toMatchObject([{ state: 'succeeded' }]);
    expect(await world.mails('disabled')).toHaveLength(1);
  });

  test('[WH36] a refused message is not retried and does not count; 410 is an ordinary failure', async () => {
    await using world = await openWebhookWorld(engine);
    const abort = { status: 422, headers: { 'webhook-delivery': 'abort-message' } };
    await using receiver = await openReceiver({ answers: [abort, 410] });
    const hook = await world.subscribe(receiver.url);
    await world.emit();
    await world.follower.run();
    expect(await world.deliveries()).toMatchObject([{ state: 'failed', attempts: 1, due_at: null }]);
    expect(await world.webhook(hook)).toMatchObject({ state: 'enabled', consecutive_failures: 0 });
    await world.emit();
    await world.follower.run();
    expect((await world.deliveries())[1]).toMatchObject({ state: 'pending', attempts: 1 });
    expect(await world.webhook(hook)).toMatchObject({ state: 'enabled', consecutive_failures: 1 });
  });
});

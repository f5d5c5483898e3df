/** A subscription receives only what the token may read that set it up. */
import { expect, test } from 'vitest';
import { saveToken } from '../../server/auth/auth.ts';
import { deleteOldTokens, revokeTokens } from '../../server/store/access/tokens.ts';
import { updateWebhook } from '../../server/store/access/webhooks.ts';
import { permissions, type Permission } from '../../shared/model/access.ts';
import { eventNames } from '../../shared/model/event.ts';
import { mayReadEvent } from '../../shared/visible.ts';
import { openReceiver } from '../kit/receiver.ts';
import { openWebhookWorld, type WebhookWorld } from './world.ts';

async function tokenWith(world: WebhookWorld, scope: Permission): Promise<string> {
  const about = {
    id: scope,
    name: scope,
    role: 'admin',
    scopes: [scope],
    actor: { id: scope, name: scope },
    createdAt: new Date(world.nowMs).toISOString(),
    expiresAt: null,
  } as const;
  await world.store.transaction((trx) => saveToken(trx, world.orgId, `token of ${scope}`, about));
  return scope;
}

test('[HR53] each event goes only to subscriptions whose token may read it; others are held', async () => {
  await using world = await openWebhookWorld('sqlite');
  await using receiver = await openReceiver();
  const scopes = permissions.filter((each) => each.endsWith(':read'));
  const hooks = new Map<string, Permission>();
  for (const scope of scopes)
    hooks.set(await world.subscribe(receiver.url, { token_id: await tokenWith(world, scope) }), scope);
  for (const name of eventNames) {
    await world.store.transaction(async (trx) => {
      for (const id of hooks.keys()) await updateWebhook(trx, world.orgId, id, { state: 'enabled' });
    });
    const emitted = await world.emit(name);
    await world.follower.run();
    const deliveries = (await world.deliveries()).filter(({ id }) => emitted.includes(id));
    const states = deliveries.map(({ webhook_id, state }) => [hooks.get(webhook_id), state]);
    const expected = deliveries.map(({ webhook_id }) => {
      const scope = hooks.get(webhook_id) ?? 'sync';
      return [scope, mayReadEvent(name, { role: 'admin', scopes: [scope] }) ? 'succeeded' : 'held'];
    });
    expect([name, ...states]).toEqual([name, ...expected]);
  }
  expect(receiver.requests).toHaveLength(eventNames.length);
});

test('[HR53] a revoked token ends its subscription with one mail, and an expired one does not', async () => {
  await using world = await openWebhookWorld('sqlite');
  await using receiver = await openReceiver();
  const token = await tokenWith(world, 'documents:read');
  const hook = await world.subscribe(receiver.url, { token_id: token });
  await world.store.transaction((trx) =>
    trx
      .updateTable('token')
      .set({ expires_at: new Date(world.nowMs - 1).toISOString() })
      .execute(),
  );
  await world.emit();
  await world.follower.run();
  const { orgId } = world;
  const late = new Date(world.nowMs + 1).toISOString();
  await world.store.transaction((trx) => deleteOldTokens(trx, orgId, late, 10));
  await world.emit();
  await world.follower.run();
  expect(receiver.requests).toHaveLength(2);

  await world.store.transaction((trx) => revokeTokens(trx, orgId, [token], late));
  await world.emit();
  await world.emit();
  await world.follower.run();
  expect(receiver.requests).toHaveLength(2);
  expect(await world.webhook(hook)).toMatchObject({ state: 'disabled', disabled_reason: 'token_withdrawn' });
  const [mail, ...more] = await world.mails('disabled');
  expect(mail?.body).toContain('was revoked, or may no longer read its events');
  expect(more).toEqual([]);
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'held', 'held']);
});

test('[HR53] a signed-out session ends no subscription; a user who leaves ends theirs', async () => {
  await using world = await openWebhookWorld('sqlite');
  await using receiver = await openReceiver();
  const { orgId } = world;
  const token = await tokenWith(world, 'documents:read');
  await world.store.transaction((trx) => trx.updateTable('token').set({ purpose: 'session' }).execute());
  await world.subscribe(receiver.url, { token_id: token });
  await world.store.transaction((trx) => revokeTokens(trx, orgId, [token], new Date(world.nowMs).toISOString()));
  await world.emit();
  await world.follower.run();
  expect(receiver.requests).toHaveLength(1);
  await world.store.transaction((trx) => trx.updateTable('token').set({ user_id: 'nobody' }).execute());
  await world.emit();
  await world.follower.run();
  expect(receiver.requests).toHaveLength(1);
});

/** Organisations, tokens, devices, subscriptions and the log, as their readers see them. */
import { describe, expect, test } from 'vitest';
import { insertAudit, listAudit } from '../../server/store/records/audit.ts';
import { findCommands, insertCommands, listRefused, settleCommand } from '../../server/store/devices/commands.ts';
import { insertEvents, listEventsAfter, readEvent } from '../../server/store/records/events.ts';
import { listOrganisations, readFeed, updateSettings } from '../../server/store/records/feed.ts';
import type { Owned } from '../../server/store/tables/rows.ts';
import type { CommandTable } from '../../server/store/tables/commands.ts';
import type { TokenTable } from '../../server/store/tables/tokens.ts';
import { findTokensByHash, insertToken, listTokens, revokeTokens } from '../../server/store/access/tokens.ts';
import { insertWebhook, listWebhooks, readWebhook, updateWebhook } from '../../server/store/access/webhooks.ts';
import { engines } from '../kit/engines.ts';
import { event, minute, webhook } from './queue-rows.ts';
import { makeOrganisation, openWorld } from './world.ts';

describe.each(engines)('access on %s', (engine) => {
  test('[DB37] a token is found by its hash in any organisation, is unique, and is revoked once', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const other = await makeOrganisation(store);
    await store.transaction((trx) => insertToken(trx, orgId, token('t', 'h1')));
    await store.transaction((trx) => insertToken(trx, other, token('t', 'h2')));
    await expect(store.transaction((trx) => insertToken(trx, other, token('u', 'h1')))).rejects.toThrow(/unique/i);
    expect(await findTokensByHash(store.db, ['h2', 'h3'])).toMatchObject([
      { org_id: other, id: 't', role: 'admin', revoked_at: null },
    ]);
    expect(await findTokensByHash(store.db, ['h3'])).toEqual([]);
    expect(await store.transaction((trx) => revokeTokens(trx, orgId, ['t'], minute(1)))).toHaveLength(1);
    expect(await store.transaction((trx) => revokeTokens(trx, orgId, ['t'], minute(2)))).toEqual([]);
    expect(await listTokens(store.db, orgId)).toMatchObject([{ id: 't', revoked_at: minute(1) }]);
    expect(await listTokens(store.db, other)).toMatchObject([{ id: 't', revoked_at: null }]);
  });

  test('[DB38] answers are kept by command identity; refused ones are listed newest first', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const commands = Array.from({ length: 1200 }, (_, index) => command(index + 1));
    const forked = { ...command(2), hash: 'other', status: 'refused', received_ms: 1 };
    await store.transaction((trx) => insertCommands(trx, orgId, [...commands, forked]));
    const some = await findCommands(store.db, orgId, ['command-3', 'command-2', 'nowhere']);
    expect(some).toMatchObject([forked, commands[1], commands[2]]);
    const all = commands.map(({ id }) => id);
    expect(await findCommands(store.db, orgId, all)).toHaveLength(1201);
    const { rows, total } = await listRefused(store.db, orgId, { page: 2, perPage: 5 });
    expect([rows.map(({ id }) => id), total]).toEqual([[700, 600, 500, 400, 300].map((n) => `command-${n}`), 13]);
    await expect(store.transaction((trx) => insertCommands(trx, orgId, [command(1)]))).rejects.toThrow(/unique/i);
    const final = { ...command(7), status: 'merged', seq: 9, rev: 2, answer: '{}', sent: null };
    await store.transaction((trx) => settleCommand(trx, orgId, final));
    expect(await findCommands(store.db, orgId, ['command-7'])).toMatchObject([final]);
  });

  test('[DB39] events and audit entries are read in the order of seq', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await store.transaction(async (trx) => {
      await insertEvents(trx, orgId, [event(5), event(2, 'signoff.recorded'), event(9)]);
      await insertAudit(
        trx,
        orgId,
        [5, 2, 9].map((seq) => ({ seq, entry: `{"seq":${seq}}`, head: String(seq) })),
      );
    });
    expect((await listEventsAfter(store.db, orgId, 2, 10)).map(({ seq }) => seq)).toEqual([5, 9]);
    expect((await listEventsAfter(store.db, orgId, 0, 2)).map(({ seq }) => seq)).toEqual([2, 5]);
    expect((await listEventsAfter(store.db, orgId, 0, 10, ['document.approved'])).map(({ seq }) => seq)).toEqual([
      5, 9,
    ]);
    expect(await listEventsAfter(store.db, orgId, 0, 10, [])).toEqual([]);
    expect(await readEvent(store.db, orgId, 2)).toMatchObject({ seq: 2, name: 'signoff.recorded' });
    expect(await readEvent(store.db, orgId, 3)).toBeUndefined();
    expect((await listAudit(store.db, orgId, 2, 1)).map(({ entry }) => entry)).toEqual(['{"seq":5}']);
  });

  test('[DB40] events go to the subscriptions of their own organisation', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const other = await makeOrganisation(store);
    await store.transaction(async (trx) => {
      await insertWebhook(trx, orgId, webhook('on'));
      await insertWebhook(trx, orgId, webhook('off', 'disabled'));
      await insertWebhook(trx, other, webhook('theirs'));
    });
    const update = { state: 'disabled', disabled_reason: 'manual', updated_at: minute(1) };
    expect(await store.transaction((trx) => updateWebhook(trx, orgId, 'on', update))).toBe(true);
    expect(await store.transaction((trx) => updateWebhook(trx, orgId, 'theirs', update))).toBe(false);
    expect((await listWebhooks(store.db, orgId)).map(({ id }) => id)).toEqual(['off', 'on']);
    expect(await readWebhook(store.db, orgId, 'on')).toMatchObject(update);
    expect(await readWebhook(store.db, orgId, 'theirs')).toBeUndefined();
  });

  test('[DB41] an organisation keeps its place in the feed when its settings change', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await store.write(
      orgId,
      () => 1000,
      async (tx) => {
        tx.nextSeq();
        tx.nextStamp();
        await updateSettings(tx.trx, orgId, { settings: '{"require_if_match":true}' });
      },
    );
    expect(await readFeed(store.db, orgId)).toMatchObject({
      name: 'Harbour Works',
      settings: '{"require_if_match":true}',
      seq: 1,
      order_ms: 1000,
    });
    const other = await makeOrganisation(store);
    expect((await listOrganisations(store.db)).map((row) => row.org_id)).toEqual([orgId, other].toSorted());
  });
});

function token(id: string, hash: string): Owned<TokenTable> {
  return {
    id,
    hash,
    name: 'Office',
    role: 'admin',
    actor_id: 'u',
    actor_name: 'Uma',
    created_at: minute(0),
    expires_at: null,
    revoked_at: null,
    scopes: null,
    user_id: null,
    ip_allow: null,
    prefix: null,
    last_characters: null,
    created_by: null,
    parent_id: null,
    last_used_at: null,
    project_ids: null,
    past_projects: '[]',
    bound_to: null,
    clock_ahead_ms: null,
    device_id: null,
    purpose: 'api',
  };
}

/** Every hundredth is refused. */
function command(n: number): Owned<CommandTable> {
  const isRefused = n % 100 === 0;
  return {
    id: `command-${n}`,
    hash: `hash-${n}`,
    status: isRefused ? 'refused' : 'applied',
    seq: n,
    rev: 1,
    received_ms: 1000 + n,
    answer: isRefused ? '{"problem":{}}' : null,
    sent: isRefused ? '{}' : null,
    seen: null,
  };
}

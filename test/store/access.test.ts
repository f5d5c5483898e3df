/** Organisations, tokens, devices, subscriptions and the log, as their readers see them. */
import { describe, expect, test } from 'vitest';
import { findAnswers, insertAnswers } from '../../server/store/devices/answers.ts';
import { insertAudit, listAudit } from '../../server/store/records/audit.ts';
import {
  findMutations,
  insertMutations,
  listRefused,
  readClient,
  readClients,
  saveClient,
} from '../../server/store/devices/clients.ts';
import { insertEvents, listEventsAfter, readEvent } from '../../server/store/records/events.ts';
import { listOrganisations, readFeed, updateSettings } from '../../server/store/records/feed.ts';
import type { Owned } from '../../server/store/tables/rows.ts';
import type { MutationTable } from '../../server/store/tables/tables.ts';
import type { TokenTable } from '../../server/store/tables/tokens.ts';
import { findTokensByHash, insertToken, listTokens, revokeToken } from '../../server/store/access/tokens.ts';
import {
  enabledFor,
  insertWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
} from '../../server/store/access/webhooks.ts';
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
    expect(await store.transaction((trx) => revokeToken(trx, orgId, 't', minute(1)))).toBe(true);
    expect(await store.transaction((trx) => revokeToken(trx, orgId, 't', minute(2)))).toBe(false);
    expect(await listTokens(store.db, orgId)).toMatchObject([{ id: 't', revoked_at: minute(1) }]);
    expect(await listTokens(store.db, other)).toMatchObject([{ id: 't', revoked_at: null }]);
  });

  test('[DB38] each command’s answer is stored; refused ones are listed newest first', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const mutations = Array.from({ length: 1200 }, (_, index) => mutation(index + 1));
    await store.transaction(async (trx) => {
      await saveClient(trx, orgId, { client_id: 'tablet', last_mutation_id: 0, seen_at: minute(0), key_hash: null });
      await saveClient(trx, orgId, { client_id: 'tablet', last_mutation_id: 1200, seen_at: minute(1), key_hash: null });
      await insertMutations(trx, orgId, mutations);
    });
    expect(await readClient(store.db, orgId, 'tablet')).toEqual(
      expect.objectContaining({ client_id: 'tablet', last_mutation_id: 1200, seen_at: minute(1) }),
    );
    expect(await readClient(store.db, orgId, 'phone')).toBeUndefined();
    expect(await readClients(store.db, orgId)).toHaveLength(1);
    expect(await findMutations(store.db, orgId, 'tablet', [3, 2, 9999])).toMatchObject([mutations[1], mutations[2]]);
    const all = mutations.map((row) => row.mutation_id);
    expect(await findMutations(store.db, orgId, 'tablet', all)).toHaveLength(1200);
    const { rows, total } = await listRefused(store.db, orgId, { page: 2, perPage: 5 });
    expect([rows.map((row) => row.mutation_id), total]).toEqual([[700, 600, 500, 400, 300], 12]);
    await expect(store.transaction((trx) => insertMutations(trx, orgId, [mutation(1)]))).rejects.toThrow(/unique/i);
  });

  test('[DB52] answers are found by command, and the final answer of a deferred one replaces it', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await store.transaction(async (trx) => {
      for (const client_id of ['phone', 'tablet'])
        await saveClient(trx, orgId, { client_id, last_mutation_id: 9, seen_at: minute(0), key_hash: null });
      // From before answers were stored together.
      await insertMutations(trx, orgId, [{ ...mutation(1), result: 'old 1' }]);
      for (const [first_id, count] of [
        [2, 1],
        [3, 4],
        [7, 3],
      ] as const) {
        const answers = Array.from({ length: count }, (_, i) => `tablet ${first_id + i}`);
        await insertAnswers(trx, orgId, { client_id: 'tablet', first_id, answers, at: minute(0) });
      }
      await insertAnswers(trx, orgId, { client_id: 'phone', first_id: 1, answers: ['phone 1'], at: minute(0) });
      await insertMutations(trx, orgId, [{ ...mutation(5), result: 'settled 5' }]);
    });
    const found = async (ids: readonly number[]): Promise<string[]> =>
      [...(await findAnswers(store.db, orgId, 'tablet', ids))].toSorted(([a], [b]) => a - b).map(([, text]) => text);
    const all = [
      'old 1',
      ...[2, 3, 4].map((id) => `tablet ${id}`),
      'settled 5',
      ...[6, 7, 8, 9].map((id) => `tablet ${id}`),
    ];
    expect(await found([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual(all);
    for (const [i, text] of all.entries()) expect(await found([i + 1])).toEqual([text]);
    expect(await found([8, 4, 4, 700, -1])).toEqual(['tablet 4', 'tablet 8']);
    expect(await found([])).toEqual([]);
    expect(await findAnswers(store.db, orgId, 'phone', [1, 2])).toEqual(new Map([[1, 'phone 1']]));
    // Long ones stand in several rows.
    const long = Array.from({ length: 5 }, (_, i) => String(i).repeat(30_000));
    await store.transaction((trx) =>
      insertAnswers(trx, orgId, { client_id: 'phone', first_id: 2, answers: long, at: minute(1) }),
    );
    expect(await store.db.selectFrom('answer').select('first_id').where('at', '=', minute(1)).execute()).toHaveLength(
      3,
    );
    expect([...(await findAnswers(store.db, orgId, 'phone', [6, 3, 1])).values()]).toEqual([
      long[4],
      long[1],
      'phone 1',
    ]);
  });

  test('[DB39] events and audit entries are read in the order of seq', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await store.transaction(async (trx) => {
      await insertEvents(trx, orgId, [event(5), event(2, 'signoff.recorded'), event(9)]);
      await insertAudit(
        trx,
        orgId,
        [5, 2, 9].map((seq) => ({ seq, entry: `{"seq":${seq}}`, leaf: String(seq), head: String(seq) })),
      );
    });
    expect((await listEventsAfter(store.db, orgId, 2, 10)).map(({ seq }) => seq)).toEqual([5, 9]);
    expect((await listEventsAfter(store.db, orgId, 0, 2)).map(({ seq }) => seq)).toEqual([2, 5]);
    expect((await listEventsAfter(store.db, orgId, 0, 10, ['document.approved'])).map(({ seq }) => seq)).toEqual([
      5, 9,
    ]);
    expect(await listEventsAfter(store.db, orgId, 0, 10, [])).toEqual([]);
    expect(await readEvent(store.db, orgId, 2)).toMatchObject({ id: 'msg_2', name: 'signoff.recorded' });
    expect(await readEvent(store.db, orgId, 3)).toBeUndefined();
    expect((await listAudit(store.db, orgId, 2, 1)).map(({ entry }) => entry)).toEqual(['{"seq":5}']);
  });

  test('[DB40] events go to the enabled subscriptions of their own organisation', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const other = await makeOrganisation(store);
    await store.transaction(async (trx) => {
      await insertWebhook(trx, orgId, webhook('on'));
      await insertWebhook(trx, orgId, webhook('off', 'disabled'));
      await insertWebhook(trx, other, webhook('theirs'));
    });
    const enabled = (): Promise<string[]> =>
      store.transaction(async (trx) => (await enabledFor(trx, orgId)).map(({ id }) => id));
    expect(await enabled()).toEqual(['on']);
    const update = { state: 'disabled', disabled_reason: 'manual', updated_at: minute(1) };
    expect(await store.transaction((trx) => updateWebhook(trx, orgId, 'on', update))).toBe(true);
    expect(await store.transaction((trx) => updateWebhook(trx, orgId, 'theirs', update))).toBe(false);
    expect(await enabled()).toEqual([]);
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
    last_used_at: null,
    project_ids: null,
  };
}

/** Every hundredth is refused. */
function mutation(id: number): Owned<MutationTable> {
  const refused = id % 100 === 0;
  return {
    client_id: 'tablet',
    mutation_id: id,
    status: refused ? 'refused' : 'applied',
    result: `{"id":${id}}`,
    command: refused ? '{}' : null,
    at: minute(id),
  };
}

/** How a token ends, and what is known of its use (contract, Tokens and settings): at every door, at once, and without its own words. */
import { describe, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openLog } from '../../server/base/log.ts';
import { readToken } from '../../server/store/access/tokens.ts';
import { engines } from '../kit/engines.ts';
import { alone, openWorld, type World } from '../kit/world.ts';
import { callerOf, listen, type Fields } from './support.ts';

const year = 365 * 86_400_000;

async function made(world: World, fields: object = {}): Promise<Fields> {
  return await callerOf(world).make('/tokens', { name: 'Tablet', role: 'device', ...fields });
}

test('[AU7] only the client’s method that creates a token returns it', async () => {
  await using world = await openWorld();
  const client = restClient({ server: world.url, token: world.adminToken });
  const { id, token }: { readonly id: string; readonly token: string } = await client.createToken({
    body: { name: 'ERP', scopes: ['documents:*'], expires_in_days: 30 },
  });
  const own = restClient({ server: world.url, token });
  expect((await own.getMe()).token.id).toBe(id);
  expect((await client.revokeToken({ token: id })).status).toBe('revoked');
  await expect(own.getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
});

describe.each(engines)('tokens on %s', (engine) => {
  test('[AU7] two creates under one key make one token, which is not stored in plain text', async () => {
    await using world = await openWorld({ engine });
    const ask = () =>
      world.api<Fields>('POST', '/api/v1/tokens', { name: 'ERP' }, { 'idempotency-key': 'once-and-for-all' });
    const [first, second] = [await ask(), await ask()];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.body).toEqual(first.body);
    const { db } = world.app.commitContext.store;
    const kept = [
      await db.selectFrom('idempotency').selectAll().execute(),
      await db.selectFrom('token').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toContain(first.body.token.slice(12, 40));
  });

  test('[AU8] a token lives for a year unless asked otherwise, and then opens nothing', async () => {
    await using world = await openWorld({ engine });
    const usual = await made(world);
    const short = await made(world, { expires_in_days: 7 });
    expect(Date.parse(String(usual['expires_at'])) - world.clock.now()).toBe(year);
    expect((await made(world, { expires_at: '2028-11-21T09:00:00+00:00' }))['expires_at']).toBe(
      '2028-11-21T09:00:00.000Z',
    );
    expect(
      (await callerOf(world).post('/tokens', { name: 'x', expires_in_days: 7, expires_at: '2027-01-01T00:00:00Z' }))
        .status,
    ).toBe(422);
    world.clock.advance(7 * 86_400_000);
    expect((await callerOf(world, short.token).get('/me')).status).toBe(401);
    expect((await callerOf(world, usual.token).get('/me')).status).toBe(200);
    const expired = await callerOf(world).get('/tokens?status=expired');
    expect(expired.body['data']).toMatchObject([{ id: short.id, status: 'expired' }]);
  });

  test('[AU12] a revoked token is refused; revoking again shows when; an unknown one is a 404', async () => {
    await using world = await openWorld({ engine });
    const { id, token } = await made(world);
    const office = callerOf(world);
    const { body: revoked } = await office.post(`/tokens/${id}/revoke`);
    expect(revoked).toMatchObject({ status: 'revoked', revoked_at: '2026-11-21T09:00:00.000Z' });
    expect((await callerOf(world, token).get('/projects')).status).toBe(401);
    world.clock.advance(60_000);
    expect((await office.post(`/tokens/${id}/revoke`)).body).toEqual(revoked);
    expect((await office.post(`/tokens/${world.app.commitContext.newId()}/revoke`)).status).toBe(404);
    const stranger = callerOf(world, await world.token('owner', await world.organisation('Another firm')));
    expect((await stranger.post(`/tokens/${id}/revoke`)).status).toBe(404);
    expect((await office.get('/tokens?status=active')).body['data']).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  test('[AU13] revoking a token closes its stream at once; the others go on', async () => {
    await using world = await openWorld({ engine });
    const [lost, kept] = [await made(world), await made(world)];
    using gone = await listen(world, lost.token);
    using stays = await listen(world, kept.token);
    await callerOf(world).post(`/tokens/${lost.id}/revoke`);
    expect(await gone.ended).toEqual([4401, 'the token is no longer valid']);
    expect(await stays.frame()).toMatchObject({ type: 'poke' });
  });

  test('[AU13] an open stream is closed when its token expires', async () => {
    await using world = await openWorld({ engine });
    const { token } = await made(world, { expires_in_days: 1 });
    using stream = await listen(world, token);
    await world.app.stream.check();
    world.clock.advance(86_400_000);
    await world.app.stream.check();
    expect(await stream.ended).toEqual([4401, 'the token is no longer valid']);
  });

  test('[AU13] an open stream is closed when its user is deactivated', async () => {
    await using world = await openWorld({ engine });
    const user = await callerOf(world).make('/users', { name: 'Dev Patel', role: 'supervisor' });
    const { token } = await made(world, { role: 'supervisor', user_id: user.id });
    using stream = await listen(world, token);
    await callerOf(world).post(`/users/${user.id}/deactivate`);
    expect(await stream.ended).toEqual([4401, 'the token is no longer valid']);
  });

  test('[AU13] a long poll ends with 401 when its token is revoked meanwhile', async () => {
    await using world = await openWorld({ engine, environment: alone });
    const { id, token } = await made(world);
    const tablet = callerOf(world, token);
    const { body } = await tablet.post('/sync/pull');
    const waiting = tablet.post('/sync/pull', { cursor: body['cursor'], wait_ms: 25_000 });
    await callerOf(world).post(`/tokens/${id}/revoke`);
    expect(await waiting).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('[AU14] the last use of a token is written once a minute and when the server closes', async () => {
    const statements: string[] = [];
    await using world = await openWorld({ engine, onStatement: (sql) => statements.push(sql) });
    const { id, token } = await made(world);
    const use = () => callerOf(world, token).get('/me');
    const written = async (): Promise<string | null | undefined> =>
      (await readToken(world.app.commitContext.store.db, world.organisationId, id))?.last_used_at;
    statements.length = 0;
    await use();
    expect(statements.filter((sql) => sql.startsWith('update "token" set "last_used_at"'))).toEqual([]); // followers may write meanwhile
    await world.app.tokenUses.flush();
    expect(await written()).toBe('2026-11-21T09:00:00.000Z');
    world.clock.advance(30_000);
    await use();
    await world.app.tokenUses.flush();
    expect(await written()).toBe('2026-11-21T09:00:00.000Z');
    world.clock.advance(30_000);
    await world.app.tokenUses.flush();
    expect(await written()).toBe('2026-11-21T09:00:30.000Z');
    await use();
    await world.restart();
    expect(await written()).toBe('2026-11-21T09:01:00.000Z');
  });
});

test('[AU15] a refused request is logged with its id, and without any part of the token', async () => {
  const lines: string[] = [];
  await using world = await openWorld({ log: openLog('info', { write: (line) => lines.push(line) }) });
  const { token } = await made(world);
  const unknown = `rk_live_${'x'.repeat(43)}_000000`;
  const call = (path: string, bearer: string, id: string) =>
    world.api('GET', path, undefined, { authorization: `Bearer ${bearer}`, 'x-request-id': id });
  await call(`/api/v1/projects?access_token=${unknown}`, unknown, 'request-0001');
  await call('/api/v1/users', token, 'request-0002');
  using stream = await listen(world, unknown);
  await stream.ended;
  const told = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>); // pino writes JSON
  expect(told.filter(({ msg }) => String(msg).includes('refused'))).toMatchObject([
    { level: 40, request_id: 'request-0001', code: 'unauthenticated', method: 'GET', path: '/api/v1/projects' },
    { level: 40, request_id: 'request-0002', code: 'forbidden', permission: 'users:manage', path: '/api/v1/users' },
    { level: 40, code: 'unauthenticated', msg: 'a stream was refused' },
  ]);
  for (const secret of [unknown, token, token.slice(12, 30)]) expect(lines.join('')).not.toContain(secret);
});

/** Tokens, settings and the first start. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/base/config.ts';
import { newToken } from '../../server/auth/auth.ts';
import { saveToken } from '../../server/auth/auth.ts';
import { openChance } from '../kit/clock.ts';
import { openWorld } from '../kit/world.ts';

describe('tokens', () => {
  test('[AU1] only the hash of a token is stored', async () => {
    await using world = await openWorld();
    const token = await world.token('manager');
    const rows = await world.app.commitContext.store.db.selectFrom('token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(8, 40));
  });

  test('[AU2] a token is long, random and says by its checksum that it is one', () => {
    const [first, second] = [newToken(openChance(1).bytes), newToken(openChance(2).bytes)];
    expect(first).toMatch(/^rk_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(first).not.toBe(second);
  });

  test('[AU3] a token that is revoked or has expired opens nothing', async () => {
    await using world = await openWorld();
    const { store, newId } = world.app.commitContext;
    const token = newToken(world.chance.bytes);
    const about = {
      id: newId(),
      name: 'day pass',
      role: 'viewer',
      actor: { id: newId(), name: 'Visitor' },
      createdAt: '2026-11-21T09:00:00.000Z',
      expiresAt: '2026-11-21T10:00:00.000Z',
    } as const;
    await store.transaction((trx) => saveToken(trx, world.organisationId, token, about));
    const ask = async () =>
      (await world.api('GET', '/api/v1/projects', undefined, { authorization: `Bearer ${token}` })).status;
    expect(await ask()).toBe(200);
    world.clock.advance(3_600_000);
    expect(await ask()).toBe(401);
  });

  test('[AU4] a token is accepted only in the Authorization header', async () => {
    await using world = await openWorld();
    const inUrl = await world.api('GET', `/api/v1/projects?access_token=${world.adminToken}`, undefined, {
      authorization: '',
    });
    expect(inUrl.status).toBe(401);
    expect(inUrl.headers.get('www-authenticate')).toContain('Bearer');
  });
});

describe('settings', () => {
  test('[CF1] a setting that cannot be used stops the start, by its name', () => {
    expect(() => readConfig({ PORT: 'eighty', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });

  test('[CF2] an empty setting counts as absent', () => {
    expect(readConfig({ PORT: '', BASE_URL: '' })).toMatchObject({ port: 8080, baseUrl: null, host: '127.0.0.1' });
  });

  test('[CF3] the first start makes one organisation, and a later one makes none', async () => {
    await using world = await openWorld();
    await world.restart();
    const rows = await world.app.commitContext.store.db.selectFrom('feed').select('org_id').execute();
    expect(rows).toHaveLength(1);
    expect(world.app.newAdminToken).toBeNull();
  });

  test('[CF4] health says nothing about anybody’s data', async () => {
    await using world = await openWorld();
    expect((await world.api('GET', '/healthz', undefined, { authorization: '' })).body).toEqual({ status: 'ok' });
    expect((await world.api('GET', '/readyz', undefined, { authorization: '' })).body).toEqual({
      status: 'ready',
      store: 'sqlite',
      mail: 'not_configured',
      migrations: 'current',
      writable: true,
      queue_lag_seconds: 0,
      clock: { status: 'right', apart_seconds: 0, order_ahead_seconds: 0, sweeps_paused: false, alarm: null },
      integrity: { status: 'unknown', checked_at: null, faults: 0, warnings: 0 },
      warnings: [],
    });
  });
});

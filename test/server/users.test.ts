/** Users and the audit of what is no record (contract, Organisation): nobody rises above themselves, and every change leaves one entry. */
import { describe, expect, test } from 'vitest';
import type { World } from '../kit/world.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { canonical } from '../../shared/crypto/canonical.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { callerOf } from './support.ts';

interface Entry {
  readonly actor: { readonly role: string };
  readonly request_id: string;
  readonly commands: readonly { readonly op: string; readonly kind: string; readonly action?: string }[];
  readonly records: readonly { readonly id: string; readonly rev: number }[];
}

async function audited(world: World): Promise<Entry[]> {
  const rows = await world.app.commitContext.store.db.selectFrom('audit').select('entry').orderBy('seq').execute();
  // The form that leaves are digests of.
  for (const { entry } of rows) expect(entry).toBe(canonical(JSON.parse(entry)));
  return rows.map(({ entry }) => JSON.parse(entry) as Entry); // written by server/commit/audit.ts
}

describe.each(engines)('users on %s', (engine) => {
  test('[OG5] each change of organisation, token and user has one audit entry; no-ops none', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    await office.put('/organisation', { phone: '020 7946 0100' });
    await office.put('/organisation', { phone: '020 7946 0100' });
    const user = await office.make('/users', { name: 'Dev Patel', role: 'supervisor' });
    const token = await office.make('/tokens', { name: 'Phone', user_id: user.id });
    await office.post(`/tokens/${token.id}/revoke`);
    await office.post(`/tokens/${token.id}/revoke`);
    await office.post(`/users/${user.id}/deactivate`);
    await office.post('/tokens', { name: 'Crown', role: 'king' });
    const [organisation, first, ...entries] = await audited(world);
    expect(organisation).toMatchObject({ commands: [{ op: 'create', kind: 'organisation' }] });
    expect(first).toMatchObject({ commands: [{ op: 'create', kind: 'token' }], request_id: 'command-line' });
    expect(
      entries.map(({ commands }) => commands.map(({ op, kind, action = '' }) => `${op} ${kind} ${action}`)),
    ).toEqual([
      ['patch organisation '],
      ['create user '],
      ['create token '],
      ['act token revoke'],
      ['act user deactivate'],
    ]);
    expect(entries.map(({ records }) => records.map(({ id, rev }) => [id, rev]))).toEqual([
      [[world.organisationId, 2]],
      [[user.id, 1]],
      [[token.id, 1]],
      [[token.id, 2]],
      [[user.id, 2]],
    ]);
    for (const { actor, request_id } of entries) {
      expect(actor.role).toBe('owner');
      expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('[OG5] where the entry cannot be written, nothing has changed', async () => {
    let failing = false;
    const onStatement = (sql: string): void => {
      if (failing && sql.startsWith('insert into "audit"')) throw new Error('no room for the log');
    };
    await using world = await openWorld({ engine, onStatement });
    const office = callerOf(world);
    const { id } = await office.make('/tokens', { name: 'Phone' });
    failing = true;
    expect((await office.put('/organisation', { name: 'Other' })).status).toBe(500);
    expect((await office.post('/tokens', { name: 'Other' })).status).toBe(500);
    expect((await office.post(`/tokens/${id}/revoke`)).status).toBe(500);
    failing = false;
    expect((await office.get('/organisation')).body).toMatchObject({ name: 'First organisation', revision: 1 });
    expect((await office.get('/tokens?status=revoked')).body['data']).toEqual([]);
    expect(JSON.stringify((await office.get('/tokens')).body)).not.toContain('Other');
  });

  test('[OG8] nobody can grant a role above their own; only owners manage owners', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const owner = await office.make('/users', { name: 'Grant Holloway', role: 'owner' });
    const viewer = await office.make('/users', { name: 'Nell Okafor', role: 'viewer' });
    const admin = callerOf(world, await world.token('admin'));
    const statuses = await Promise.all([
      admin.post('/users', { name: 'Crown', role: 'owner' }),
      admin.put(`/users/${viewer.id}`, { role: 'owner' }),
      admin.put(`/users/${owner.id}`, { name: 'Nobody' }),
      admin.put(`/users/${owner.id}`, { role: 'viewer' }),
      admin.post(`/users/${owner.id}/deactivate`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const admitted = await bareDevice(world, await world.token('admin')).push([
      create('user', world.app.commitContext.newId(), { name: 'Crown', role: 'owner' }),
      patch('user', viewer.id, { role: 'owner' }),
      act('user', owner.id, 'deactivate'),
    ]);
    expect(admitted.map(({ problem }) => problem?.code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect((await admin.put(`/users/${viewer.id}`, { role: 'admin' })).status).toBe(200);
    const narrow = callerOf(world, await world.token('owner', undefined, 'HR', { scopes: ['users:manage'] }));
    for (const { id } of [owner, viewer])
      expect((await narrow.put(`/users/${id}`, { email: 'mallory@evil.example' })).status).toBe(403);
    expect((await narrow.put(`/users/${viewer.id}`, { job_title: 'Site manager' })).status).toBe(200);
    expect((await office.get(`/users/${owner.id}`)).body).toMatchObject({ role: 'owner', name: 'Grant Holloway' });
  });

  test('[OG9] deactivating a user by any endpoint permanently revokes the user’s tokens', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const user = await office.make('/users', { name: 'Dev Patel', role: 'supervisor' });
    const other = await office.make('/tokens', { name: 'Other' });
    const tokens = [
      await office.make('/tokens', { name: 'Phone', user_id: user.id }),
      await office.make('/tokens', { name: 'Tablet', user_id: user.id }),
    ];
    await bareDevice(world).push([act('user', user.id, 'deactivate')]);
    const statuses = async (): Promise<unknown[]> =>
      await Promise.all([...tokens, other].map(async ({ token }) => (await callerOf(world, token).get('/me')).status));
    expect(await statuses()).toEqual([401, 401, 200]);
    await office.post(`/users/${user.id}/reactivate`);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await office.get(`/tokens?user_id=${user.id}&status=revoked`)).body).toMatchObject({ meta: { total: 2 } });
    expect((await office.post('/tokens', { name: 'New', user_id: user.id })).status).toBe(201);
  });

  test('[AU23] a leaver’s tokens end, with those that could make others; all else goes on', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    await office.make('/users', { name: 'Grant Holloway', role: 'owner' });
    const abe = await office.make('/users', { name: 'Abe', role: 'admin' });
    const { token: own } = await office.make('/tokens', { name: 'Laptop', user_id: abe.id, role: 'admin' });
    const made = callerOf(world, own);
    const back = await made.make('/tokens', { name: 'Back door', role: 'admin', scopes: ['tokens:manage'] });
    const behind = await callerOf(world, back.token).make('/tokens', {
      role: 'admin',
      name: 'Behind',
      scopes: ['tokens:manage'],
    });
    const kept = await made.make('/tokens', { name: 'Import', role: 'integration' });
    await office.post(`/users/${abe.id}/deactivate`);
    const tokens = [own, back.token, behind.token, kept.token];
    const statuses = await Promise.all(tokens.map(async (token) => (await callerOf(world, token).get('/me')).status));
    expect(statuses).toEqual([401, 401, 401, 200]);
  });

  test('[OG11] the last active owner or admin stays; without users, tokens run the place', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const viewer = await office.make('/users', { name: 'Nell Okafor', role: 'viewer' });
    expect((await office.post(`/users/${viewer.id}/deactivate`)).status).toBe(200);
    const owner = await office.make('/users', { name: 'Grant Holloway', role: 'owner' });
    const last = { status: 409, body: { code: 'conflict' } };
    expect(await office.post(`/users/${owner.id}/deactivate`)).toMatchObject(last);
    expect(await office.put(`/users/${owner.id}`, { role: 'manager' })).toMatchObject(last);
    expect((await office.put(`/users/${owner.id}`, { role: 'admin' })).status).toBe(200);
    const second = await office.make('/users', { name: 'Marta Kowalczyk', role: 'admin' });
    const both = await Promise.all(
      [owner, second].map(async ({ id }) => (await office.post(`/users/${id}/deactivate`)).status),
    );
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('[OG12] users are not sent to devices', async () => {
    await using world = await openWorld({ engine });
    const { id } = await callerOf(world).make('/users', { name: 'Nell Okafor', role: 'viewer' });
    expect(JSON.stringify(await bareDevice(world).pull())).not.toContain(id);
  });

  test('[OG3] hostile bodies are refused or stored as the words they are', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const deep = JSON.parse(`${'{"settings":'.repeat(30)}1${'}'.repeat(30)}`) as object;
    const wide = {
      settings: { permit: { max_duration_hours: Object.fromEntries([...Array(500).keys()].map((i) => [`t${i}`, 1])) } },
    };
    for (const body of [
      deep,
      wide,
      { name: { $ne: 1 } },
      { name: 'x\u0000' },
      { name: 'x'.repeat(10_000) },
      { settings: 'on' },
    ])
      expect((await office.put('/organisation', body)).status).toBe(422);
    for (const body of [
      { name: ['x'] },
      { name: '\u0000' },
      { name: 'x', scopes: 'sync' },
      { name: 'x', user_id: 7 },
      { name: 'x', scopes: Array(500).fill('sync') },
      { name: 'x', ip_allow: ['\u0000'] },
    ])
      expect((await office.post('/tokens', body)).status).toBe(422);
    for (const body of [
      { name: 'x', role: 'constructor' },
      { name: 'x', role: 'viewer', contractor_id: '../' },
      { name: 'x', role: 'viewer', qualifications: Array(99).fill('') },
    ])
      expect((await office.post('/users', body)).status).toBe(422);
    const words = { registered_address: "'; drop table feed; --\u0000 \ud800", trading_name: '<script>' };
    expect((await office.put('/organisation', words)).status).toBe(200);
    expect((await office.get('/organisation')).body).toMatchObject({ trading_name: '<script>' });
  });
});

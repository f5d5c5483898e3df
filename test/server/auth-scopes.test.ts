/** What a token may do: its role, narrowed by its scopes, and never more than its maker or its user has (contract, Tokens and settings). */
import { describe, expect, test } from 'vitest';
import type { CommandResult, PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { callerOf, listen } from './support.ts';

describe.each(engines)('scopes on %s', (engine) => {
  test('[AU5] a token may do what its role allows and its scopes include', async () => {
    await using world = await openWorld({ engine });
    const { newId } = world.app.commitContext;
    const { token } = await callerOf(world).make('/tokens', {
      name: 'Register',
      role: 'manager',
      scopes: ['projects:*', 'signoffs:read', 'sync'],
    });
    const narrow = callerOf(world, token);
    expect((await narrow.post('/projects', { name: 'Block C' })).status).toBe(201);
    const refused = await narrow.post('/documents', { title: 'Lift', document_type: 'rams' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'documents:write' } });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="api", error="insufficient_scope", scope="documents:write"',
    );
    const results = await bareDevice(world, token).push([
      create('project', newId(), { name: 'Block D' }),
      create('document', newId(), { title: 'Lift', document_type: 'rams' }),
    ]);
    const told = ({ status, problem }: CommandResult) => [status, problem?.code, problem?.['permission']];
    expect(results.map(told)).toEqual([
      ['applied', undefined, undefined],
      ['refused', 'forbidden', 'documents:write'],
    ]);
  });

  test('[AU5] without the scope `sync` every sync endpoint refuses the token', async () => {
    await using world = await openWorld({ engine });
    const { token } = await callerOf(world).make('/tokens', { name: 'ERP', scopes: ['projects:read'] });
    const narrow = callerOf(world, token);
    const bodies = {
      hello: { protocols: [1], schema: 1 },
      push: { schema: 1, commands: [] },
      pull: {},
    };
    for (const [door, body] of Object.entries(bodies))
      expect(await narrow.post(`/sync/${door}`, body)).toMatchObject({ status: 403, body: { permission: 'sync' } });
    using stream = await listen(world, token);
    expect(await stream.ended).toEqual([4403, 'the token may not sync']);
  });

  test('[AU17] a pull returns the kinds that the token may read, and restarts when they change', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const user = await office.make('/users', { name: 'Ruth Delaney', role: 'viewer' });
    const { token } = await office.make('/tokens', { name: 'Tablet', user_id: user.id });
    await office.make('/projects', { name: 'Block C' });
    await office.make('/workers', { name: 'Aisha Rahman' });
    const narrow = await office.make('/tokens', { name: 'Display', role: 'viewer', scopes: ['projects:read', 'sync'] });
    const pull = async (cursor: string | null, as = token): Promise<PullReply> =>
      (await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor }, { authorization: `Bearer ${as}` })).body;
    const kinds = ({ ops }: PullReply): unknown[] => ops.map((op) => ('kind' in op ? op.kind : op.op));
    const first = await pull(null);
    expect(kinds(first)).toEqual(['project', 'worker']);
    expect(kinds(await pull(first.cursor))).toEqual([]);
    const second = await pull(first.cursor, narrow.token);
    expect(kinds(second)).toEqual(['reset', 'project']);
    expect(kinds(await pull(second.cursor, narrow.token))).toEqual([]);
  });

  test('[AU9] nobody can create a token that may do more than their own', async () => {
    await using world = await openWorld({ engine });
    const admin = callerOf(world, await world.token('admin'));
    expect(await admin.post('/tokens', { name: 'Crown', role: 'owner' })).toMatchObject({ status: 403 });
    const { token } = await admin.make('/tokens', {
      name: 'Helper',
      role: 'admin',
      scopes: ['tokens:manage', 'users:manage', 'documents:read', 'projects:read'],
    });
    const helper = callerOf(world, token);
    for (const [asked, permission] of [
      [{ role: 'admin' }, 'projects:write'],
      [{ role: 'viewer' }, 'signoffs:read'],
      [{ role: 'viewer', scopes: ['documents:read', 'sync'] }, 'sync'],
      [{ role: 'admin', scopes: ['organisation:manage'] }, 'organisation:manage'],
    ] as const)
      expect(await helper.post('/tokens', { name: 'Friend', ...asked })).toMatchObject({
        status: 403,
        body: { permission },
      });
    const made = await helper.make('/tokens', { name: 'Friend', role: 'viewer', scopes: ['documents:read'] });
    expect((await callerOf(world, made.token).get('/me')).body).toMatchObject({ permissions: ['documents:read'] });
    expect(await helper.post('/users', { name: 'Friend', role: 'admin' })).toMatchObject({
      status: 403,
      body: { permission: 'projects:write' },
    });
  });

  test('[AU10] a token of a user acts as the user, and follows changes of the user at once', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const user = await office.make('/users', { name: 'Tom Ashworth', role: 'manager' });
    const { token } = await office.make('/tokens', { name: 'Phone', user_id: user.id });
    const tom = callerOf(world, token);
    const may = async (): Promise<unknown> => (await tom.get('/me')).body['permissions'];
    expect((await tom.get('/me')).body).toMatchObject({
      actor: { id: user.id, name: 'Tom Ashworth' },
      user_id: user.id,
      role: 'manager',
    });
    expect(await tom.make('/projects', { name: 'Block C' })).toMatchObject({ created_by: user.id });
    await office.put(`/users/${user.id}`, { role: 'viewer', name: 'Tom Ash' });
    expect((await tom.get('/me')).body).toMatchObject({ role: 'viewer', actor: { name: 'Tom Ash' } });
    expect(await may()).not.toContain('projects:write');
    expect((await tom.post('/projects', { name: 'Block D' })).status).toBe(403);
    await office.put(`/users/${user.id}`, { role: 'admin' });
    expect(await may()).toContain('projects:write');
    expect(await may()).not.toContain('users:manage');
  });

  test('[AU10] a token needs a user of its organisation; one for an owner needs an owner', async () => {
    await using world = await openWorld({ engine });
    const elsewhere = callerOf(world, await world.token('owner', await world.organisation('Another firm')));
    const theirs = await elsewhere.make('/users', { name: 'Stranger', role: 'viewer' });
    const office = callerOf(world);
    expect(await office.post('/tokens', { name: 'x', user_id: theirs.id })).toMatchObject({
      status: 422,
      body: { code: 'reference_unknown' },
    });
    expect((await office.get(`/users/${theirs.id}`)).status).toBe(404);
    const owner = await office.make('/users', { name: 'Grant Holloway', role: 'owner' });
    const admin = callerOf(world, await world.token('admin'));
    const asked = { name: 'x', role: 'viewer', user_id: owner.id };
    expect((await admin.post('/tokens', asked)).status).toBe(403);
    expect((await office.post('/tokens', asked)).status).toBe(201);
  });

  test('[AU11] a token is accepted only from its addresses, with one answer for all others', async () => {
    await using world = await openWorld({ engine });
    const office = callerOf(world);
    const made = async (ip_allow: readonly string[]): Promise<string> =>
      (await office.make('/tokens', { name: 'ERP', ip_allow })).token;
    for (const ranges of [['127.0.0.0/8'], ['2001:db8::/32', '127.0.0.1'], ['0.0.0.0/0']])
      expect((await callerOf(world, await made(ranges)).get('/me')).status).toBe(200);
    const foreign = await made(['192.0.2.0/24', '::1']);
    expect(await callerOf(world, foreign).get('/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    using stream = await listen(world, foreign);
    expect(await stream.ended).toEqual([4401, 'not authenticated']);
  });
});

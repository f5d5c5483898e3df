/** A token is never more than the token it was made with, and owners' tokens are the owners' own. */
import { expect, test } from 'vitest';
import { isRangeWithin } from '../../server/base/addresses.ts';
import { requireWithinParent } from '../../server/auth/token-parent.ts';
import { keptLog } from '../kit/kept-log.ts';
import { openWorld } from '../kit/world.ts';
import { callerOf } from './support.ts';

const dayMs = 86_400_000;

test('[AU18] a range lies within another by its addresses and its length', () => {
  for (const [range, others, isWithin] of [
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.2.0/24', ['192.0.2.0/24'], true],
    ['192.0.2.0/23', ['192.0.2.0/24'], false],
    ['192.0.3.0/24', ['192.0.2.0/24'], false],
    ['192.0.3.7', ['192.0.2.0/24', '192.0.3.0/25'], true],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['::ffff:0:0/96', ['192.0.2.0/24'], false],
    ['192.0.2.7', ['::/0'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db8::/31', ['2001:db8::/32'], false],
    ['::/0', ['0.0.0.0/0'], false],
  ] as const)
    expect([range, others, isRangeWithin(range, others)]).toEqual([range, others, isWithin]);
});

test('[AU18] a child is refused with a pointer to each limit that is wider than its parent’s', () => {
  const parent = { ip_allow: '["10.0.0.0/8"]', expires_at: '2027-01-01T00:00:00.000Z', project_ids: '["a","b"]' };
  const judge = (child: Partial<typeof parent> | Record<string, null>) => () =>
    requireWithinParent(parent, { ...parent, ...child });
  expect(judge({})).not.toThrow();
  expect(
    judge({ ip_allow: '["10.1.0.0/16"]', expires_at: '2026-12-31T23:59:59.999Z', project_ids: '["b"]' }),
  ).not.toThrow();
  for (const [field, value] of [
    ['ip_allow', null],
    ['ip_allow', '["10.1.0.0/16","11.0.0.1"]'],
    ['expires_at', null],
    ['expires_at', '2027-01-01T00:00:00.001Z'],
    ['project_ids', null],
    ['project_ids', '["a","c"]'],
  ] as const)
    expect(judge({ [field]: value })).toThrow(field);
});

test('[AU18] over REST a child has its parent’s addresses and expiry, and never more', async () => {
  await using world = await openWorld();
  const office = callerOf(world);
  const expires_at = new Date(world.clock.now() + dayMs).toISOString();
  const ip_allow = ['127.0.0.0/8', '::1'];
  const { token } = await office.make('/tokens', { name: 'Day', role: 'admin', ip_allow, expires_at });
  const day = callerOf(world, token);
  expect(await day.post('/tokens', { name: 'Child', role: 'viewer' })).toMatchObject({
    status: 201,
    body: { ip_allow, expires_at, never_expires: false, warnings: [] },
  });
  const refused = async (asked: object, ...pointers: string[]): Promise<void> =>
    expect(await day.post('/tokens', { name: 'Child', role: 'viewer', ...asked })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', errors: pointers.map((pointer) => ({ pointer })) },
    });
  await refused({ expires_in_days: 2 }, '#/expires_at');
  await refused({ ip_allow: ['0.0.0.0/0'], expires_in_days: 730 }, '#/ip_allow', '#/expires_at');
  expect((await day.post('/tokens', { name: 'Child', role: 'viewer', ip_allow: ['127.0.0.1'] })).status).toBe(201);
  // A change is measured like a creation: this one would widen a token that outlasts the caller's.
  const project = await office.make('/projects', { name: 'Block A' });
  const { id } = await office.make('/tokens', { name: 'Gate', role: 'viewer', project_ids: [project.id] });
  expect(await day.put(`/tokens/${id}`, { project_ids: null })).toMatchObject({
    status: 403,
    body: { errors: [{ pointer: '#/ip_allow' }, { pointer: '#/expires_at' }] },
  });
});

test('[AU19] only an owner changes or revokes an owner’s token, or deactivates an owner', async () => {
  await using world = await openWorld();
  const office = callerOf(world);
  const admin = callerOf(world, await world.token('admin'));
  const boss = await office.make('/users', { name: 'Grant Holloway', role: 'owner' });
  const own = await office.make('/tokens', { name: 'Crown', role: 'owner' });
  const phone = await office.make('/tokens', { name: 'Phone', role: 'viewer', user_id: boss.id });
  expect((await admin.get('/tokens')).status).toBe(200);
  for (const { id } of [own, phone]) {
    expect(await admin.post(`/tokens/${id}/revoke`)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await admin.put(`/tokens/${id}`, { project_ids: [] })).status).toBe(403);
    expect((await office.get(`/tokens/${id}`)).body).toMatchObject({ status: 'active', project_ids: null });
  }
  expect((await admin.post(`/users/${boss.id}/deactivate`)).status).toBe(403);
  expect((await office.post(`/tokens/${own.id}/revoke`)).status).toBe(200);
  const helper = await office.make('/tokens', { name: 'Helper', role: 'admin' });
  expect((await admin.post(`/tokens/${helper.id}/revoke`)).status).toBe(200);
});

test('[AU22] revoking a token revokes those created with it, unless they are to be kept', async () => {
  await using world = await openWorld();
  const office = callerOf(world);
  const chain = [await office.make('/tokens', { name: 'First', role: 'admin' })];
  for (const name of ['Second', 'Third'])
    chain.push(await callerOf(world, chain.at(-1)?.token).make('/tokens', { name, role: 'admin' }));
  const [first, second, third] = chain.map(({ id }) => id);
  const [last = { token: '' }] = chain.slice(-1);
  expect((await office.post(`/tokens/${first}/revoke`, { keep_children: true })).body['also_revoked']).toEqual([]);
  expect((await callerOf(world, last.token).get('/me')).status).toBe(200);
  expect((await callerOf(world, last.token).post(`/tokens/${second}/revoke`)).status).toBe(409);
  expect((await office.post(`/tokens/${first}/revoke`)).body['also_revoked']).toEqual([second, third]);
  expect((await callerOf(world, last.token).get('/me')).status).toBe(401);
  const { db } = world.app.commitContext.store;
  const entries = await db.selectFrom('audit').select('entry').execute();
  const revoked = entries.filter(({ entry }) => entry.includes('"revoke"'));
  expect(revoked).toHaveLength(3);
});

test('[AU20] a token that never expires says so, and a setting limits how long new ones last', async () => {
  const { log, lines } = keptLog();
  await using world = await openWorld({ log });
  expect(lines.filter(({ tokens }) => tokens === 1)).toMatchObject([{ level: 40 }]);
  const office = callerOf(world);
  const { body } = await office.get('/tokens');
  expect(body['data']).toMatchObject([{ expires_at: null, never_expires: true, warnings: ['never_expires'] }]);
  expect((await office.put('/organisation', { settings: { token_max_days: 30 } })).status).toBe(200);
  const { created_at, expires_at } = await office.make('/tokens', { name: 'Month' });
  expect(Date.parse(String(expires_at)) - Date.parse(String(created_at))).toBe(30 * dayMs);
  expect((await office.post('/tokens', { name: 'Month', expires_in_days: 30 })).status).toBe(201);
  expect(await office.post('/tokens', { name: 'Longer', expires_in_days: 31 })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/expires_in_days' }] },
  });
});

test('[HR70] scopes that change records include reading them; search leaves out others', async () => {
  await using world = await openWorld();
  const office = callerOf(world);
  await office.make('/projects', { name: 'Zanzibar tower' });
  await office.make('/documents', { title: 'Zanzibar lift', document_type: 'rams' });
  const scopesOf = async (...scopes: string[]): Promise<unknown> =>
    (await office.make('/tokens', { name: 'Narrow', role: 'manager', scopes }))['scopes'];
  expect(await scopesOf('documents:write')).toEqual(['documents:write', 'documents:read']);
  expect(await scopesOf('incidents:write')).toEqual(['incidents:write', 'incidents:read']);
  expect(await scopesOf('documents:approve', 'signoffs:read')).toEqual([
    'documents:approve',
    'signoffs:read',
    'documents:read',
  ]);
  const found = async (...scopes: string[]): Promise<unknown> => {
    const { token } = await office.make('/tokens', { name: 'Narrow', role: 'manager', scopes });
    const { body } = await callerOf(world, token).get('/search?q=zanzibar');
    return (body['data'] as { type: string }[]).map(({ type }) => type).toSorted(); // a list of matches
  };
  expect(await found('documents:read', 'projects:read')).toEqual(['document', 'project']);
  expect(await found('documents:read')).toEqual(['document']);
});

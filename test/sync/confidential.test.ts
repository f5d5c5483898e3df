/** Confidential fields by REST and sync: who was hurt, who reported it, and workers' numbers (contract, Confidential). */
import { describe, expect, test } from 'vitest';
import { allows, roles, type Role } from '../../shared/model/access.ts';
import { added, emptyChecksum, moreOf, recordDigest } from '../../shared/sync/scope-checksum.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const hurt = {
  name: 'Jan Nowak',
  age: 41,
  person_type: 'subcontractor',
  injury_severity: 'lost_time',
  body_part: 'left hand',
  days_lost: 3,
};
const secrets = /Nowak|left hand|"age":41|"days_lost":3/;
const mobile = '07700 900201';

interface Setting {
  readonly projectId: string;
  readonly incidentId: string;
  readonly workerId: string;
}

function facts(projectId: string, more: object = {}): { readonly [field: string]: string } {
  return {
    project_id: projectId,
    occurred_at: '2026-11-20T10:12:00Z',
    location: 'Level 6 north edge',
    description: 'A panel slipped in its cradle and was caught by the second strap.',
    ...more,
  };
}

async function setUp(world: World): Promise<Setting> {
  const { commitContext: ground } = world.app;
  const [projectId, incidentId, workerId] = [ground.newId(), ground.newId(), ground.newId()];
  const results = await bareDevice(world).push([
    create('project', projectId, { name: 'Block C' }),
    create('incident', incidentId, { ...facts(projectId), injured_persons: [hurt] }),
    create('worker', workerId, { name: 'Marek Zieliński', mobile }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
  return { projectId, incidentId, workerId };
}

/** Everything that the role can read, by sync and by every list that may contain it, as text. */
async function allThatReaches(world: World, role: Role): Promise<string> {
  const headers = { authorization: `Bearer ${await world.token(role)}` };
  const pulled = await world.api('POST', '/api/v1/sync/pull', { cursor: null, limit: 5000 }, headers);
  const lists = [
    'incidents',
    'workers',
    'conflicts',
    'sync/refused',
    'events?limit=1000',
    'notifications',
    'search?q=nowak',
  ];
  const read = await Promise.all(lists.map((list) => world.api('GET', `/api/v1/${list}`, undefined, headers)));
  return [pulled, ...read].map(({ text }) => text).join('\n');
}

const unprivileged = roles.filter((role) => !allows(role, 'incidents:manage'));

describe.each(engines)('on %s', (engine) => {
  test('[SY94] each role gets the sum over the bodies that it sees, hidden fields included', async () => {
    await using world = await openWorld({ engine });
    const { incidentId, workerId } = await setUp(world);
    const [one, other] = [bareDevice(world), bareDevice(world)];
    await one.push([patch('worker', workerId, { mobile: '07700 900202', trade: 'Rigger' }, { mobile, trade: null })]);
    await other.push([
      patch('worker', workerId, { mobile: '07700 900203', trade: 'Slinger' }, { mobile, trade: null }),
    ]);
    await other.push([patch('incident', incidentId, { injured_persons: [] }, { injured_persons: [hurt] })]);
    for (const role of roles.filter((each) => allows(each, 'sync'))) {
      const authorization = `Bearer ${await world.token(role)}`;
      const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { checksums: true }, { authorization });
      const puts = body.ops.filter((op) => op.op === 'put');
      const sum = puts.map((op) => moreOf(recordDigest(op, JSON.stringify(op.body)))).reduce(added, emptyChecksum);
      expect({ role, sum: body.checksums?.['*'] }).toEqual({ role, sum });
      expect(puts.filter(({ kind }) => kind === 'conflict')).toHaveLength(2);
    }
  });

  test('[IN4] only holders of incidents:manage see who was hurt, by REST or sync', async () => {
    await using world = await openWorld({ engine });
    const { projectId, incidentId } = await setUp(world);
    const manager = bareDevice(world, await world.token('manager'));
    // A conflict holds both values, and a refused command the requested one.
    await manager.push([
      patch('incident', incidentId, { injured_persons: [] }, { injured_persons: [{ name: 'Nowak?' }] }),
    ]);
    expect((await world.api('GET', '/api/v1/conflicts')).text).toContain('injured_persons');
    const lost = world.app.commitContext.newId();
    const refused = create('incident', lost, {
      ...facts(projectId, { description: '' }),
      injured_persons: [hurt],
    });
    expect((await manager.push([refused]))[0]?.status).toBe('refused');
    for (const role of roles) {
      const text = await allThatReaches(world, role);
      expect(secrets.test(text), role).toBe(allows(role, 'incidents:manage'));
      expect(text.includes('Level 6 north edge'), role).toBe(allows(role, 'incidents:read'));
    }
    expect(unprivileged.length).toBeGreaterThan(4);
  });

  test('[WK3] only holders of workers:write see the mobile number, by REST or sync', async () => {
    await using world = await openWorld({ engine });
    const { workerId } = await setUp(world);
    await bareDevice(world).push([patch('worker', workerId, { mobile: '07700 900202' }, { mobile: '07700 900999' })]);
    for (const role of roles) {
      const text = await allThatReaches(world, role);
      expect(text.includes(mobile), role).toBe(allows(role, 'workers:write'));
      expect(text.includes('07700'), role).toBe(allows(role, 'workers:write'));
      expect(text.includes('Marek Zieliński'), role).toBe(allows(role, 'workers:read'));
    }
  });

  test('[IN3] an anonymous report names nobody in the record, the feed or the audit log', async () => {
    await using world = await openWorld({ engine });
    const { projectId } = await setUp(world);
    const token = await world.token('author', world.organisationId, 'Tomasz Wrona');
    const device = bareDevice(world, token);
    const [byDevice, byOffice] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const sent = { ...facts(projectId), anonymous: true, reported_by: { id: null, name: 'Tomasz Wrona' } };
    await device.push([create('incident', byDevice, sent)]);
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'request-of-wrona' };
    expect((await world.api('POST', '/api/v1/incidents', { ...sent, id: byOffice }, headers)).status).toBe(201);
    const { db } = world.app.commitContext.store;
    const rows = await db.selectFrom('record').selectAll().where('id', 'in', [byDevice, byOffice]).execute();
    expect(rows.map(({ created_by, updated_by }) => [created_by, updated_by])).toEqual([
      ['anonymous', 'anonymous'],
      ['anonymous', 'anonymous'],
    ]);
    const audit = (await db.selectFrom('audit').selectAll().execute()).filter(
      ({ entry }) => entry.includes(byDevice) || entry.includes(byOffice),
    );
    expect(audit).toHaveLength(2);
    const everything = JSON.stringify([rows, audit]) + (await allThatReaches(world, 'owner'));
    expect(everything).not.toMatch(/Wrona|request-of-wrona/);
  });

  test('[IN6] a user who may only report cannot change an incident or its state', async () => {
    await using world = await openWorld({ engine });
    const { incidentId } = await setUp(world);
    const device = bareDevice(world, await world.token('device'));
    const results = await device.push([
      patch('incident', incidentId, { description: 'Nothing of the kind has ever happened.' }),
      act('incident', incidentId, 'triage'),
      act('incident', incidentId, 'note', { text: 'The strap is kept.' }),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'forbidden',
      'forbidden',
      'applied',
    ]);
  });

  test('[IN16] an incident notifies all who may report, critically if deadly, without names', async () => {
    await using world = await openWorld({ engine });
    const { projectId, incidentId } = await setUp(world);
    const grave = world.app.commitContext.newId();
    const about = { incident_type: 'near_miss', potential_severity: 4, injured_persons: [hurt] };
    await bareDevice(world).push([create('incident', grave, { ...facts(projectId), ...about })]);
    const headers = { authorization: `Bearer ${await world.token('supervisor')}` };
    const { body, text } = await world.api<{ data: object[] }>('GET', '/api/v1/notifications', undefined, headers);
    expect(body.data).toMatchObject([
      { type: 'incident_reported', severity: 'critical', resource_id: grave, subject: 'Near miss reported on Block C' },
      { type: 'incident_reported', severity: 'action', resource_id: incidentId },
    ]);
    expect(text).not.toMatch(secrets);
  });
});

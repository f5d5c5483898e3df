/** A user whose role changes (contract, Sync; Confidential): the tablet then shows exactly what the new role may see. */
import { describe, expect, test } from 'vitest';
import type { Role } from '../../shared/model/access.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';

const mobile = '07700 900201';

interface Person {
  readonly token: string;
  readonly become: (role: Role) => Promise<void>;
}

/** A user whose token has all permissions of the user’s role. */
async function person(world: World, role: Role): Promise<Person> {
  const made = await world.api<{ id: string }>('POST', '/api/v1/users', {
    name: 'Sam Webb',
    email: 'sam@example.org',
    role: 'manager',
  });
  const token = await world.api<{ token: string }>('POST', '/api/v1/tokens', {
    name: 'Tablet',
    role: 'manager',
    user_id: made.body.id,
  });
  const become: Person['become'] = async (next) => {
    const { status, text } = await world.api('PUT', `/api/v1/users/${made.body.id}`, { role: next });
    expect({ status, text }).toMatchObject({ status: 200 });
  };
  await become(role);
  return { token: token.body.token, become };
}

/** A worker with a mobile number, and an incident with an injured person. */
async function setUp(world: World): Promise<string> {
  const [projectId, workerId, incidentId] = [1, 2, 3].map(() => world.app.commitContext.newId()) as [
    string,
    string,
    string,
  ];
  const results = await bareDevice(world).push([
    create('project', projectId, { name: 'Block C' }),
    create('worker', workerId, { name: 'Marek Zieliński', mobile }),
    create('incident', incidentId, {
      project_id: projectId,
      occurred_at: '2026-11-20T10:12:00Z',
      location: 'Level 6 north edge',
      description: 'A panel slipped in its cradle and was caught by the second strap.',
      injured_persons: [{ name: 'Jan Nowak', person_type: 'subcontractor', injury_severity: 'lost_time' }],
    }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
  return workerId;
}

describe.each(engines)('on %s', (engine) => {
  test('[SY77] when the right to confidential fields changes, the tablet shows what REST does', async () => {
    await using world = await openWorld({ engine });
    const workerId = await setUp(world);
    const { token, become } = await person(world, 'supervisor');
    await using tablet = await openTablet(world, { seed: 5, token });
    const shown = async (): Promise<readonly unknown[]> => {
      await tablet.sync();
      const [workers, incidents] = [await tablet.workers.find(), await tablet.incidents.find()];
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await world.api('GET', `/api/v1/workers/${workerId}`, undefined, headers);
      expect(workers.map((worker) => worker.mobile)).toEqual([body['mobile']]);
      return [workers[0]?.mobile, incidents[0]?.injured_persons?.[0]?.name];
    };
    expect(await shown()).toEqual([mobile, null]);
    await become('author');
    expect(await shown()).toEqual([null, null]);
    await become('manager');
    expect(await shown()).toEqual([mobile, 'Jan Nowak']);
    await become('supervisor');
    expect(await shown()).toEqual([mobile, null]);
  });

  test.each([
    ['supervisor', 'author', true],
    ['author', 'supervisor', true],
    ['admin', 'manager', true],
    ['author', 'viewer', false],
    ['device', 'author', false],
  ] as const)(
    '[SY77] from %s to %s, only a change of confidential fields takes a snapshot (%s)',
    async (from, to, isConcerned) => {
      await using world = await openWorld({ engine });
      await setUp(world);
      const read = async (role: Role, cursor: string | null): Promise<PullReply> => {
        const headers = { authorization: `Bearer ${await world.token(role)}` };
        return (await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor }, headers)).body;
      };
      const { cursor } = await read(from, null);
      expect((await read(from, cursor)).ops).toEqual([]);
      const { ops } = await read(to, cursor);
      expect(ops.some(({ op }) => op === 'reset')).toBe(isConcerned);
      expect(ops.length > 0).toBe(isConcerned);
    },
  );
});

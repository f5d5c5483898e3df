/** Scenarios of commands of devices that were refused, and of those that nobody needs any more. */
import { expect } from 'vitest';
import { queued } from '../../kit/bare-device.ts';
import { schemaVersion } from '../../../shared/sync/sync.ts';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

interface Named {
  readonly params: { readonly command: string };
  readonly body: { readonly hash: string; readonly reason?: string };
}

/** An edit of a hazard that nobody knows, as the office names it. */
async function refused(site: Site): Promise<Named> {
  const id = site.world.app.commitContext.newId();
  const command = { op: 'patch', kind: 'hazard', id, set: { name: 'Nowhere' } };
  const push = { schema: schemaVersion, commands: [queued(site.world, command)] };
  expect((await site.world.api('POST', '/api/v1/sync/push', push)).status).toBe(200);
  const [last] = (await site.must('listRefused', { query: '?per_page=1' })).data;
  return { params: { command: last?.id ?? '' }, body: { hash: last?.hash ?? '' } };
}

/** Ids of one part of the list. */
async function listed(site: Site, status: 'open' | 'seen'): Promise<readonly string[]> {
  const { data } = await site.must('listRefused', { query: `?status=${status}&per_page=100` });
  return data.map(({ id }) => id);
}

export const refusedScenarios: readonly Scenario[] = [
  {
    title: '[R35] a refused command of a device is kept with the reason',
    endpoint: 'listRefused',
    given: async (site) => {
      await refused(site);
      return {};
    },
    status: 200,
    check: ({ body }) =>
      expect(body.data[0]).toMatchObject({
        id: expect.any(String),
        command: { op: 'patch', kind: 'hazard', set: { name: 'Nowhere' } },
        problem: { code: 'not_found' },
        seen: null,
      }),
  },
  {
    title: '[SY112] a refused command that nobody needs waits no longer, and says who saw it',
    endpoint: 'dismissRefused',
    given: async (site) => {
      const { params, body } = await refused(site);
      expect(await listed(site, 'open')).toContain(params.command);
      return { params, body: { ...body, reason: 'Written by hand already.' } };
    },
    status: 200,
    check: async ({ body }, site) => {
      const seen = { by: { name: 'Administrator' }, at: expect.any(String), reason: 'Written by hand already.' };
      expect(body).toMatchObject({ command: { set: { name: 'Nowhere' } }, seen });
      expect([await listed(site, 'open'), await listed(site, 'seen')]).toEqual([
        expect.not.arrayContaining([body.id]),
        expect.arrayContaining([body.id]),
      ]);
      const { data } = await site.must('listAudit', { query: '?limit=1' });
      expect(data[0]?.changes).toMatchObject([{ kind: 'refused_command', id: body.id }]);
    },
  },
  {
    title: '[SY112] the first who said so stays',
    endpoint: 'dismissRefused',
    given: async (site) => {
      const { params, body } = await refused(site);
      await site.must('dismissRefused', { as: 'manager', params, body: { ...body, reason: 'Mine.' } });
      return { params, body: { ...body, reason: 'No, mine.' } };
    },
    status: 200,
    check: ({ body: { seen } }) => expect(seen).toMatchObject({ by: { name: 'manager' }, reason: 'Mine.' }),
  },
  {
    title: '[SY112] a command of another content is not said to be seen',
    endpoint: 'dismissRefused',
    given: async (site) => ({ ...(await refused(site)), body: { hash: 'f'.repeat(64) } }),
    status: 404,
    code: 'not_found',
  },
];

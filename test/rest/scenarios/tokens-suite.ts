/** Scenarios of API tokens (contract, Tokens and settings). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

const dayMs = 86_400_000;
const timeOf = (ms: number): string => new Date(ms).toISOString();
const nowhere = '018f0000-0000-7000-8000-00000000dead';

async function user(site: Site): Promise<string> {
  return (await site.must('createUser', { body: { name: 'Efua Mensah', role: 'author' } })).id;
}

export const tokenScenarios: readonly Scenario[] = [
  {
    title: '[AU7] a token is shown once, on creation, with its permissions and expiry',
    endpoint: 'createToken',
    given: () => ({ body: { name: 'ERP', scopes: ['documents:*', 'projects:read'] } }),
    status: 201,
    check: ({ body, headers }) => {
      expect(body.token).toMatch(/^rk_live_/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({
        role: 'integration',
        status: 'active',
        scopes: ['projects:read', 'documents:read', 'documents:write', 'documents:approve', 'documents:archive'],
        prefix: body.token.slice(0, 12),
        last_characters: body.token.slice(-4),
        last_used_at: null,
      });
      expect(Date.parse(body.expires_at ?? '') - Date.parse(body.created_at)).toBe(365 * dayMs);
    },
  },
  {
    title: '[WB30] a code of a tablet is shown once, and is over after 15 minutes',
    endpoint: 'createDeviceCode',
    given: () => ({ body: { name: 'Gate tablet' } }),
    status: 200,
    check: ({ body, headers }, { world }) => {
      expect(body.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Date.parse(body.expires_at) - world.clock.now()).toBe(15 * 60_000);
    },
  },
  {
    title: '[WB30] a code for a project that there is not is refused',
    endpoint: 'createDeviceCode',
    given: () => ({ body: { name: 'Gate tablet', project_ids: [nowhere] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids/0'],
  },
  {
    title: '[AU6] an invalid token is refused with a pointer to each field',
    endpoint: 'createToken',
    given: () => ({
      body: {
        name: 'x\u0007',
        role: 'king',
        scopes: ['documents:*', 'everything'],
        expires_in_days: 731,
        ip_allow: [],
      },
    }),
    status: 422,
    at: ['#/name', '#/role', '#/scopes/1', '#/expires_in_days', '#/ip_allow'],
  },
  {
    title: '[AU8] a token lasts at most two years',
    endpoint: 'createToken',
    given: ({ world }) => ({ body: { name: 'ERP', expires_at: timeOf(world.clock.now() + 732 * dayMs) } }),
    status: 422,
    at: ['#/expires_at'],
  },
  {
    title: '[AU8] a token cannot expire in the past',
    endpoint: 'createToken',
    given: ({ world }) => ({ body: { name: 'ERP', expires_at: timeOf(world.clock.now()) } }),
    status: 422,
    at: ['#/expires_at'],
  },
  {
    title: '[AU11] a token’s allowed addresses must be valid addresses or ranges',
    endpoint: 'createToken',
    given: () => ({
      body: { name: 'ERP', ip_allow: ['192.0.2.0/24', '192.0.2.0/33', 'office', '2001:db8::/32', '::1%lo'] },
    }),
    status: 422,
    at: ['#/ip_allow/1', '#/ip_allow/2', '#/ip_allow/4'],
  },
  {
    title: '[AU10] a token for an unknown user is refused',
    endpoint: 'createToken',
    given: () => ({ body: { name: 'ERP', user_id: nowhere } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/user_id'],
  },
  {
    title: '[AU10] a token has at most the role of its user',
    endpoint: 'createToken',
    given: async (site) => ({ body: { name: 'Efua', role: 'manager', user_id: await user(site) } }),
    status: 422,
    at: ['#/role'],
  },
  {
    title: '[AU10] a token for an inactive user is refused',
    endpoint: 'createToken',
    given: async (site) => {
      const id = await user(site);
      await site.must('deactivateUser', { params: { user: id } });
      return { body: { name: 'Efua', user_id: id } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[AU12] tokens are listed by status, without their secrets',
    endpoint: 'listTokens',
    given: async (site) => {
      const { id } = await site.must('createToken', { body: { name: 'Lost' } });
      await site.must('revokeToken', { params: { token: id } });
      return { query: '?status=revoked,expired&per_page=1' };
    },
    status: 200,
    check: ({ body, text }) => {
      expect(body.data).toMatchObject([{ name: 'Lost', status: 'revoked' }]);
      expect(text).not.toMatch(/rk_live_\w{20}|hash/);
    },
  },
  {
    title: '[AU12] one token is read',
    endpoint: 'getToken',
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ name: 'Display', status: 'active' }),
  },
  {
    title: '[AU12] revoking again changes nothing',
    endpoint: 'revokeToken',
    given: async (site) => {
      const { id } = await site.must('createToken', { body: { name: 'Lost' } });
      await site.must('revokeToken', { params: { token: id } });
      return { params: { token: id } };
    },
    status: 200,
    check: ({ body }) => expect(body.status).toBe('revoked'),
  },
  {
    title: '[AU22] revoking the token that one’s own was created with is refused',
    endpoint: 'revokeToken',
    given: async (site) => {
      const { token, parent_id } = await site.must('createToken', { body: { name: 'Successor', role: 'owner' } });
      return { params: { token: String(parent_id) }, headers: { authorization: `Bearer ${token}` } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WB183] a tablet gets another name, under which it writes from then on',
    endpoint: 'updateToken',
    given: async (site) => {
      const { id } = await site.must('createToken', { body: { name: 'Tablet', role: 'device' } });
      return { params: { token: id }, body: { name: 'Gate tablet' } };
    },
    status: 200,
    check: ({ body }) => expect([body.name, body.actor.name]).toEqual(['Gate tablet', 'Gate tablet']),
  },
  {
    title: '[WB183] unused codes of tablets are listed without the code, withdrawn ones are not',
    endpoint: 'listDeviceCodes',
    given: async (site) => {
      const { id } = await site.must('createDeviceCode', { body: { name: 'Withdrawn' } });
      await site.must('revokeToken', { params: { token: id } });
      await site.must('createDeviceCode', { body: { name: 'Gate tablet' } });
      return {};
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data.map(({ name }) => name)).not.toContain('Withdrawn');
      expect(body.data[0]).toMatchObject({ name: 'Gate tablet', status: 'waiting', project_ids: null });
      expect(Object.keys(body.data[0] ?? {})).not.toContain('code');
    },
  },
  {
    title: '[SY51] a token is limited to projects, which can be changed later',
    endpoint: 'updateToken',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Mill Road' } });
      const { id } = await site.must('createToken', { body: { name: 'Tablet', role: 'device', project_ids: [] } });
      return { params: { token: id }, body: { project_ids: [project] } };
    },
    status: 200,
    check: ({ body }) => expect(body.project_ids).toHaveLength(1),
  },
  {
    title: '[SY51] an unknown project cannot be granted',
    endpoint: 'updateToken',
    given: () => ({ body: { project_ids: [nowhere] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids/0'],
  },
  {
    title: '[SY51] a malformed project id cannot be granted',
    endpoint: 'updateToken',
    given: () => ({ body: { project_ids: ['Harrow Lane'] } }),
    status: 422,
    at: ['#/project_ids/0'],
  },
  {
    title: '[SY51] a new token cannot be limited to unknown projects',
    endpoint: 'createToken',
    given: () => ({ body: { name: 'Tablet', project_ids: [nowhere] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids/0'],
  },
];

/** Scenarios of the organisation, its users and who a token acts as (contract, Organisation). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

let count = 0;
const address = (): string => `user-${++count}@harrowlyle.example`;
const nowhere = '018f0000-0000-7000-8000-00000000dead';

async function user(site: Site, fields: object = {}): Promise<string> {
  return (await site.must('createUser', { body: { name: 'Efua Mensah', role: 'author', ...fields } })).id;
}

const organisation: readonly Scenario[] = [
  {
    title: '[OG1] the organisation is read with its details and settings',
    endpoint: 'getOrganisation',
    status: 200,
    check: ({ body, headers }) => {
      expect(body).toMatchObject({ settings: { require_two_person_approval: false, signoff: { retention_years: 6 } } });
      expect(headers.get('etag')).toBe(`"r${body.revision}"`);
    },
  },
  {
    title: '[OG1] a PUT changes only what is sent, and null clears a detail',
    endpoint: 'updateOrganisation',
    given: async (site) => {
      const details = { name: 'Harrowlyle Ltd', phone: '020 7946 0100', email: 'safety@harrowlyle.example' };
      await site.must('updateOrganisation', { body: details });
      return {
        body: {
          phone: null,
          trading_name: 'Harrowlyle',
          company_number: '09999001',
          registered_address: 'Fenwick House\nLondon',
          timezone: 'Europe/London',
          locale: 'en-GB',
          industry_id: 'd0c2a05c-6533-5bc6-babb-ee7fd20f65d3',
        },
      };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body).toMatchObject({
        ...(given.body as object), // the details above
        name: 'Harrowlyle Ltd',
        email: 'safety@harrowlyle.example',
      });
      expect(await site.must('getOrganisation')).toEqual(body);
      await site.must('updateOrganisation', { body: { name: 'First organisation' } });
    },
  },
  {
    title: '[OG2] settings change member by member; null removes a map entry or clears a value',
    endpoint: 'updateOrganisation',
    given: async (site) => {
      const permit = { max_duration_hours: { dig: 8, roof_access: 5 } };
      await site.must('updateOrganisation', { body: { settings: { max_residual_score_for_approval: 15, permit } } });
      const settings = {
        max_residual_score_for_approval: null,
        signoff: { retention_years: 10 },
        permit: { max_duration_hours: { roof_access: null } },
      };
      return { body: { settings } };
    },
    status: 200,
    check: async ({ body: { settings } }, site) => {
      expect(settings.max_residual_score_for_approval).toBeNull();
      expect(settings.signoff).toMatchObject({ retention_years: 10, geolocation: 'off' });
      expect(settings.permit.max_duration_hours).toEqual({ hot_work: 10, dig: 8, confined_space: 12, default: 24 });
      const usual = { signoff: { retention_years: 6 }, permit: { max_duration_hours: { dig: 24 } } };
      await site.must('updateOrganisation', { body: { settings: usual } });
    },
  },
  {
    title: '[OG3] an invalid detail or setting is refused with a pointer',
    endpoint: 'updateOrganisation',
    given: () => ({
      body: {
        name: ' ',
        email: 'nobody',
        timezone: 'Mars/Olympus',
        locale: 'a_b',
        industry_id: nowhere,
        settings: {
          risk_matrix_id: null,
          signoff: { geolocation: 'always' },
          permit: { max_duration_hours: { dig: -1 } },
        },
      },
    }),
    status: 422,
    at: [
      '#/name',
      '#/email',
      '#/timezone',
      '#/locale',
      '#/industry_id',
      '#/settings/risk_matrix_id',
      '#/settings/signoff/geolocation',
      '#/settings/permit/max_duration_hours/dig',
    ],
  },
  {
    title: '[OG3] an unknown setting is refused, so that a misspelt one is noticed',
    endpoint: 'updateOrganisation',
    given: () => ({ body: '{"settings":{"strict_body":true,"signoff":{"geo~/":1},"__proto__":{"admin":true}}}' }),
    status: 422,
    at: ['#/settings/strict_body', '#/settings/signoff/geo~0~1', '#/settings/__proto__'],
  },
  {
    title: '[OG3] settings must be an object',
    endpoint: 'updateOrganisation',
    given: () => ({ body: { settings: [] } }),
    status: 422,
    at: ['#/settings'],
  },
  {
    title: '[OG4] a change based on an old revision is refused',
    endpoint: 'updateOrganisation',
    given: async (site) => {
      const { revision } = await site.must('getOrganisation');
      await site.must('updateOrganisation', { body: { phone: `020 7946 ${revision}` } });
      return { body: { phone: null }, headers: { 'if-match': `"r${revision}"` } };
    },
    status: 412,
    code: 'precondition_failed',
  },
  {
    title: '[OG4] a change without effect keeps the revision',
    endpoint: 'updateOrganisation',
    given: async (site) => {
      const body = await site.must('getOrganisation');
      return { body, headers: { 'if-match': `"r${body.revision}"` } };
    },
    status: 200,
    check: ({ body }, _site, given) => expect(body).toEqual(given.body),
  },
  {
    title: '[OG10] /me names the actor of a token and its permissions',
    endpoint: 'getMe',
    given: () => ({ as: 'viewer' }),
    status: 200,
    check: ({ body }, site) => {
      expect(body).toMatchObject({
        role: 'viewer',
        actor: { name: 'viewer' },
        user_id: null,
        scopes: null,
        organisation: { id: site.world.organisationId },
        token: { name: 'viewer', expires_at: null },
      });
      expect(body.permissions).toContain('documents:read');
      expect(body.permissions).not.toContain('documents:write');
    },
  },
];

const users: readonly Scenario[] = [
  {
    title: '[OG6] a user needs a name and a role',
    endpoint: 'createUser',
    given: () => ({
      body: { name: 'Priya Nair', role: 'manager', email: address(), job_title: 'Head of Safety', active: false },
    }),
    status: 201,
    check: ({ body, headers }) => {
      expect(body).toMatchObject({ name: 'Priya Nair', role: 'manager', active: true, phone: null, revision: 1 });
      expect(headers.get('location')).toBe(`/api/v1/users/${body.id}`);
    },
  },
  {
    title: '[WB27] the audit log is read newest first, page by page',
    endpoint: 'listAudit',
    given: async (site) => {
      await user(site, {});
      return { query: '?limit=1' };
    },
    status: 200,
    check: ({ body }) => {
      const [entry] = body.data;
      expect(entry?.changes).toMatchObject([{ kind: 'user', change: 'create' }]);
      expect(body.meta.next_before).toBe(entry?.sequence);
      expect(body.meta.kinds).toEqual(expect.arrayContaining(['hazard', 'user', 'token']));
    },
  },
  {
    title: '[WB27] the last check of the store is told in a word',
    endpoint: 'getIntegrity',
    status: 200,
    // A check may have ended meanwhile.
    check: ({ body: { status, checked_at: at, last_backup_at: backup } }) =>
      expect([status, backup]).toEqual([at === null ? 'unknown' : 'sound', null]),
  },
  {
    title: '[OG6] a user without a name or with the role device is refused',
    endpoint: 'createUser',
    given: () => ({ body: { name: 'Tablet\u0000', role: 'device', email: 'nobody', phone: 7, qualifications: [1] } }),
    status: 422,
    at: ['#/name', '#/email', '#/role', '#/phone', '#/qualifications/0'],
  },
  {
    title: '[OG6] users are listed newest first, by role and by status',
    endpoint: 'listUsers',
    given: async (site) => {
      const id = await user(site, { role: 'supervisor' });
      await user(site, { role: 'supervisor' });
      await site.must('deactivateUser', { params: { user: id } });
      return { query: '?role=supervisor&status=inactive' };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data.map(({ role, active }) => ({ role, active }))).toEqual([{ role: 'supervisor', active: false }]);
      expect(body.meta.total).toBe(1);
    },
  },
  {
    title: '[OG6] a list of users takes known roles and states only',
    endpoint: 'listUsers',
    given: () => ({ query: '?role=device&status=gone' }),
    status: 422,
    at: ['role', 'status'],
  },
  { title: '[OG6] one user is read', endpoint: 'getUser', status: 200 },
  {
    title: '[OG6] a user is changed like any record',
    endpoint: 'updateUser',
    given: async (site) => ({
      params: { user: await user(site, { phone: '1' }) },
      body: { role: 'manager', phone: null },
    }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ role: 'manager', phone: null, name: 'Efua Mensah', revision: 2 }),
  },
  {
    title: '[OG7] two active users cannot have the same e-mail address, in any case',
    endpoint: 'createUser',
    given: async (site) => {
      const email = address();
      await user(site, { email });
      return { body: { name: 'Double', role: 'viewer', email: email.toUpperCase() } };
    },
    status: 409,
    code: 'conflict',
    at: ['#/email'],
  },
  {
    title: '[OG7] an inactive user’s e-mail may be reused, which then blocks reactivation',
    endpoint: 'reactivateUser',
    given: async (site) => {
      const email = address();
      const left = await user(site, { email });
      await site.must('deactivateUser', { params: { user: left } });
      await user(site, { email });
      return { params: { user: left } };
    },
    status: 409,
    code: 'conflict',
    at: ['#/email'],
  },
  {
    title: '[OG9] a user is deactivated',
    endpoint: 'deactivateUser',
    given: async (site) => ({ params: { user: await user(site) } }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ active: false, revision: 2 }),
  },
  {
    title: '[OG9] an inactive user cannot be deactivated again',
    endpoint: 'deactivateUser',
    given: async (site) => {
      const id = await user(site);
      await site.must('deactivateUser', { params: { user: id } });
      return { params: { user: id } };
    },
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body).toMatchObject({ from: 'inactive', allowed: ['reactivate'] }),
  },
  {
    title: '[OG9] a user is reactivated',
    endpoint: 'reactivateUser',
    given: async (site) => {
      const id = await user(site);
      await site.must('deactivateUser', { params: { user: id } });
      return { params: { user: id } };
    },
    status: 200,
    check: ({ body }) => expect(body.active).toBe(true),
  },
  {
    title: '[AU37] passkeys of a user are removed, also where there are none',
    endpoint: 'removePasskeys',
    given: async (site) => ({ params: { user: await user(site) } }),
    status: 200,
    check: ({ body }) => expect(body).toEqual({ removed: 0 }),
  },
];

export const organisationScenarios: readonly Scenario[] = [...organisation, ...users];

/** Scenarios of permits to work: the form, the lists, and the actions before it opens (contract, Permit to work). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { at, given, holder, hotWork, issuer, outsider, permitIn } from '../support/permits.ts';

export const permitScenarios: readonly Scenario[] = [
  {
    title: '[PW2] a permit needs only its type and gets a unique number',
    endpoint: 'createPermit',
    given: () => ({ body: { permit_type: 'confined_space' } }),
    status: 201,
    check: ({ body, headers }) => {
      expect(headers.get('location')).toBe(`/api/v1/permits/${body.id}`);
      expect(body).toMatchObject({ state: 'draft', permit_number: expect.stringMatching(/^PTW-CS-\d{4,}$/), log: [] });
      expect(body).not.toHaveProperty('reminded');
    },
  },
  {
    title: '[PW2] a permit has the project and site of its form',
    endpoint: 'createPermit',
    given: ({ ids }) => ({ body: { permit_type: 'dig', document_id: ids['document'], permit_number: 'PTW-DIG-0012' } }),
    status: 201,
    check: ({ body }, { ids }) =>
      expect(body).toMatchObject({
        permit_number: 'PTW-DIG-0012',
        project_id: ids['project'],
        site_id: ids['site'],
        document_id: ids['document'],
      }),
  },
  {
    title: '[PW2] fields that only actions change cannot be written',
    endpoint: 'createPermit',
    given: () => ({ body: { permit_type: 'dig', state: 'open', opened_at: at('07:00'), log: [{}], suspensions: 7 } }),
    status: 201,
    check: ({ body }) => expect(body).toMatchObject({ state: 'draft', opened_at: null, log: [], suspensions: [] }),
  },
  {
    title: '[PW2] a permit does not keep the site of another project',
    endpoint: 'updatePermit',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Elsewhere' } });
      const { site: site_id, project } = site.ids;
      const { id: permit } = await site.must('createPermit', {
        body: { permit_type: 'dig', project_id: project, site_id },
      });
      return { params: { permit }, body: { project_id } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/site_id'],
  },
  {
    title: '[PW15] a hostile form is refused field by field',
    endpoint: 'createPermit',
    given: () => ({
      body: {
        permit_type: '__proto__',
        linked_document_ids: { length: 1e9 },
        valid_from: 'yesterday',
        location: 'x'.repeat(501),
        checks: [{ item: '\0', response: 1 }],
      },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/permit_type', '#/linked_document_ids', '#/location', '#/valid_from', '#/checks/0/response'],
  },
  {
    title: '[PW15] a document of another organisation is unknown to a permit',
    endpoint: 'createPermit',
    given: ({ ids }) => ({ as: 'stranger', body: { permit_type: 'dig', linked_document_ids: [ids['document']] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/linked_document_ids'],
  },
  {
    title: '[PW5] a permit longer than its type allows is refused',
    endpoint: 'createPermit',
    given: () => ({ body: { ...hotWork, valid_from: at('06:00'), valid_to: at('16:01') } }),
    status: 422,
    at: ['#/valid_to'],
  },
  {
    title: '[PW5] a permit must end after it begins',
    endpoint: 'createPermit',
    given: () => ({ body: { ...hotWork, valid_from: at('06:00'), valid_to: at('06:00') } }),
    status: 422,
    at: ['#/valid_to'],
  },
  {
    title: '[PW13] a permit is read with its log',
    endpoint: 'getPermit',
    given: given('open'),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({
        state: 'open',
        issuer,
        holder,
        events: [{ at: at('07:05'), event: 'permit.opened' }],
      });
      expect(body.log.map(({ action, from, to }) => [action, from, to])).toEqual([
        ['request', 'draft', 'requested'],
        ['authorise', 'requested', 'authorised'],
        ['accept', 'authorised', 'authorised'],
        ['open', 'authorised', 'open'],
      ]);
    },
  },
  {
    title: '[PW2] the form is changed until the permit is authorised',
    endpoint: 'updatePermit',
    given: given('requested', { location: 'Level 4', permit_number: null }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ location: 'Level 4', permit_number: expect.stringMatching(/^PTW-HW-/) }),
  },
  {
    title: '[PW2] an authorised permit cannot be edited',
    endpoint: 'updatePermit',
    given: given('authorised', { location: 'Somewhere else' }),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body).toMatchObject({ from: 'authorised', action: 'edit' }),
  },
  {
    title: '[PW13] permits are filtered by comma-separated states, types and places',
    endpoint: 'listPermits',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Permits alone' } });
      for (const state of ['requested', 'open', 'suspended'] as const)
        await permitIn(site, state, { project_id: project });
      await permitIn(site, 'open', { project_id: project, permit_type: 'dig' });
      return { query: `?project_id=${project}&status=open,suspended&type=hot_work` };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data.map(({ state }) => state)).toEqual(['suspended', 'open']);
      expect(body.meta.total).toBe(2);
      expect(body.data[0]).toMatchObject({ issuer, holder });
      expect(body.data[0]).not.toHaveProperty('log');
    },
  },
  {
    title: '[PW13] permits are filtered by form and by time of change',
    endpoint: 'listPermits',
    given: async (site) => {
      const { id } = await site.approved({ document_type: 'permit' });
      const permit = await permitIn(site, 'requested', { document_id: id });
      const { updated_at } = await site.must('getPermit', { params: { permit } });
      return { query: `?document_id=${id}&updated_since=${updated_at}` };
    },
    status: 200,
    check: ({ body }) => expect(body.data).toHaveLength(1),
  },
  {
    title: '[PW13] an unknown state is refused by name',
    endpoint: 'listPermits',
    given: () => ({ query: '?status=ajar' }),
    status: 422,
    at: ['status'],
  },
  {
    title: '[PW9] an action has time and person, and the log names its token',
    endpoint: 'requestPermit',
    given: given('draft', { at: at('06:50'), by: holder, notes: 'Six brackets.' }),
    status: 200,
    check: ({ body }, { world }) => {
      expect(body).toMatchObject({ state: 'requested', requested_by: holder, requested_at: at('06:50') });
      expect(body.log).toMatchObject([
        {
          action: 'request',
          at: at('06:50'),
          by: holder,
          recorded_by: { name: 'Administrator' },
          origin: 'rest',
          effect: 'applied',
          flags: ['entered_late'],
          args: { notes: 'Six brackets.' },
        },
      ]);
      expect(Date.parse(body.log[0]?.received_at ?? '')).toBeGreaterThanOrEqual(world.clock.now());
    },
  },
  {
    title: '[PW9] an action with a future time is refused by REST',
    endpoint: 'requestPermit',
    given: given('draft', { at: '2027-01-01T00:00:00Z' }),
    status: 422,
    at: ['#/at'],
  },
  {
    title: '[PW1] a draft cannot be authorised before it is requested',
    endpoint: 'authorisePermit',
    given: given('draft'),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) =>
      expect(body).toMatchObject({ from: 'draft', action: 'authorise', allowed: ['request', 'cancel'] }),
  },
  {
    title: '[PW2] an authorisation may set the validity of the permit',
    endpoint: 'authorisePermit',
    given: given('requested', { by: issuer, valid_to: at('12:00') }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ state: 'authorised', authorised_by: issuer, valid_to: at('12:00') }),
  },
  {
    title: '[PW5] a permit without an end cannot be authorised',
    endpoint: 'authorisePermit',
    given: given('requested', {}, { valid_from: null, valid_to: null }),
    status: 422,
    at: ['#/valid_from', '#/valid_to'],
  },
  {
    title: '[PW3] the holder accepts the permit and confirms the briefing',
    endpoint: 'acceptPermit',
    given: given('authorised', { by: holder, explained_to: [outsider] }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ state: 'authorised', accepted_by: holder, explained_to: [outsider] }),
  },
  {
    title: '[PW3] the issuer cannot accept the permit, in any spelling',
    endpoint: 'acceptPermit',
    given: given('authorised', { by: { name: ` ${issuer.name.toUpperCase()} ` } }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW36] a permit that somebody holds is not accepted by another',
    endpoint: 'acceptPermit',
    given: given('accepted', { by: outsider }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW36] a permit that nobody holds yet is not handed over',
    endpoint: 'handOverPermit',
    given: given('authorised', { by: holder, to: outsider }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[PW36] the holder hands a permit over, also before it opens',
    endpoint: 'handOverPermit',
    given: given('accepted', { at: at('07:00'), by: holder, to: outsider }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ state: 'authorised', holder: outsider }),
  },
  {
    title: '[PW38] a namesake of another employer may hold the permit',
    endpoint: 'acceptPermit',
    given: issuedBy(jan('Acme'), { by: jan('Bolt'), explained_to: [jan('Cole')] }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ issuer: jan('Acme'), holder: jan('Bolt'), explained_to: [jan('Cole')] }),
  },
  {
    title: '[PW38] a name without an employer may be the issuer, and does not accept',
    endpoint: 'acceptPermit',
    given: issuedBy(jan('Acme'), { by: { name: 'jan novák' } }),
    status: 409,
    code: 'separation_of_duties',
  },
  {
    title: '[PW38] an employer in another spelling makes nobody another person',
    endpoint: 'acceptPermit',
    given: issuedBy(jan('Acme'), { by: jan(' ACME') }),
    status: 409,
    code: 'separation_of_duties',
  },
];

function jan(employer_name: string): object {
  return { name: 'Jan Novák', employer_name };
}

function issuedBy(by: object, body: object): NonNullable<Scenario['given']> {
  return async (site) => {
    const params = { permit: await permitIn(site, 'requested') };
    await site.must('authorisePermit', { params, body: { by } });
    return { params, body };
  };
}

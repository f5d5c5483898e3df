/** Scenarios of the crew of a document: who is expected beside the people that it names, and who is not here any more. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

/** Approved as version 1, with these people. */
async function approvedWith(site: Site, ...names: readonly string[]): Promise<{ readonly document: string }> {
  const params = { document: (await site.draft()).id };
  for (const name of names) await site.must('createPersonnelEntry', { params, body: { name } });
  for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params });
  return params;
}

async function counted(site: Site, { document }: { readonly document: string }) {
  const { data } = await site.must('listCoverage', { query: `?document_id=${document}` });
  expect(data).toHaveLength(1);
  return {
    here: data[0]?.people.map(({ name, state }) => `${name} ${state}`),
    notHere: data[0]?.not_here.map(({ name }) => name),
  };
}

export const crewScenarios: readonly Scenario[] = [
  {
    title: '[WB447] somebody who is added to the crew counts, and is in no version',
    endpoint: 'addCrewMember',
    given: async (site) => ({
      params: await approvedWith(site, 'Ewa Nowak'),
      body: { name: ' Kyle  Bennett ', employer_name: 'Brightwater', trade: 'Banksman', preferred_language: 'en' },
    }),
    status: 201,
    check: async ({ body, headers }, site, given) => {
      const params = { document: String(given.params?.['document']) };
      expect(body).toMatchObject({ document_id: params.document, name: 'Kyle  Bennett', namesake: 0, expected: true });
      expect(headers.get('location')).toBe(`/api/v1/documents/${params.document}/crew/${body.id}`);
      expect(await counted(site, params)).toEqual({
        here: ['Ewa Nowak missing', 'Kyle  Bennett missing'],
        notHere: [],
      });
      expect((await site.must('listPersonnel', { params })).data).toHaveLength(1);
      const { data } = await site.must('listVersions', { params });
      expect(data).toMatchObject([{ version: 1, state: 'current' }]);
      // Signing is by name, as for people whom the document names.
      await site.must('recordSignoff', { params, body: { worker_name: 'kyle bennett' } });
      expect(await counted(site, params)).toMatchObject({ here: ['Ewa Nowak missing', 'Kyle  Bennett current'] });
    },
  },
  {
    title: '[WB644] a language tag may be as long on a crew as in the register',
    endpoint: 'addCrewMember',
    given: async (site) => ({
      params: await approvedWith(site),
      body: { name: 'Li Wei', preferred_language: 'zh-Hant-TW-x-abcdefgh-ijklmnop-qrst' },
    }),
    status: 201,
    check: async ({ body }) => expect(body.preferred_language).toHaveLength(35),
  },
  {
    title: '[WB447] a tablet may add to a crew, and who may not record sign-offs may not',
    endpoint: 'addCrewMember',
    given: async (site) => {
      const params = await approvedWith(site);
      const refused = await site.call('addCrewMember', { params, body: { name: 'Jo' }, as: 'viewer' });
      expect(refused.status).toBe(403);
      return { params, body: { name: 'Jo' }, as: 'device' };
    },
    status: 201,
  },
  {
    title: '[WB447] a record takes somebody off the crew who is not here any more; sign-offs stay',
    endpoint: 'addCrewMember',
    given: async (site) => {
      const params = await approvedWith(site, 'Ewa Nowak', 'Luke Farrell');
      await site.must('recordSignoff', { params, body: { worker_name: 'Luke Farrell' } });
      // Luke signed what is in force, and counts, here or not.
      await site.must('addCrewMember', { params, body: { name: 'Luke Farrell', expected: false } });
      return { params, body: { name: 'ewa nowak', expected: false } };
    },
    status: 201,
    check: async ({ body }, site, given) => {
      const params = { document: String(given.params?.['document']) };
      expect(await counted(site, params)).toEqual({ here: ['Luke Farrell current'], notHere: ['Ewa Nowak'] });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, { params });
      expect(await counted(site, params)).toEqual({ here: [], notHere: ['Ewa Nowak', 'Luke Farrell'] });
      expect((await site.must('listSignoffs', { params })).data).toMatchObject([{ status: 'recorded' }]);
      await site.must('removeCrewMember', { params: { ...params, id: body.id } });
      expect(await counted(site, params)).toEqual({ here: ['Ewa Nowak missing'], notHere: ['Luke Farrell'] });
      // Luke is back, and so in the next version too.
      await site.must('recordSignoff', { params, body: { worker_name: 'Luke Farrell' } });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, { params });
      expect(await counted(site, params)).toEqual({ here: ['Luke Farrell old', 'Ewa Nowak missing'], notHere: [] });
    },
  },
  {
    title: '[WB463] who refused and is said to be gone comes back with a signature',
    endpoint: 'addCrewMember',
    given: async (site) => {
      const params = await approvedWith(site, 'Ewa Nowak');
      const declined = { code: 'other', reason: 'Not today.' } as const;
      await site.must('recordSignoff', { params, body: { worker_name: 'Ewa Nowak', declined } });
      return { params, body: { name: 'Ewa Nowak', expected: false } };
    },
    status: 201,
    check: async ({ body }, site, given) => {
      const params = { document: String(given.params?.['document']) };
      expect(body.signed_version).toBe(0);
      expect(await counted(site, params)).toEqual({ here: [], notHere: ['Ewa Nowak'] });
      await site.must('recordSignoff', { params, body: { worker_name: 'Ewa Nowak' } });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, { params });
      expect(await counted(site, params)).toEqual({ here: ['Ewa Nowak old'], notHere: [] });
    },
  },
  {
    title: '[WB447] a person that two tablets added counts once',
    endpoint: 'listCrew',
    given: async (site) => {
      const params = await approvedWith(site, 'Ewa Nowak');
      for (const name of ['Kyle Bennett', 'kyle  bennett', 'Ewa Nowak'])
        await site.must('addCrewMember', { params, body: { name } });
      await site.must('addCrewMember', { params, body: { name: 'Ewa Nowak', employer_name: 'Kier', namesake: 1 } });
      return { params };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body.data).toHaveLength(4);
      expect(await counted(site, { document: String(given.params?.['document']) })).toEqual({
        here: ['Ewa Nowak missing', 'Ewa Nowak missing', 'Kyle Bennett missing'],
        notHere: [],
      });
    },
  },
  {
    title: '[WB447] what was said of one person of the crew is read at its Location',
    endpoint: 'getCrewMember',
    status: 200,
    check: ({ body, headers }) => {
      expect(body).toMatchObject({ name: 'Kyle Bennett', worker_id: null, revision: 1 });
      expect(headers.get('etag')).toBe('"r1"');
    },
  },
  {
    title: '[WB447] somebody who was added is taken off the crew again',
    endpoint: 'removeCrewMember',
    given: async (site) => {
      const params = await approvedWith(site);
      const { id } = await site.must('addCrewMember', { params, body: { name: 'Kyle Bennett' } });
      return { params: { ...params, id } };
    },
    status: 204,
    check: async (_answer, site, given) => {
      const { document = '', id = '' } = given.params ?? {};
      expect(await counted(site, { document })).toEqual({ here: [], notHere: [] });
      expect((await site.call('getCrewMember', { params: { document, id } })).status).toBe(404);
    },
  },
  {
    title: '[SO34] who had signed when a document was archived stays briefed on it',
    endpoint: 'listSignoffs',
    given: async (site) => {
      const params = await approvedWith(site, 'Ewa Nowak', 'Luke Farrell');
      await site.must('recordSignoff', { params, body: { worker_name: 'Luke Farrell' } });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, { params });
      await site.must('recordSignoff', { params, body: { worker_name: 'Ewa Nowak' } });
      await site.must('archive', { params });
      return { params };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      const currencies = body.data.map(({ worker, currency }) => `${worker.name} ${currency}`);
      expect(currencies.toSorted()).toEqual(['Ewa Nowak document_archived', 'Luke Farrell superseded']);
      const here = ['Luke Farrell old', 'Ewa Nowak current'];
      expect(await counted(site, { document: String(given.params?.['document']) })).toEqual({ here, notHere: [] });
    },
  },
  {
    title: '[WB447] a person of the crew is not found under another document',
    endpoint: 'removeCrewMember',
    given: async (site) => ({ params: await approvedWith(site) }),
    status: 404,
    code: 'not_found',
  },
];

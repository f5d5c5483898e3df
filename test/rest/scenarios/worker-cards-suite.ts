/** Scenarios of the cards of one worker, one at a time (contract, Workers). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { ipaf, someone } from './workers-suite.ts';

export const workerCardScenarios: readonly Scenario[] = [
  {
    title: '[WK5] a card is added to the existing ones',
    endpoint: 'addWorkerCard',
    given: async (site) => ({
      params: await someone(site),
      body: { scheme: 'CSCS', card_number: 'SAMPLE-10000002', expires_on: '2027-08-31' },
    }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/workers/${body.id}`);
      expect(body.competence_cards?.map(({ scheme }) => scheme)).toEqual(['IPAF', 'CSCS']);
    },
  },
  {
    title: '[WK5] the same card under the same id returns the existing one',
    endpoint: 'addWorkerCard',
    given: async (site) => {
      const params = await someone(site);
      const body = { id: site.world.app.commitContext.newId(), scheme: 'CSCS', card_number: 'SAMPLE-3' };
      await site.must('addWorkerCard', { params, body });
      return { params, body };
    },
    status: 200,
    check: ({ body }) => expect(body.competence_cards).toHaveLength(2),
  },
  {
    title: '[WK5] another card under the same id is refused',
    endpoint: 'addWorkerCard',
    given: async (site) => {
      const params = await someone(site);
      return { params, body: { id: params.card, scheme: 'CSCS', card_number: 'SAMPLE-3' } };
    },
    status: 409,
    code: 'id_conflict',
  },
  {
    title: '[WK2] an invalid card is refused with pointers to its fields',
    endpoint: 'addWorkerCard',
    given: async (site) => ({ params: await someone(site), body: { scheme: 7, verification: 'guessed' } }),
    status: 422,
    at: ['#/scheme', '#/card_number', '#/verification'],
  },
  {
    title: '[WK5] one card is changed field by field',
    endpoint: 'updateWorkerCard',
    given: async (site) => ({
      params: await someone(site),
      body: { expires_on: '2034-12-11', verification: 'sighted' },
    }),
    status: 200,
    check: ({ body }, _site, { params }) =>
      expect(body.competence_cards).toEqual([
        expect.objectContaining({ ...ipaf, id: params?.['card'], expires_on: '2034-12-11', verification: 'sighted' }),
      ]),
  },
  {
    title: '[WK2] a changed card cannot expire before its issue date',
    endpoint: 'updateWorkerCard',
    given: async (site) => ({ params: await someone(site), body: { issued_on: '2030-01-01' } }),
    status: 422,
    at: ['#/expires_on'],
  },
  {
    title: '[R3] another worker’s card is unknown',
    endpoint: 'updateWorkerCard',
    given: async (site) => ({ params: { ...(await someone(site)), card: site.ids['card'] ?? '' }, body: {} }),
    status: 404,
    code: 'not_found',
  },
  {
    title: '[R12] a card change is refused if its worker has changed since',
    endpoint: 'updateWorkerCard',
    given: async (site) => {
      const params = await someone(site);
      await site.must('updateWorker', { params, body: { trade: 'Glazier' } });
      return { params, body: { level: 'operator' }, headers: { 'if-match': '"r1"' } };
    },
    status: 412,
    code: 'precondition_failed',
  },
  {
    title: '[WK5] a card is removed, and the others stay',
    endpoint: 'removeWorkerCard',
    given: async (site) => ({ params: await someone(site) }),
    status: 204,
    check: async (_answer, site, { params = {} }) =>
      expect((await site.must('getWorker', { params })).competence_cards).toEqual([]),
  },
];

/** Scenarios of what a record names: an industry, a contractor, a worker (contract, REST, R90). */
import { expect } from 'vitest';
import { nothing } from '../support/site.ts';
import type { Scenario } from '../support/scenario.ts';

const highRise = 'd0c2a05c-6533-5bc6-babb-ee7fd20f65d3';

export const referenceToRecordScenarios: readonly Scenario[] = [
  {
    title: '[R90] a project of an industry that is on no list is refused',
    endpoint: 'createProject',
    given: () => ({ body: { name: 'Mill Street', industry_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/industry_id'],
  },
  {
    title: '[R90] so is the change of a project to one',
    endpoint: 'updateProject',
    given: () => ({ body: { industry_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/industry_id'],
  },
  {
    title: '[R90] an industry of the list is kept, in whatever case it is written',
    endpoint: 'createProject',
    given: () => ({ body: { name: 'Mill Street', industry_id: highRise.toUpperCase() } }),
    status: 201,
    check: ({ body }) => expect(body.industry_id).toBe(highRise),
  },
  {
    title: '[R90] a document of a contractor whom nobody knows is refused',
    endpoint: 'createDocument',
    given: () => ({ body: { title: 'Roof works', document_type: 'rams', contractor_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] so is one of a contractor that is really a project',
    endpoint: 'createDocument',
    given: ({ ids }) => ({
      body: { title: 'Roof works', document_type: 'rams', contractor_id: ids['project'] },
    }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] a document is not given to a contractor whom nobody knows later either',
    endpoint: 'updateDocument',
    given: async (site) => {
      const { id } = await site.draft({ contractor_id: site.ids['contractor'] });
      return { params: { document: id }, body: { contractor_id: nothing } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] a document of a known contractor is created, also by an id in capitals',
    endpoint: 'createDocument',
    given: ({ ids }) => ({
      body: { title: 'Roof works', document_type: 'rams', contractor_id: ids['contractor']?.toUpperCase() },
    }),
    status: 201,
    emits: ['document.created'],
    check: ({ body }, { ids }) => expect(body.contractor_id).toBe(ids['contractor']),
  },
  {
    title: '[R90] a user of an unknown contractor and worker is refused, and both are named',
    endpoint: 'createUser',
    given: () => ({ body: { name: 'Ruth Delaney', role: 'viewer', contractor_id: nothing, worker_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id', '#/worker_id'],
  },
  {
    title: '[R90] so is the change of a user to one',
    endpoint: 'updateUser',
    given: ({ ids }) => ({ body: { contractor_id: ids['worker'] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] a user of a contractor and a worker whom everybody knows is created',
    endpoint: 'createUser',
    given: ({ ids }) => ({
      body: { name: 'Ruth Delaney', role: 'viewer', contractor_id: ids['contractor'], worker_id: ids['worker'] },
    }),
    status: 201,
    check: ({ body }, { ids }) =>
      expect(body).toMatchObject({ contractor_id: ids['contractor'], worker_id: ids['worker'] }),
  },
];

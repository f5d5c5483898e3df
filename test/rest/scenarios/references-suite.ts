/** Scenarios of references: an industry, a contractor, a worker (contract, REST, R90). */
import { expect } from 'vitest';
import { nothing } from '../support/site.ts';
import type { Scenario } from '../support/scenario.ts';

const highRise = 'd0c2a05c-6533-5bc6-babb-ee7fd20f65d3';

export const referenceToRecordScenarios: readonly Scenario[] = [
  {
    title: '[R90] a project with an unknown industry is refused',
    endpoint: 'createProject',
    given: () => ({ body: { name: 'Mill Street', industry_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/industry_id'],
  },
  {
    title: '[R90] changing a project to an unknown industry is refused',
    endpoint: 'updateProject',
    given: () => ({ body: { industry_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/industry_id'],
  },
  {
    title: '[R90] a known industry is accepted in any case',
    endpoint: 'createProject',
    given: () => ({ body: { name: 'Mill Street', industry_id: highRise.toUpperCase() } }),
    status: 201,
    check: ({ body }) => expect(body.industry_id).toBe(highRise),
  },
  {
    title: '[R90] a document of an unknown contractor is refused',
    endpoint: 'createDocument',
    given: () => ({ body: { title: 'Roof works', document_type: 'rams', contractor_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] a document whose contractor id is a project’s is refused',
    endpoint: 'createDocument',
    given: ({ ids }) => ({
      body: { title: 'Roof works', document_type: 'rams', contractor_id: ids['project'] },
    }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] changing a document to an unknown contractor is refused',
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
    title: '[R90] a user with an unknown contractor and worker is refused, naming both',
    endpoint: 'createUser',
    given: () => ({ body: { name: 'Ruth Delaney', role: 'viewer', contractor_id: nothing, worker_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id', '#/worker_id'],
  },
  {
    title: '[R90] changing a user to an unknown contractor or worker is refused',
    endpoint: 'updateUser',
    given: ({ ids }) => ({ body: { contractor_id: ids['worker'] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R90] a user with a known contractor and worker is created',
    endpoint: 'createUser',
    given: ({ ids }) => ({
      body: { name: 'Ruth Delaney', role: 'viewer', contractor_id: ids['contractor'], worker_id: ids['worker'] },
    }),
    status: 201,
    check: ({ body }, { ids }) =>
      expect(body).toMatchObject({ contractor_id: ids['contractor'], worker_id: ids['worker'] }),
  },
];

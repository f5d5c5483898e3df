/** Scenarios of industries and search. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';

export const referenceScenarios: readonly Scenario[] = [
  {
    title: '[SR1] the industries are listed with their ids, slugs and names',
    endpoint: 'listIndustries',
    status: 200,
    check: ({ body }) =>
      expect(body.data[0]).toEqual({
        id: '6aec3196-e48a-5088-b857-09012b54030b',
        slug: 'res_low_rise',
        name: 'Low-rise residential',
      }),
  },
  {
    title: '[SR2] a search finds a document, a project and a hazard by their words',
    endpoint: 'search',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Belvedere' } });
      const { id: document } = await site.draft({ title: 'Belvedere roof', project_id: id });
      await site.must('createHazard', { params: { document }, body: { name: 'Fall from the belvedere' } });
      return { query: '?q=belved' };
    },
    status: 200,
    check: ({ body }) => expect(body.data.map(({ type }) => type)).toEqual(['document', 'hazard', 'project']),
  },
  {
    title: '[SR5] a search needs at least two characters',
    endpoint: 'search',
    given: () => ({ query: '?q=%20a%20' }),
    status: 422,
    at: ['q'],
  },
  {
    title: '[SR5] an invalid `type` or `archived` is refused by name',
    endpoint: 'search',
    given: () => ({ query: '?q=fall&type=hazard,worker&archived=perhaps' }),
    status: 422,
    at: ['type', 'archived'],
  },
];

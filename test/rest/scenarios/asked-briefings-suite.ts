/** Scenarios of asking the crews to be briefed again. */
import { expect } from 'vitest';
import type { ScenarioOf } from '../support/scenario.ts';

export const askedBriefingScenarios: readonly ScenarioOf<'askToBrief'>[] = [
  {
    title: '[WB273] the crews are asked to be briefed again on the version in force',
    endpoint: 'askToBrief',
    given: () => ({ body: { reason: 'A gust took a panel.' } }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body.briefing_asked).toMatchObject({ version: 1, reason: 'A gust took a panel.' }),
  },
  {
    title: '[WB273] nobody is asked to brief an archived document',
    endpoint: 'askToBrief',
    given: async (site) => {
      const params = { document: (await site.approved()).id };
      await site.must('archive', { params });
      return { params, body: {} };
    },
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[WB273] nobody is asked to brief a draft that was never approved',
    endpoint: 'askToBrief',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: {} }),
    status: 409,
    code: 'document_not_approved',
  },
];

/** Scenarios of reviews that hold whatever the settings: minor changes, comments and answers (contract, Review and strictness). */
import { expect } from 'vitest';
import { nextHandedIn, retitled, type Given } from '../support/issued.ts';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

const minor = { change_significance: 'minor', change_summary: 'The cabin has a new door, nothing else.' };

/** Rejected with a bare reason. */
async function rejected(site: Site): Promise<Given> {
  const params = { document: (await site.draft()).id };
  await site.must('submitReview', { params });
  const { review_rounds } = await site.must('reject', { params, body: { reason: 'The rescue plan is missing.' } });
  return { params: { ...params, comment: review_rounds[0]?.comments[0]?.id ?? '' } };
}

const past = { by: { id: 'old-4711', name: 'Ewa Lis' }, at: '2020-03-01T09:00:00Z' };
const handedIn = async (site: Site): Promise<Given> => {
  const params = { document: (await site.draft()).id };
  await site.must('submitReview', { params });
  return { params };
};
const importedScenarios: readonly Scenario[] = [
  {
    title: '[RV23] an administrator imports an approval, which is marked and not self-approved',
    endpoint: 'approve',
    given: async (site) => {
      const params = { document: (await site.draft()).id };
      await site.must('submitReview', { params, body: { imported: { ...past, at: '2020-02-28T16:00:00+01:00' } } });
      return { params, body: { imported: { by: { name: 'Jan Kos' }, at: past.at } } };
    },
    status: 200,
    emits: ['document.approved'],
    check: async (_answer, site, given) => {
      expect((await site.must('listVersions', given)).data).toMatchObject([
        {
          submitted_by: past.by,
          submitted_at: '2020-02-28T15:00:00.000Z',
          approved_by: { name: 'Jan Kos' },
          approved_by_role: null,
          approved_at: '2020-03-01T09:00:00.000Z',
          imported_by: { name: expect.any(String) },
          imported_at: expect.not.stringMatching(/^2020/),
          self_approved: null,
        },
      ]);
    },
  },
  {
    title: '[RV23] a manager imports no approval',
    endpoint: 'approve',
    given: async (site) => ({ ...(await handedIn(site)), as: 'manager', body: { imported: past } }),
    status: 403,
    code: 'forbidden',
  },
  {
    title: '[RV23] an imported decision is not older than the submission',
    endpoint: 'reject',
    given: async (site) => {
      const params = { document: (await site.draft()).id };
      await site.must('submitReview', { params, body: { imported: { ...past, at: '2020-03-02T09:00:00Z' } } });
      return { params, body: { reason: 'No rescue plan.', imported: past } };
    },
    status: 422,
    at: ['#/imported/at'],
  },
  {
    title: '[RV23] no decision is imported on what was submitted here',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await handedIn(site)),
      body: { imported: { by: { name: 'Somebody else' }, at: new Date(site.world.clock.now()).toISOString() } },
    }),
    status: 422,
    at: ['#/imported'],
  },
  {
    title: '[RV23] nothing is imported from the future',
    endpoint: 'submitReview',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { imported: { ...past, at: '2199-01-01T00:00:00Z' } },
    }),
    status: 422,
    at: ['#/imported/at'],
  },
];

const minorScenarios: readonly Scenario[] = [
  {
    title: '[RV14] a minor change keeps earlier sign-offs current and needs no new briefing',
    endpoint: 'approve',
    given: async (site) => ({ ...(await nextHandedIn(site, retitled(site))), body: minor }),
    status: 200,
    emits: ['document.approved'],
    check: async (_answer, site, given) => {
      expect((await site.must('listVersions', given)).data).toMatchObject([
        { version: 1, state: 'superseded' },
        { version: 2, state: 'current', change_significance: 'minor', rebrief_required: false },
      ]);
      // Signed later, still for the first version: it is not stale, because the change was minor.
      await site.must('recordSignoff', { ...given, body: { worker_name: 'Al', document_version: 1 } });
      const { data } = await site.must('listSignoffs', given);
      expect(data.map(({ currency, flags }) => [currency, flags])).toEqual([
        ['current', []],
        ['current', []],
      ]);
    },
  },
  {
    title: '[RV14] the material version after it supersedes them all',
    endpoint: 'approve',
    given: async (site) => {
      const given = await nextHandedIn(site, retitled(site));
      await site.must('approve', { ...given, body: minor });
      for (const action of ['revise', 'submitReview'] as const) await site.must(action, given);
      return given;
    },
    status: 200,
    emits: ['document.approved'],
    check: async (_answer, site, given) => {
      expect((await site.must('listVersions', given)).data.at(-1)).toMatchObject({
        version: 3,
        rebrief_required: true,
      });
      expect((await site.must('listSignoffs', given)).data.map(({ currency }) => currency)).toEqual(['superseded']);
    },
  },
  {
    title: '[RV13] a minor change needs a reason of 20 characters',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await nextHandedIn(site, retitled(site))),
      body: { change_significance: 'minor', change_summary: 'New door.', notes: 'Notes alone do not count here.' },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/change_summary'],
  },
  {
    title: '[RV13] a minor change that affects work is refused with the list of changes',
    endpoint: 'approve',
    given: async (site) => ({
      ...(await nextHandedIn(site, async (given, { hazards, sections }) => {
        const entry = (id: string | undefined) => ({ ...given.params, id: id ?? '' });
        await site.must('updateHazard', { params: entry(hazards[0]?.id), body: { controls: [] } });
        await site.must('removeHazard', { params: entry(hazards[1]?.id) });
        await site.must('updateSection', { params: entry(sections[1]?.id), body: { body: 'Boots and gloves' } });
      })),
      body: minor,
    }),
    status: 409,
    code: 'not_minor',
    at: ['#/sections/1/body', '#/hazards/0/controls', '#/hazards/1'],
  },
];

const ownApproval: readonly Scenario[] = [
  {
    title: '[RV2] a version records whether its approver had a part in it',
    endpoint: 'getVersion',
    given: async (site) => {
      const given = await nextHandedIn(site, retitled(site));
      await site.must('approve', { ...given, as: 'manager' });
      return { params: { ...given.params, version: '2' } };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body).toMatchObject({ version: 2, self_approved: false, approved_by: { name: 'manager' } });
      const first = await site.must('getVersion', { params: { ...given.params, version: '1' } });
      expect(first).toMatchObject({ self_approved: true, approved_by: { name: 'Administrator' } });
    },
  },
];

const commentScenarios: readonly Scenario[] = [
  {
    title: '[RV18] a bare reason becomes one comment on the document and can be answered',
    endpoint: 'answerReviewComment',
    given: async (site) => ({ ...(await rejected(site)), body: { reply: 'It is in section 7 now.', resolved: true } }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) =>
      expect(body.review_rounds[0]?.comments).toMatchObject([
        {
          text: 'The rescue plan is missing.',
          severity: 'must_fix',
          status: 'resolved',
          replies: [{ text: 'It is in section 7 now.', resolved: true, by: { name: 'Administrator' } }],
        },
      ]),
  },
  {
    title: '[RV18] an answer to a comment leaves the answers before it as they are',
    endpoint: 'answerReviewComment',
    given: async (site) => {
      const given = await rejected(site);
      await site.must('answerReviewComment', { ...given, as: 'author', body: { reply: 'The ladder at C4.' } });
      await site.must('answerReviewComment', { ...given, body: { resolved: true } });
      return { ...given, body: { reply: 'And the hoist.' } };
    },
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) =>
      expect(body.review_rounds[0]?.comments).toMatchObject([
        {
          status: 'resolved',
          replies: [
            { text: 'The ladder at C4.', by: { name: 'author' } },
            { text: null, resolved: true, by: { name: 'Administrator' } },
            { text: 'And the hoist.', resolved: null, by: { name: 'Administrator' } },
          ],
        },
      ]),
  },
  {
    title: '[RV18] an unknown comment cannot be answered',
    endpoint: 'answerReviewComment',
    given: async (site) => {
      const { params } = await rejected(site);
      return { params: { ...params, comment: 'x'.repeat(300) }, body: { reply: 'Which one?' } };
    },
    status: 404,
    code: 'not_found',
  },
  {
    title: '[RV18] an author cannot change a reviewer’s comment',
    endpoint: 'answerReviewComment',
    given: async (site) => ({
      ...(await rejected(site)),
      body: { text: 'All is well.', comment_id: 'another', resolved: false },
    }),
    status: 200,
    emits: ['document.updated'],
    check: ({ headers, body }) => {
      expect(headers.get('x-ignored-fields')).toBe('text, comment_id');
      expect(body.review_rounds[0]?.comments).toMatchObject([{ text: 'The rescue plan is missing.', status: 'open' }]);
    },
  },
  {
    title: '[RV18] comments cannot be answered after the approval',
    endpoint: 'answerReviewComment',
    given: async (site) => {
      const given = await rejected(site);
      for (const action of ['submitReview', 'approve'] as const) await site.must(action, given);
      return { ...given, body: { resolved: true } };
    },
    status: 409,
    code: 'document_locked',
  },
  {
    title: '[R8] the resolved flag of a comment must be a boolean',
    endpoint: 'answerReviewComment',
    given: async (site) => ({ ...(await rejected(site)), body: { resolved: 'yes', reply: 7 } }),
    status: 422,
    at: ['#/reply', '#/resolved'],
  },
];

export const reviewScenarios: readonly Scenario[] = [
  ...minorScenarios,
  ...importedScenarios,
  ...ownApproval,
  ...commentScenarios,
];

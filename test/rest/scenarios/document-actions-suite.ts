/** Scenarios of the life of a document: review, revision, archive, copies and versions. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const aDraft = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.draft()).id } });
const submitted = async (site: Site): Promise<CallOptions> => {
  const given = await aDraft(site);
  await site.must('submitReview', given);
  return given;
};
const anApproved = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.approved()).id } });
const archived = async (site: Site): Promise<CallOptions> => {
  const given = await anApproved(site);
  await site.must('archive', given);
  return given;
};

export const documentActionScenarios: readonly Scenario[] = [
  {
    title: '[R20] a draft is submitted for review without reviewer and notes',
    endpoint: 'submitReview',
    given: aDraft,
    status: 200,
    emits: ['document.submitted'],
    check: ({ body }) =>
      expect(body).toMatchObject({ status: 'pending_review', review_rounds: [{ round: 1, outcome: null }] }),
  },
  {
    title: '[R20] a second submission is refused with the state and its allowed actions',
    endpoint: 'submitReview',
    given: submitted,
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) =>
      expect(body).toMatchObject({
        from: 'pending_review',
        action: 'submit_review',
        allowed: ['withdraw', 'approve', 'reject'],
      }),
  },
  {
    title: '[R8] notes must be text',
    endpoint: 'submitReview',
    given: async (site) => ({ ...(await aDraft(site)), body: { notes: 7 } }),
    status: 422,
    at: ['#/notes'],
  },
  {
    title: '[R20] an approval freezes the content and makes the version current',
    endpoint: 'approve',
    given: async (site) => ({ ...(await submitted(site)), body: { notes: 'Fine' } }),
    status: 200,
    emits: ['document.approved'],
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'approved',
        version: 1,
        current_approved_version: 1,
        content_hash: expect.stringMatching(/^sha256:/),
      }),
  },
  {
    title: '[R20] a draft cannot be approved',
    endpoint: 'approve',
    given: aDraft,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] an approval of content that has changed since is refused',
    endpoint: 'approve',
    given: async (site) => ({ ...(await submitted(site)), body: { content_hash: `sha256:${'0'.repeat(64)}` } }),
    status: 409,
    code: 'stale_version',
  },
  {
    title: '[R8] conditions of an approval must be texts',
    endpoint: 'approve',
    given: async (site) => ({ ...(await submitted(site)), body: { conditions: [{}] } }),
    status: 422,
    at: ['#/conditions/0/text'],
  },
  {
    title: '[R12] an action for another revision is refused',
    endpoint: 'approve',
    given: async (site) => ({ ...(await submitted(site)), headers: { 'if-match': '"r1"' } }),
    status: 412,
    code: 'precondition_failed',
  },
  {
    title: '[R20] a rejected document is a draft again, with the reason',
    endpoint: 'reject',
    given: async (site) => ({ ...(await submitted(site)), body: { reason: 'The rescue plan is missing.' } }),
    status: 200,
    emits: ['document.rejected'],
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'draft',
        review_rounds: [{ outcome: 'amendments_requested', decision_notes: 'The rescue plan is missing.' }],
      }),
  },
  {
    title: '[RV5] a reviewer that looks like an id must be a user',
    endpoint: 'submitReview',
    given: async (site) => ({ ...(await aDraft(site)), body: { reviewer_id: '018f0000-0000-7000-8000-00000000dead' } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/reviewer_id'],
  },
  {
    title: '[RV22] a rejection without a reason is refused',
    endpoint: 'reject',
    given: async (site) => ({ ...(await submitted(site)), body: { reason: ' ' } }),
    status: 422,
    code: 'validation_failed',
    at: ['#/reason'],
  },
  {
    title: '[R20] a draft cannot be rejected',
    endpoint: 'reject',
    given: async (site) => ({ ...(await aDraft(site)), body: { reason: 'The rescue plan is missing.' } }),
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] a document is withdrawn from review',
    endpoint: 'withdraw',
    given: submitted,
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body.status).toBe('draft'),
  },
  {
    title: '[R20] an approved document cannot be withdrawn',
    endpoint: 'withdraw',
    given: anApproved,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] a revision is a draft of the next version, beside the approved one',
    endpoint: 'revise',
    given: anApproved,
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body).toMatchObject({ status: 'draft', version: 2, current_approved_version: 1 }),
  },
  {
    title: '[R20] a draft cannot be revised',
    endpoint: 'revise',
    given: aDraft,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] an approved document is archived',
    endpoint: 'archive',
    given: async (site) => ({ ...(await anApproved(site)), body: { reason: 'Job finished' } }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body.status).toBe('archived'),
  },
  {
    title: '[R20] a document under review cannot be archived',
    endpoint: 'archive',
    given: submitted,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] an archived document is restored as it was',
    endpoint: 'restore',
    given: archived,
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body.status).toBe('approved'),
  },
  {
    title: '[R20] only an archived document can be restored',
    endpoint: 'restore',
    given: aDraft,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[R20] an archived document cannot be edited',
    endpoint: 'createSection',
    given: async (site) => ({ ...(await archived(site)), body: { title: 'Late' } }),
    status: 409,
    code: 'document_archived',
  },
  {
    title: '[R25] versions are listed with the details of their approval, oldest first',
    endpoint: 'listVersions',
    given: async (site) => {
      const given = await anApproved(site);
      await site.must('recordSignoff', { ...given, body: { worker_name: 'Jo' } });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, given);
      return given;
    },
    status: 200,
    check: ({ body }) => {
      expect(body.meta).toMatchObject({ total: 2, per_page: 25, last_page: 1 });
      expect(body.data).toMatchObject([
        {
          version: 1,
          state: 'superseded',
          superseded_by_version: 2,
          signoffs_recorded: 1,
          approved_by: { name: 'Administrator' },
        },
        { version: 2, state: 'current', change_significance: 'material', rebrief_required: true, signoffs_recorded: 0 },
      ]);
      expect(body.data[0]).not.toHaveProperty('content');
    },
  },
  {
    title: '[R25] a version is read by its number with its frozen content',
    endpoint: 'getVersion',
    status: 200,
    check: ({ body }, site) => {
      expect(body.snapshot_url).toBe(`${site.world.url}/api/v1/documents/${site.ids['document']}/versions/1`);
      expect(body.content).toMatchObject({ version: 1, hazards: [{ name: 'Fall from height', position: 1 }] });
    },
  },
  {
    title: '[R25] a version that was never approved is not found',
    endpoint: 'getVersion',
    given: () => ({ params: { version: '2' } }),
    status: 404,
    code: 'not_found',
  },
];

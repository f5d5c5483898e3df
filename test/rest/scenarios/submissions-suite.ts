/** Scenarios of submissions: their states, submitted documents and reviews (contract, Contractors). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { invited, reviewed, submitted, type Part } from '../support/submissions.ts';

const at = ({ id }: Part): { readonly params: Readonly<Record<string, string>> } => ({ params: { submission: id } });

export const submissionScenarios: readonly Scenario[] = [
  {
    title: '[CT16] submissions of all projects are listed by their state, newest first',
    endpoint: 'listAllSubmissions',
    given: async (site) => {
      await invited(site);
      await submitted(site);
      await site.must('beginSubmissionReview', at(await submitted(site)));
      return { query: '?status=submitted,under_review&per_page=2' };
    },
    status: 200,
    check: ({ body }) =>
      expect(body.data.map(({ status, contractor_name: name }) => [status, name])).toEqual([
        ['under_review', 'Ironbridge Steel'],
        ['submitted', 'Ironbridge Steel'],
      ]),
  },
  {
    title: '[CT16] a state that is not stored cannot be asked for',
    endpoint: 'listAllSubmissions',
    given: () => ({ query: '?status=overdue' }),
    status: 422,
    at: ['status'],
  },
  {
    title: '[CT2] an edit changes a submission’s requirements but not its state',
    endpoint: 'updateSubmission',
    given: async (site) => ({
      ...at(await invited(site)),
      body: { deadline: '2027-02-01', status: 'approved', review_code: 'A', submitted_at: 'x', rounds: [] },
    }),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({ status: 'invited', review_code: null, submitted_at: null, deadline: '2027-02-01' });
    },
  },
  {
    title: '[CT4] an invitation is accepted',
    endpoint: 'acceptSubmission',
    given: async (site) => at(await invited(site)),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) }),
  },
  {
    title: '[CT4] work on the documents begins',
    endpoint: 'startSubmission',
    given: async (site) => {
      const part = await invited(site);
      await site.must('acceptSubmission', at(part));
      return at(part);
    },
    status: 200,
    check: ({ body }) => expect(body.status).toBe('in_progress'),
  },
  {
    title: '[CT4] an unaccepted invitation cannot be submitted; the refusal lists allowed actions',
    endpoint: 'submitSubmission',
    given: async (site) => at(await invited(site)),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) =>
      expect(body).toMatchObject({ from: 'invited', action: 'submit', allowed: ['accept', 'withdraw', 'remove'] }),
  },
  {
    title: '[CT5] documents keep the state in which they were submitted; missing types are named',
    endpoint: 'submitSubmission',
    given: async (site) => {
      const part = await invited(site);
      await site.must('acceptSubmission', at(part));
      const { id } = await site.approved({ project_id: part.project, reference: 'HLC-RAMS-1' });
      return {
        ...at(part),
        body: {
          documents: [{ document_id: id }],
          papers: [{ name: 'Lifting plan', reference: 'LP-7' }],
          notes: 'Rev B',
        },
      };
    },
    status: 200,
    emits: ['contractor.submitted'],
    check: async ({ body }, site) => {
      const [handed] = body.documents;
      expect(handed).toEqual({
        document_id: expect.any(String),
        reference: 'HLC-RAMS-1',
        version: 1,
        document_type: 'rams',
        status: 'approved',
      });
      expect(body).toMatchObject({ status: 'submitted', missing_document_types: ['coshh'], notes: 'Rev B' });
      await site.must('revise', { params: { document: handed?.document_id ?? '' } });
      const now = await site.must('getSubmission', { params: { submission: body.id } });
      expect(now.documents[0]).toMatchObject({ version: 1, status: 'draft' });
    },
  },
  {
    title: '[CT5] an unknown document or version cannot be submitted',
    endpoint: 'submitSubmission',
    given: async (site) => {
      const part = await invited(site);
      await site.must('acceptSubmission', at(part));
      return { ...at(part), body: { documents: [{ document_id: '018f0000-0000-7000-8000-00000000dead' }] } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/documents/0/document_id'],
  },
  {
    title: '[CT5] an unknown version of a document cannot be submitted',
    endpoint: 'submitSubmission',
    given: async (site) => {
      const part = await invited(site);
      await site.must('acceptSubmission', at(part));
      return { ...at(part), body: { documents: [{ document_id: site.ids['document'], version: 99 }] } };
    },
    status: 422,
    at: ['#/documents/0/version'],
  },
  {
    title: '[CT5] an item that is not a document is refused with its index',
    endpoint: 'submitSubmission',
    given: async (site) => {
      const part = await invited(site);
      await site.must('acceptSubmission', at(part));
      const papers = [{ name: 'x'.repeat(201) }, null, { ['__proto__']: {}, name: '\0', document_type: 'novel' }];
      return { ...at(part), body: { documents: [{ document_id: { $gt: '' } }, 7], papers } };
    },
    status: 422,
    at: ['#/documents/0/document_id', '#/documents/1', '#/papers/0/name', '#/papers/1', '#/papers/2/document_type'],
  },
  {
    title: '[CT6] a submission is taken under review',
    endpoint: 'beginSubmissionReview',
    given: async (site) => at(await submitted(site)),
    status: 200,
    check: ({ body }) => expect(body.status).toBe('under_review'),
  },
  {
    title: '[CT6] an accepting review needs no comment and is kept as a round',
    endpoint: 'reviewSubmission',
    given: async (site) => {
      const part = await submitted(site);
      await site.must('beginSubmissionReview', at(part));
      return { ...at(part), body: { review_code: 'A' } };
    },
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({
        status: 'approved',
        review_code: 'A',
        comments: [],
        reviewed_at: expect.any(String),
      });
      expect(body.rounds).toMatchObject([
        {
          review_code: 'A',
          submitted_at: body.submitted_at,
          documents: body.documents.map(({ document_id }) => ({ document_id })),
        },
      ]);
    },
  },
  {
    title: '[CT6] a review that does not accept needs a reason',
    endpoint: 'reviewSubmission',
    given: async (site) => {
      const part = await submitted(site);
      await site.must('beginSubmissionReview', at(part));
      return { ...at(part), body: { review_code: 'C', comments: [] } };
    },
    status: 422,
    at: ['#/comments'],
  },
  {
    title: '[CT6] after amendments the next round begins without the comments of the last',
    endpoint: 'submitSubmission',
    given: async (site) => {
      const part = await reviewed(site, 'C', ['No wind limit given.']);
      return { ...at(part), body: { papers: [{ name: 'Method statement rev B', document_type: 'method_statement' }] } };
    },
    status: 200,
    emits: ['contractor.submitted'],
    check: ({ body }) => {
      expect(body).toMatchObject({ status: 'submitted', review_code: null, comments: [], reviewed_at: null });
      expect(body.rounds).toMatchObject([{ review_code: 'C', comments: ['No wind limit given.'] }]);
    },
  },
  {
    title: '[CT6] an accepted submission cannot be reviewed again',
    endpoint: 'reviewSubmission',
    given: async (site) => ({
      ...at(await reviewed(site, 'A', [])),
      body: { review_code: 'C', comments: ['Too late'] },
    }),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body).toMatchObject({ from: 'approved', allowed: ['remove'] }),
  },
  {
    title: '[CT4] a contractor withdraws',
    endpoint: 'withdrawSubmission',
    given: async (site) => ({ ...at(await submitted(site)), body: { reason: 'No crew' } }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ status: 'withdrawn', withdrawn_at: expect.any(String), closing_reason: 'No crew' }),
  },
  {
    title: '[CT4] a contractor is removed from the project in any state',
    endpoint: 'removeSubmission',
    given: async (site) => at(await reviewed(site, 'A', [])),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ status: 'removed', removed_at: expect.any(String) }),
  },
  {
    title: '[CT4] a change of state for another revision is refused',
    endpoint: 'acceptSubmission',
    given: async (site) => ({ ...at(await invited(site)), headers: { 'if-match': '"r9"' } }),
    status: 412,
    code: 'precondition_failed',
  },
  {
    title: '[CT1] the submissions of a project are listed by state and contractor',
    endpoint: 'listSubmissions',
    given: async (site) => {
      const part = await submitted(site);
      await site.must('inviteContractor', { params: { project: part.project }, body: { name: 'Other Ltd' } });
      return { params: { project: part.project }, query: `?status=submitted,invited&contractor_id=${part.contractor}` };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data).toHaveLength(1);
      expect(body.data[0]).toMatchObject({ contractor_name: 'Ironbridge Steel', status: 'submitted' });
    },
  },
  {
    title: '[CT1] a submission is read with all its details',
    endpoint: 'getSubmission',
    given: async (site) => at(await reviewed(site, 'B', ['Add the trial hole log.'])),
    status: 200,
    check: ({ headers, body }) => {
      expect(headers.get('etag')).toBe(`"r${body.revision}"`);
      expect(body).toMatchObject({
        contractor_name: 'Ironbridge Steel',
        status: 'approved_with_comments',
        comments: ['Add the trial hole log.'],
        rounds: [{ review_code: 'B' }],
      });
    },
  },
  {
    title: '[CT14] an action by REST may have an earlier time',
    endpoint: 'acceptSubmission',
    given: async (site) => ({
      ...at(await invited(site, { invited_at: '2026-10-20T09:00:00Z' })),
      body: { at: '2026-10-21T11:00:00+01:00' },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ invited_at: '2026-10-20T09:00:00.000Z', accepted_at: '2026-10-21T10:00:00.000Z' }),
  },
  {
    title: '[CT14] an action time in the future is refused',
    endpoint: 'acceptSubmission',
    given: async (site) => ({ ...at(await invited(site)), body: { at: '2099-01-01T00:00:00Z' } }),
    status: 422,
    at: ['#/at'],
  },
  {
    title: '[CT14] an action time before the previous action is refused',
    endpoint: 'acceptSubmission',
    given: async (site) => ({ ...at(await invited(site)), body: { at: '2020-01-01T00:00:00Z' } }),
    status: 422,
    at: ['#/at'],
  },
];

/** Scenarios of the strictness settings (contract, Review and strictness): each refuses where it is on. */
import { expect } from 'vitest';
import { monthsLater } from '../../../shared/resources/document/review/review-date.ts';
import { openFirm, submitted, withHazard } from '../support/firm.ts';
import type { Scenario } from '../support/scenario.ts';

const everything = {
  require_two_person_approval: true,
  content_rules_at_submit: true,
  compliance_blocks_approval: true,
  max_residual_score_for_approval: 15,
  residual_score_needing_justification: 10,
  required_references: true,
  strict_project_states: true,
  strict_bodies: true,
  require_if_match: true,
};
const content: readonly Scenario[] = [
  {
    title: '[RV6] with content required, an empty draft cannot be submitted; gaps are named',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, { content_rules_at_submit: true });
      const draft = await firm.draft({ document_type: 'powra' });
      await firm.must('createHazard', { ...draft, body: { name: 'Wind' } });
      return draft;
    },
    status: 409,
    code: 'content_incomplete',
    at: [
      ...Array.from({ length: 4 }, () => '#/sections'),
      ...['severity_before', 'likelihood_before', 'severity_after', 'likelihood_after'].map(
        (at) => `#/hazards/0/${at}`,
      ),
      '#/personnel',
      '#/personnel',
      '#/powra/decision',
    ],
    check: ({ body }) => expect(body['missing']).toBe(11),
  },
  {
    title: '[RV8] with limited residual risk, a hazard above the limit blocks the approval by name',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, { max_residual_score_for_approval: 15 });
      return { ...(await submitted(firm, {}, withHazard(firm, 4, 4))), headers: await firm.as('manager') };
    },
    status: 409,
    code: 'residual_too_high',
    at: ['#/hazards/0/severity_after'],
    check: ({ body }) => expect(body['hazards']).toMatchObject([{ name: 'Fall from height', risk_after: 16 }]),
  },
  {
    title: '[RV8] a hazard that needs a written acceptance passes once it has one',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, { residual_score_needing_justification: 10 });
      const headers = await firm.as('manager');
      const given = await submitted(firm, {}, withHazard(firm, 5, 2));
      const refused = await firm.call('approve', { ...given, headers });
      expect(refused.body).toMatchObject({ code: 'residual_too_high', errors: [{ code: 'not_accepted' }] });
      await firm.must('reject', { ...given, headers, body: { reason: 'Accept the risk in writing.' } });
      const { data } = await firm.must('listHazards', given);
      const residual_acceptance = { text: 'Accepted until the edge rail is up.', by: 'T Ashworth', at: '2026-11-21' };
      const params = { ...given.params, id: data[0]?.id ?? '' };
      await firm.must('updateHazard', { params, body: { residual_acceptance } });
      await firm.must('submitReview', given);
      return { ...given, headers };
    },
    status: 200,
  },
  {
    title: '[RV9] with compliance required, blocking failures block the approval by rule',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, { compliance_blocks_approval: true });
      return { ...(await submitted(firm)), headers: await firm.as('manager') };
    },
    status: 409,
    code: 'compliance_blocked',
    check: ({ body }) => expect(body['blocking_failures']).toEqual(expect.arrayContaining(['GEN-01'])),
  },
];

const references: readonly Scenario[] = [
  {
    title: '[RV10] with required references, a project without one is refused',
    endpoint: 'createProject',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      return { headers: await firm.as('manager'), body: { name: 'Harrow Lane', reference: ' ' } };
    },
    status: 422,
    code: 'validation_failed',
    at: ['#/reference'],
  },
  {
    title: '[RV10] with required references, a used one is refused in any case',
    endpoint: 'updateProject',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      const headers = await firm.as('manager');
      await firm.must('createProject', { headers, body: { name: 'Harrow Lane', reference: 'HLC-014' } });
      const { id } = await firm.must('createProject', { headers, body: { name: 'Mill Road', reference: 'HLC-015' } });
      return { params: { project: id }, headers, body: { reference: ' hlc-014' } };
    },
    status: 409,
    code: 'reference_taken',
    at: ['#/reference'],
  },
  {
    title: '[RV10] its own reference and other organisations’ references do not collide',
    endpoint: 'updateProject',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      const headers = await firm.as('manager');
      const { id } = await firm.must('createProject', { headers, body: { name: 'Harrow Lane', reference: 'HLC-014' } });
      return { params: { project: id }, headers, body: { reference: 'hlc-014', name: 'Harrow Lane, phase 2' } };
    },
    status: 200,
  },
  {
    title: '[RV10] with required references, a document without a project is refused',
    endpoint: 'createDocument',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      return { headers: await firm.as('author'), body: { title: 'Roof works', document_type: 'rams' } };
    },
    status: 422,
    code: 'validation_failed',
    at: ['#/project_id'],
  },
  {
    title: '[RV10] with required references, a toolbox talk needs no project',
    endpoint: 'createDocument',
    given: async (site) => {
      const firm = await openFirm(site, { required_references: true });
      return { headers: await firm.as('author'), body: { title: 'Silica', document_type: 'toolbox_talk' } };
    },
    status: 201,
  },
];

const doors: readonly Scenario[] = [
  {
    title: '[RV11] with strict bodies, unknown fields are refused by name, and nothing changes',
    endpoint: 'createDocument',
    given: async (site) => {
      const firm = await openFirm(site, { strict_bodies: true });
      const body = '{"title":"Roof","document_type":"rams","tilte":"x","a/b~c":1,"__proto__":{"status":"approved"}}';
      return { headers: await firm.as('author'), body };
    },
    status: 422,
    code: 'unknown_field',
    at: ['#/tilte', '#/a~1b~0c', '#/__proto__'],
    check: async (_refusal, site, { headers = {} }) =>
      expect((await site.must('listDocuments', { headers })).data).toEqual([]),
  },
  {
    title: '[RV11] with strict bodies, what was read can be sent back',
    endpoint: 'updateDocument',
    given: async (site) => {
      const firm = await openFirm(site, { strict_bodies: true });
      const draft = await firm.draft();
      return { ...draft, body: await firm.must('getDocument', draft) };
    },
    status: 200,
  },
  {
    title: '[RV12] with required If-Match, a change without it is refused',
    endpoint: 'updateDocument',
    given: async (site) => {
      const firm = await openFirm(site, { require_if_match: true });
      return { ...(await firm.draft()), body: { title: 'Roof works, block B' } };
    },
    status: 428,
    code: 'precondition_required',
  },
  {
    title: '[RV12] with required If-Match, an action needs it and a creation does not',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, { require_if_match: true });
      return await firm.draft();
    },
    status: 428,
    code: 'precondition_required',
  },
  {
    title: '[RV12] with required If-Match, a reorder needs it',
    endpoint: 'reorderHazards',
    given: async (site) => {
      const firm = await openFirm(site, { require_if_match: true });
      return { ...(await firm.draft()), body: { order: [] } };
    },
    status: 428,
    code: 'precondition_required',
  },
  {
    title: '[RV12] with required If-Match, a change with it is accepted',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, { require_if_match: true });
      const draft = await firm.draft();
      return { ...draft, headers: { ...draft.headers, 'if-match': '"r1"' } };
    },
    status: 200,
  },
  {
    title: '[RV17] with strict project states, only listed transitions are allowed',
    endpoint: 'updateProject',
    given: async (site) => {
      const firm = await openFirm(site, { strict_project_states: true });
      const headers = await firm.as('manager');
      const { id } = await firm.must('createProject', { headers, body: { name: 'Harrow Lane', status: 'completed' } });
      return { params: { project: id }, headers, body: { status: 'active' } };
    },
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body).toMatchObject({ from: 'completed', to: 'active', allowed: ['archived'] }),
  },
  {
    title: '[RV17] a document cannot be restored into an archived project',
    endpoint: 'restore',
    given: async (site) => {
      const firm = await openFirm(site, { strict_project_states: true });
      const headers = await firm.as('manager');
      const { id } = await firm.must('createProject', { headers, body: { name: 'Harrow Lane' } });
      const { params } = await firm.draft({ project_id: id });
      await firm.must('archive', { params, headers });
      await firm.must('archiveProject', { params: { project: id }, headers });
      return { params, headers };
    },
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[RV15] with a review interval, an approval sets the review date',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, { document_review_interval_months: { rams: 6 } });
      return { ...(await submitted(firm)), headers: await firm.as('manager') };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      const { data } = await site.must('listVersions', given);
      expect(body.review_due_on).toBe(monthsLater(String(data[0]?.approved_at), 6));
    },
  },
  {
    title: '[RV6] with every setting on, the first gap is reported, and nothing changes',
    endpoint: 'createDocument',
    given: async (site) => {
      const firm = await openFirm(site, everything);
      return { headers: await firm.as('author'), body: { title: 'Roof works', document_type: 'rams' } };
    },
    status: 422,
    code: 'validation_failed',
    at: ['#/project_id'],
  },
];

export const strictnessScenarios: readonly Scenario[] = [...content, ...references, ...doors];

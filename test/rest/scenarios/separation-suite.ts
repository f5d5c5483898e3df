/** Scenarios of separation of duties, and of the lenient defaults (contract, Review and strictness). */
import { expect } from 'vitest';
import { openFirm, submitted, userOf, withHazard } from '../support/firm.ts';
import type { Scenario } from '../support/scenario.ts';

const twoPeople = { require_two_person_approval: true };
const liberal: readonly Scenario[] = [
  {
    title: '[RV20] by default an empty draft can be submitted, to any reviewer',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site);
      return { ...(await firm.draft()), body: { reviewer_id: 'anybody' } };
    },
    status: 200,
  },
  {
    title: '[RV20] by default one person may take a document from draft to approved',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site);
      const headers = await firm.as('manager');
      const { params } = await firm.draft();
      await withHazard(firm, 5, 5)({ params, headers });
      await firm.must('submitReview', { params, headers, body: { reviewer_id: 'somebody-else' } });
      return { params, headers };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      const { data } = await site.must('listVersions', given);
      expect(data).toMatchObject([{ version: 1, self_approved: true, approved_by: { name: 'manager' } }]);
      expect(body).toMatchObject({ review_due_on: null, editors: [] });
    },
  },
  {
    title: '[RV20] by default projects need no unique reference, and any status may be set',
    endpoint: 'updateProject',
    given: async (site) => {
      const firm = await openFirm(site);
      const headers = await firm.as('manager');
      await firm.must('createProject', { headers, body: { name: 'One', reference: 'P-1' } });
      const { id } = await firm.must('createProject', {
        headers,
        body: { name: 'Two', reference: 'P-1', status: 'completed' },
      });
      return { params: { project: id }, headers, body: { status: 'draft', surprise: 1 } };
    },
    status: 200,
    check: ({ headers, body }) => {
      expect(body.status).toBe('draft');
      expect(headers.get('x-ignored-fields')).toBe('surprise');
    },
  },
];

const people: readonly Scenario[] = [
  {
    title: '[RV1] with two-person approval, the submitter cannot approve',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const headers = await firm.as('manager');
      const { params } = await firm.draft();
      await firm.must('submitReview', { params, headers });
      return { params, headers };
    },
    status: 409,
    code: 'self_approval',
  },
  {
    title: '[RV1] an earlier editor of an entry cannot approve either',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const headers = await firm.as('manager');
      const given = await submitted(firm, {}, async (draft) => {
        const { id } = await firm.must('createHazard', { ...draft, headers, body: { name: 'Noise' } });
        await firm.must('updateHazard', { ...draft, params: { ...draft.params, id }, body: { name: 'Dust' } });
      });
      return { ...given, headers };
    },
    status: 409,
    code: 'self_approval',
    check: async (_refusal, site, given) => {
      const { editors } = await site.must('getDocument', given);
      expect(editors.map(({ name }) => name)).toEqual(['author', 'manager']);
    },
  },
  {
    title: '[RV1] a user without a part in the version approves; older versions do not count',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const [manager, owner] = [await firm.as('manager'), await firm.as('owner')];
      const given = await submitted(firm, {}, async (draft) =>
        firm.must('createHazard', { ...draft, headers: manager, body: { name: 'Noise' } }),
      );
      await firm.must('approve', { ...given, headers: owner });
      for (const action of ['revise', 'submitReview'] as const) await firm.must(action, given);
      return { ...given, headers: manager };
    },
    status: 200,
    check: async (_answer, site, given) =>
      expect((await site.must('listVersions', given)).data).toMatchObject([
        { version: 1, self_approved: false },
        { version: 2, self_approved: false },
      ]),
  },
  {
    title: '[RV24] who brings in a submission under another name cannot approve it',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const { params } = await firm.draft();
      const headers = await firm.as('owner');
      const imported = { by: { name: 'Ewa Lis' }, at: '2020-03-01T09:00:00Z' };
      await firm.must('submitReview', { params, headers, body: { imported } });
      return { params, headers };
    },
    status: 409,
    code: 'self_approval',
  },
  {
    title: '[RV24] nobody imports their own approval under an id in capitals',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const headers = await firm.as('owner');
      const { params } = await firm.draft();
      const { id, name } = (await firm.must('getMe', { headers })).actor;
      const at = '2020-03-01T09:00:00Z';
      await firm.must('submitReview', { params, headers, body: { imported: { by: { id, name }, at } } });
      const by = { id: id.toUpperCase(), name: 'Jan Kos' };
      return { params, headers, body: { imported: { by, at } } };
    },
    status: 409,
    code: 'self_approval',
  },
  {
    title: '[RV1] a one-person firm may allow self-approval',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, { ...twoPeople, allow_self_approval: true });
      const headers = await firm.as('owner');
      const { params } = await firm.draft();
      await firm.must('submitReview', { params, headers });
      return { params, headers };
    },
    status: 200,
    check: async (_answer, site, given) =>
      expect((await site.must('listVersions', given)).data).toMatchObject([{ self_approved: true }]),
  },
  {
    title: '[RV4] only the named reviewer approves, and no other manager',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const reviewer_id = await userOf(firm, 'manager');
      const given = await submitted(firm, { body: { reviewer_id } });
      return { ...given, headers: await firm.as('manager'), body: { notes: 'I looked at it.' } };
    },
    status: 409,
    code: 'not_reviewer',
  },
  {
    title: '[RV4] the owner cannot approve instead without a reason',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const reviewer_id = await userOf(firm, 'manager');
      return { ...(await submitted(firm, { body: { reviewer_id } })), headers: await firm.as('owner') };
    },
    status: 409,
    code: 'not_reviewer',
    at: ['#/notes'],
  },
  {
    title: '[RV4] the owner may approve instead with a reason, which is kept',
    endpoint: 'approve',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const reviewer_id = await userOf(firm, 'manager');
      const given = await submitted(firm, { body: { reviewer_id } });
      return { ...given, headers: await firm.as('owner'), body: { reason: 'Priya is on leave.' } };
    },
    status: 200,
    check: async (_answer, site, given) =>
      expect((await site.must('listVersions', given)).data).toMatchObject([{ decision_reason: 'Priya is on leave.' }]),
  },
  {
    title: '[RV4] another manager cannot reject either',
    endpoint: 'reject',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const reviewer_id = await userOf(firm, 'manager');
      const given = await submitted(firm, { body: { reviewer_id } });
      return { ...given, headers: await firm.as('manager'), body: { reason: 'Not good enough.' } };
    },
    status: 409,
    code: 'not_reviewer',
  },
  {
    title: '[RV5] with two people required, a reviewer who cannot approve is refused',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      return { ...(await firm.draft()), body: { reviewer_id: await userOf(firm, 'author') } };
    },
    status: 422,
    code: 'validation_failed',
    at: ['#/reviewer_id'],
  },
  {
    title: '[RV5] with two people required, an inactive reviewer is refused',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      const reviewer_id = await userOf(firm, 'manager');
      await firm.must('deactivateUser', { params: { user: reviewer_id }, headers: await firm.as('owner') });
      return { ...(await firm.draft()), body: { reviewer_id } };
    },
    status: 422,
    code: 'validation_failed',
    at: ['#/reviewer_id'],
  },
  {
    title: '[RV5] by default a reviewer who cannot approve is accepted',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site);
      const reviewer_id = await userOf(firm, 'author');
      await firm.must('deactivateUser', { params: { user: reviewer_id }, headers: await firm.as('owner') });
      return { ...(await firm.draft()), body: { reviewer_id } };
    },
    status: 200,
  },
  {
    title: '[RV5] with two people required, an unknown reviewer is refused',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      return { ...(await firm.draft()), body: { reviewer_id: '__proto__' } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/reviewer_id'],
  },
  {
    title: '[RV5] with two people required, another organisation’s user is refused',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site, twoPeople);
      return { ...(await firm.draft()), body: { reviewer_id: await userOf(await openFirm(site), 'manager') } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/reviewer_id'],
  },
  {
    title: '[RV5] without a named reviewer, the organisation’s default reviewer is asked',
    endpoint: 'submitReview',
    given: async (site) => {
      const firm = await openFirm(site);
      const default_reviewer_id = await userOf(firm, 'manager');
      const headers = await firm.as('owner');
      await firm.must('updateOrganisation', { headers, body: { settings: { default_reviewer_id } } });
      return await firm.draft();
    },
    status: 200,
    check: ({ body }) =>
      expect(body.review_rounds[0]?.reviewer).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
  },
];

export const separationScenarios: readonly Scenario[] = [...liberal, ...people];

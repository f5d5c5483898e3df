/** Scenarios of contractors and their invitations (contract, Contractors). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { invited, submitted, type Part } from '../support/submissions.ts';
import type { Site } from '../support/site.ts';

const names = ({ data }: { readonly data: readonly { readonly name: string }[] }): string[] =>
  data.map(({ name }) => name);
const at = ({ id }: Part): { readonly params: Readonly<Record<string, string>> } => ({ params: { submission: id } });

const everyField = {
  name: 'Vantage Façades Ltd',
  trade: 'Curtain walling',
  contact_name: 'Ruth Delaney',
  contact_email: 'ruth.delaney@vantage.example',
  contact_phone: '020 7946 0121',
  company_number: '09999011',
  ssip: { scheme: 'CHAS Elite', expires_on: '2027-03-31' },
  insurance: { public_liability_gbp: 10_000_000, employers_liability_gbp: 5_000_000, expires_on: '2027-02-28' },
  active: true,
};

async function threeFirms(site: Site): Promise<void> {
  for (const [name, trade, active] of [
    ['Żuraw Lifting', 'Contract lifting', true],
    ['Zuraw Steel', 'Steel', true],
    ['Zuraw Old', 'Lifting', false],
  ] as const)
    await site.must('createContractor', { body: { name, trade, active } });
}

export const contractorScenarios: readonly Scenario[] = [
  {
    title: '[CT1] a contractor keeps every field, and is created with 201, Location and ETag',
    endpoint: 'createContractor',
    given: () => ({ body: everyField }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/contractors/${body.id}`);
      expect(headers.get('etag')).toBe('"r1"');
      expect(body).toMatchObject(everyField);
    },
  },
  {
    title: '[CT1] a create repeated under the caller’s id returns the existing contractor',
    endpoint: 'createContractor',
    given: async (site) => {
      const body = { id: '018f0000-0000-7000-8000-0000000000c1', name: 'Twice Ltd' };
      await site.must('createContractor', { body });
      return { body };
    },
    status: 200,
    check: ({ body }) => expect(body.revision).toBe(1),
  },
  {
    title: '[CT1] an invalid contractor is refused with a pointer to each field',
    endpoint: 'createContractor',
    given: () => ({
      body: {
        name: ' ',
        contact_email: 'a@b.example\r\nBcc: c@d.example',
        ssip: { scheme: 1, expires_on: '31.3.2027' },
        insurance: { public_liability_gbp: -1 },
        active: 'yes',
      },
    }),
    status: 422,
    at: [
      '#/name',
      '#/contact_email',
      '#/ssip/scheme',
      '#/ssip/expires_on',
      '#/insurance/public_liability_gbp',
      '#/active',
    ],
  },
  {
    title: '[CT1] a contractor is read',
    endpoint: 'getContractor',
    status: 200,
    check: ({ body }, site) => expect(body.id).toBe(site.ids['contractor']),
  },
  {
    title: '[CT1] a contractor is changed field by field, and null clears',
    endpoint: 'updateContractor',
    given: async (site) => {
      const { id } = await site.must('createContractor', { body: everyField });
      return { params: { contractor: id }, body: { active: false, ssip: null } };
    },
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ ...everyField, active: false, ssip: null, revision: 2 }),
  },
  {
    title: '[CT1] contractors are filtered by state and by words',
    endpoint: 'listAllContractors',
    given: async (site) => {
      await threeFirms(site);
      return { query: '?q=zuraw%20lift&status=active' };
    },
    status: 200,
    check: ({ body }) => {
      expect(names(body)).toEqual(['Żuraw Lifting']);
      expect(body.meta).toMatchObject({ current_page: 1, per_page: 25, total: 1, last_page: 1 });
    },
  },
  {
    title: '[CT1] an unknown state and a one-letter search are refused',
    endpoint: 'listAllContractors',
    given: () => ({ query: '?q=z&status=gone' }),
    status: 422,
    at: ['status', 'q'],
  },
  {
    title: '[CT3] a contractor that withdrew is invited again, from the beginning',
    endpoint: 'inviteContractor',
    given: async (site) => {
      const part = await submitted(site);
      await site.must('withdrawSubmission', { ...at(part), body: { reason: 'No crew' } });
      return { params: { project: part.project }, body: { contractor_id: part.contractor, deadline: '2027-01-08' } };
    },
    status: 201,
    emits: ['contractor.invited'],
    check: ({ body }) =>
      expect(body.submission).toMatchObject({
        status: 'invited',
        deadline: '2027-01-08',
        required_document_types: ['rams', 'coshh'],
        documents: [],
        submitted_at: null,
        withdrawn_at: null,
        closing_reason: null,
      }),
  },
  {
    title: '[CT2] an invitation cannot begin in another state',
    endpoint: 'inviteContractor',
    given: () => ({
      body: { name: 'Sly Ltd', status: 'approved', review_code: 'A', accepted_at: '2026-01-01T00:00:00Z' },
    }),
    status: 201,
    emits: ['contractor.invited'],
    check: ({ headers, body }) => {
      expect(body.submission).toMatchObject({ status: 'invited', review_code: null, accepted_at: null });
      expect(headers.get('x-ignored-fields')).toBe('status, review_code, accepted_at');
    },
  },
  {
    title: '[CT9] an invitation can be sent again',
    endpoint: 'resendInvitation',
    given: async (site) => at(await invited(site)),
    status: 200,
    check: ({ body }) => expect(body.status).toBe('invited'),
  },
  {
    title: '[CT9] an invitation cannot be sent to a contractor without an address',
    endpoint: 'resendInvitation',
    given: async (site) => at(await invited(site, { contact_email: null })),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[CT14] an invitation time in the future is refused',
    endpoint: 'inviteContractor',
    given: () => ({ body: { name: 'Future Ltd', invited_at: '2099-01-01T00:00:00Z' } }),
    status: 422,
    at: ['#/invited_at'],
  },
  {
    title: '[CT10] an invitation can be read with a token too',
    endpoint: 'getInvitation',
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'invited',
        allowed: ['accept', 'withdraw'],
        project: { name: 'Harrow Lane' },
      }),
  },
  {
    title: '[CT10] an invitation can be accepted with a token too',
    endpoint: 'acceptInvitation',
    given: async (site) => ({ params: { invitation: (await invited(site)).id } }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ status: 'accepted', allowed: ['submit', 'withdraw'] }),
  },
  {
    title: '[CT10] documents are submitted for an invitation',
    endpoint: 'submitByInvitation',
    given: async (site) => {
      const { id } = await invited(site);
      await site.must('acceptInvitation', { params: { invitation: id } });
      return { params: { invitation: id }, body: { papers: [{ name: 'RAMS', document_type: 'rams' }] } };
    },
    status: 200,
    emits: ['contractor.submitted'],
    check: ({ body }) => expect(body).toMatchObject({ status: 'submitted', missing_document_types: ['coshh'] }),
  },
  {
    title: '[CT10] an invitation is declined',
    endpoint: 'withdrawByInvitation',
    given: async (site) => ({ params: { invitation: (await invited(site)).id }, body: { reason: 'Fully booked' } }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ status: 'withdrawn', allowed: [] }),
  },
];

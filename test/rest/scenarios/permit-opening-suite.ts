/** Scenarios of the opening of a permit to work (contract, Permit to work). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { at, given } from '../support/permits.ts';

export const permitOpeningScenarios: readonly Scenario[] = [
  {
    title: '[PW11] opening a permit emits one event',
    endpoint: 'openPermit',
    given: given('accepted', { at: at('07:05') }),
    status: 200,
    emits: ['permit.opened'],
    check: ({ body }) => expect(body).toMatchObject({ state: 'open', opened_at: at('07:05') }),
  },
  {
    title: '[PW4] a permit that was not accepted cannot be opened',
    endpoint: 'openPermit',
    given: given('authorised'),
    status: 409,
    code: 'conditions_not_met',
    check: ({ body }) => expect(body).toMatchObject({ unmet: [{ rule: 'accepted' }] }),
  },
  {
    title: '[PW4] a permit cannot be opened after its end',
    endpoint: 'openPermit',
    given: given('accepted', { at: at('08:00') }, { valid_to: at('08:00') }),
    status: 409,
    code: 'permit_not_valid',
  },
  {
    title: '[PW4] a permit cannot be opened before its start',
    endpoint: 'openPermit',
    given: given('accepted', { at: at('05:59') }),
    status: 409,
    code: 'permit_not_valid',
  },
  {
    title: '[PW4] a permit under unapproved RAMS cannot be opened',
    endpoint: 'openPermit',
    given: async (site) => {
      const { id } = await site.draft();
      return await given('accepted', {}, { linked_document_ids: [id] })(site);
    },
    status: 409,
    code: 'document_not_approved',
  },
  {
    title: '[PW31] a permit under an archived document is not opened, nor is a draft named',
    endpoint: 'openPermit',
    given: async (site) => {
      const params = { document: (await site.approved()).id };
      const call = await given('accepted', {}, { linked_document_ids: [params.document] })(site);
      await site.must('revise', { params });
      await site.must('updateDocument', { params, body: { reference: 'NEVER-1' } });
      await site.must('archive', { params });
      return call;
    },
    status: 409,
    code: 'document_archived',
    check: ({ text }) => expect(text).not.toContain('NEVER-1'),
  },
  {
    title: '[PW4] a permit with approved form and RAMS can be opened',
    endpoint: 'openPermit',
    given: async (site) => {
      const [form, rams] = [await site.approved({ document_type: 'permit' }), await site.approved()];
      return await given('accepted', {}, { document_id: form.id, linked_document_ids: [rams.id] })(site);
    },
    status: 200,
    emits: ['permit.opened'],
  },
];

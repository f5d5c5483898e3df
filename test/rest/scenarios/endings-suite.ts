/** Scenarios of records that are finished, resolved or held by another, and of webhook refusals, each by code (contract, The walk). */
import { bodyExamples } from '../../../server/docs/openapi/examples.ts';
import { openFirm, type Firm } from '../support/firm.ts';
import { at, given as aPermit, issuer } from '../support/permits.ts';
import type { Refusal } from '../support/scenario.ts';
import { nearMiss, type CallOptions, type Site } from '../support/site.ts';
import { reviewed } from '../support/submissions.ts';
import { inMs, params as ofWebhook } from '../support/webhooks.ts';

const settled = async (site: Site): Promise<CallOptions> => {
  const params = { conflict: await site.conflict() };
  await site.must('settleConflict', { params });
  return { params };
};

/** The document of the conflict, after a step that locks it. */
const disputed =
  (action: 'submitReview' | 'archive' | 'removeHazard') =>
  async (site: Site): Promise<CallOptions> => {
    const conflict = await site.conflict();
    const { data } = await site.must('listConflicts', { query: '?per_page=100' });
    const found = data.find(({ id }) => id === conflict);
    await site.must(action, { params: { document: found?.document_id ?? '', id: found?.record_id ?? '' } });
    return { params: { conflict }, body: { resolution: 'take' } };
  };

const conflicts: readonly Refusal[] = [
  {
    title: '[WA8] a resolved conflict cannot be resolved again',
    endpoint: 'settleConflict',
    given: settled,
    status: 409,
    code: 'invalid_transition',
  },
  {
    title: '[WA8] a conflict cannot change a document under review',
    endpoint: 'settleConflict',
    given: disputed('submitReview'),
    status: 409,
    code: 'document_locked',
  },
  {
    title: '[WA8] a conflict cannot change an archived document',
    endpoint: 'settleConflict',
    given: disputed('archive'),
    status: 409,
    code: 'document_archived',
  },
  {
    title: '[WA8] a conflict cannot change a removed entry',
    endpoint: 'settleConflict',
    given: disputed('removeHazard'),
    status: 409,
    code: 'gone',
  },
];

/** A firm with a single owner. */
async function owned(site: Site): Promise<{ firm: Firm; headers: Readonly<Record<string, string>>; user: string }> {
  const firm = await openFirm(site);
  const headers = await firm.as('owner');
  const body = { name: 'Priya Nair', role: 'owner', email: 'priya@firm.example' };
  const { id: user } = await firm.must('createUser', { headers, body });
  return { firm, headers, user };
}

const people: readonly Refusal[] = [
  {
    title: '[WA8] two active users cannot share an e-mail address',
    endpoint: 'updateUser',
    given: async (site) => {
      const { firm, headers } = await owned(site);
      const { id: user } = await firm.must('createUser', { headers, body: { name: 'Jo', role: 'author' } });
      return { headers, params: { user }, body: { email: 'PRIYA@firm.example' } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WA8] the last owner cannot be deactivated',
    endpoint: 'deactivateUser',
    given: async (site) => {
      const { headers, user } = await owned(site);
      return { headers, params: { user } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WA8] an active user cannot be reactivated',
    endpoint: 'reactivateUser',
    given: async (site) => {
      const { headers, user } = await owned(site);
      return { headers, params: { user } };
    },
    status: 409,
    code: 'invalid_transition',
  },
];

const overBy = { valid_to: at('08:00') };
const permits: readonly Refusal[] = [
  {
    title: '[WA8] an expired permit cannot be resumed',
    endpoint: 'resumePermit',
    given: aPermit('suspended', { at: at('08:30'), by: issuer, revalidated_checks: ['wind'] }, overBy),
    status: 409,
    code: 'permit_not_valid',
  },
  {
    title: '[WA8] an expired permit cannot be extended',
    endpoint: 'extendPermit',
    given: aPermit('open', { at: at('08:30'), by: issuer, to: at('10:00') }, overBy),
    status: 409,
    code: 'permit_not_valid',
  },
];

async function closedIncident(site: Site): Promise<CallOptions> {
  const { project, site: place } = site.ids;
  const { id: incident } = await site.must('createIncident', { body: nearMiss(project, place) });
  const params = { incident };
  for (const action of ['triageIncident', 'closeIncident'] as const)
    await site.must(action, { params, body: bodyExamples[action] });
  return { params };
}

const over: readonly Refusal[] = [
  ...(['triageIncident', 'planIncidentActions', 'closeIncident'] as const).map((endpoint): Refusal => ({
    title: `[WA8] ${endpoint} is refused for a closed incident`,
    endpoint,
    given: async (site) => ({ ...(await closedIncident(site)), body: bodyExamples[endpoint] }),
    status: 409,
    code: 'invalid_transition',
  })),
  ...(
    [
      'acceptSubmission',
      'startSubmission',
      'beginSubmissionReview',
      'withdrawSubmission',
      'acceptInvitation',
      'submitByInvitation',
      'withdrawByInvitation',
    ] as const
  ).map((endpoint): Refusal => ({
    title: `[WA8] ${endpoint} is refused for an approved submission`,
    endpoint,
    given: async (site) => {
      const { id } = await reviewed(site, 'A', []);
      const body = endpoint === 'submitByInvitation' ? bodyExamples['submitSubmission'] : { reason: 'Too late.' };
      return { params: { submission: id, invitation: id }, body };
    },
    status: 409,
    code: 'invalid_transition',
  })),
  {
    title: '[WA8] a removed submission cannot be removed again',
    endpoint: 'removeSubmission',
    given: async (site) => {
      const params = { submission: (await reviewed(site, 'A', [])).id };
      await site.must('removeSubmission', { params, body: { reason: 'Another firm.' } });
      return { params, body: { reason: 'Another firm.' } };
    },
    status: 409,
    code: 'invalid_transition',
  },
];

const webhooks: readonly Refusal[] = [
  {
    title: '[WA8] a failed test event is reported',
    endpoint: 'testWebhook',
    given: async (site) => {
      const params = await ofWebhook(site);
      await site.world.app.webhooks.run();
      site.receiver.answer(503);
      return { params };
    },
    status: 422,
    code: 'webhook_test_failed',
    check: (_answer, site) => site.receiver.answer(200),
  },
  {
    title: '[WA8] a second rotation during the first is refused',
    endpoint: 'rotateWebhookSecret',
    given: async (site) => {
      const options = { params: await ofWebhook(site), body: { handover_until: inMs(site, 3_600_000) } };
      await site.must('rotateWebhookSecret', options);
      return options;
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[WA8] a disabled subscription refuses redelivery',
    endpoint: 'retryDelivery',
    given: async (site) => {
      const params = {
        webhook: await ofWebhook(site, { events: ['document.created'] }).then(({ webhook }) => webhook),
      };
      await site.draft();
      await site.world.app.webhooks.run();
      const delivery = (await site.must('listDeliveries', { params })).data[0]?.id ?? '';
      await site.must('disableWebhook', { params });
      return { params: { ...params, delivery } };
    },
    status: 409,
    code: 'webhook_disabled',
  },
];

export const endingScenarios: readonly Refusal[] = [...conflicts, ...people, ...permits, ...over, ...webhooks];

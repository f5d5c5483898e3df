/** Scenarios of sign-offs. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const anApproved = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.approved()).id } });
const revised = async (site: Site): Promise<CallOptions> => {
  const given = await anApproved(site);
  for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, given);
  return given;
};

const fullRecord = {
  worker: { name: 'Ewa Nowak', employer_name: 'Vantage', language: 'pl' },
  briefing: { method: 'toolbox_talk', location: 'Canteen' },
  capture: { method: 'paper_transcribed', identity_assurance: 'supervisor_attested', clock_confidence: 'unverified' },
  notes: 'Signed on paper.',
};
/** A time as another system may write it, without milliseconds. */
const anHourAgo = ({ world }: Site): string =>
  new Date(world.clock.now() - 3_600_000).toISOString().replace(/\.\d+/, '');

export const signoffScenarios: readonly Scenario[] = [
  {
    title: '[WB125] a code to sign on an own phone is shown once, and is over after 15 minutes',
    endpoint: 'createSignCode',
    given: async (site) => ({ ...(await anApproved(site)), body: { version: 1, worker: { name: 'Ewa Nowak' } } }),
    status: 200,
    check: ({ body, headers }, { world }) => {
      expect(body.url).toMatch(/\/sign#rk_live_/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Date.parse(body.expires_at) - world.clock.now()).toBe(15 * 60_000);
    },
  },
  {
    title: '[WB126] a code is for the version in force',
    endpoint: 'createSignCode',
    given: async (site) => ({ ...(await anApproved(site)), body: { version: 9, worker: { name: 'Ewa Nowak' } } }),
    status: 409,
    code: 'stale_version',
  },
  {
    title: '[WB126] a document without an approved version has no code',
    endpoint: 'createSignCode',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { version: 1, worker: { name: 'Ewa Nowak' } },
    }),
    status: 409,
    code: 'document_not_approved',
  },
  {
    title: '[R26] a worker’s name is enough for a sign-off of the current version',
    endpoint: 'recordSignoff',
    given: async (site) => ({ ...(await anApproved(site)), body: { worker_name: 'Luke Farrell' } }),
    status: 201,
    emits: ['signoff.recorded'],
    check: async ({ body }, site, given) => {
      const { content_hash, reference } = await site.must('getDocument', given);
      expect(body).toMatchObject({
        document_id: given.params?.['document'],
        document_reference: reference,
        document_version: 1,
        content_hash,
        worker: { name: 'Luke Farrell' },
        capture: {
          method: 'api',
          identity_assurance: 'none',
          clock_confidence: 'unverified',
          captured_at_corrected: expect.any(String),
        },
        status: 'recorded',
        currency: 'current',
      });
    },
  },
  {
    title: '[R26] signed_at is the time of signing, and the delay counts from it',
    endpoint: 'recordSignoff',
    given: async (site) => ({
      ...(await anApproved(site)),
      body: { worker_name: 'Jo', signed_at: anHourAgo(site), document_version: 1 },
    }),
    status: 201,
    emits: ['signoff.recorded'],
    check: ({ body }, site) => {
      expect(body.capture.captured_at_corrected).toBe(anHourAgo(site));
      expect(body.sync_delay_seconds).toBeGreaterThanOrEqual(3600);
    },
  },
  {
    title: '[R10] a sign-off repeated under its id is recorded once',
    endpoint: 'recordSignoff',
    given: async (site) => {
      const { params } = await anApproved(site);
      const body = { id: site.world.app.commitContext.newId(), worker_name: 'Jo' };
      await site.must('recordSignoff', { params: params ?? {}, body });
      site.world.clock.advance(60_000);
      return { params: params ?? {}, body };
    },
    status: 200,
    check: async (_answer, site, given) => expect((await site.must('listSignoffs', given)).meta.total).toBe(1),
  },
  {
    title: '[R10] also after its site was archived',
    endpoint: 'recordSignoff',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Mill Lane' } });
      const { id: place } = await site.must('createSite', { body: { project_id, name: 'Gate' } });
      const { id: document } = await site.approved({ project_id, site_id: place });
      const sent = { params: { document }, body: { id: site.world.app.commitContext.newId(), worker_name: 'Jo' } };
      await site.must('recordSignoff', sent);
      await site.must('updateSite', { params: { site: place }, body: { status: 'archived' } });
      return sent;
    },
    status: 200,
    check: ({ body }) => expect(body.worker.name).toBe('Jo'),
  },
  {
    title: '[R26] a full sign-off is stored with all its groups',
    endpoint: 'recordSignoff',
    given: async (site) => ({ ...(await anApproved(site)), body: fullRecord }),
    status: 201,
    emits: ['signoff.recorded'],
    check: ({ body }) => expect(body).toMatchObject(fullRecord),
  },
  {
    title: '[R26] a sign-off without a worker is refused',
    endpoint: 'recordSignoff',
    given: () => ({ body: { notes: 'x' } }),
    status: 422,
    at: ['#/worker_name'],
  },
  {
    title: '[R8] an invalid sign-off is refused with pointers',
    endpoint: 'recordSignoff',
    given: () => ({ body: { worker_name: 'Jo', briefing: { method: 'shouting' } } }),
    status: 422,
    at: ['#/briefing/method'],
  },
  {
    title: '[R27] a document without an approved version cannot be signed',
    endpoint: 'recordSignoff',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { worker_name: 'Jo' } }),
    status: 409,
    code: 'document_not_approved',
  },
  {
    title: '[R27] a version that was never approved cannot be signed',
    endpoint: 'recordSignoff',
    given: () => ({ body: { worker_name: 'Jo', document_version: 7 } }),
    status: 409,
    code: 'version_not_approved',
  },
  {
    title: '[R27] a sign-off with the hash of other content is refused',
    endpoint: 'recordSignoff',
    given: () => ({ body: { worker_name: 'Jo', content_hash: `sha256:${'0'.repeat(64)}` } }),
    status: 422,
    code: 'content_hash_mismatch',
    at: ['#/content_hash'],
  },
  {
    title: '[R27] a sign-off of a superseded version is kept and shows its validity',
    endpoint: 'recordSignoff',
    given: async (site) => {
      const given = await revised(site);
      const [first] = (await site.must('listVersions', given)).data;
      const superseded = Date.parse(first?.superseded_at ?? 'never');
      site.world.clock.set(new Date(superseded + 60_000).toISOString());
      return { ...given, body: { worker_name: 'Late', document_version: 1 } };
    },
    status: 201,
    emits: ['signoff.recorded'],
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'recorded',
        currency: 'stale_at_capture',
        flags: ['stale_version', 'rebrief_required'],
      }),
  },
  {
    title: '[R27] the register shows the current validity of each sign-off',
    endpoint: 'listSignoffs',
    given: async (site) => {
      const given = await anApproved(site);
      await site.must('recordSignoff', { ...given, body: { worker_name: 'First' } });
      for (const action of ['revise', 'submitReview', 'approve'] as const) await site.must(action, given);
      await site.must('recordSignoff', { ...given, body: { worker_name: 'Second' } });
      return given;
    },
    status: 200,
    check: ({ body }) =>
      expect(body.data.map((signoff) => [signoff.worker.name, signoff.currency])).toEqual([
        ['Second', 'current'],
        ['First', 'superseded'],
      ]),
  },
  {
    title: '[R27] a sign-off is voided with a reason and stays on record',
    endpoint: 'voidSignoff',
    given: async (site) => {
      const { id: signoff } = await site.must('recordSignoff', { body: { worker_name: 'Wrong person' } });
      return { params: { signoff }, body: { reason: 'Signed by the wrong person' } };
    },
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'voided',
        void: { reason: 'Signed by the wrong person', voided_by: { name: 'Administrator' } },
      }),
  },
  {
    title: '[R27] voiding with a blank reason is refused',
    endpoint: 'voidSignoff',
    given: () => ({ body: { reason: 'no' } }),
    status: 422,
    at: ['#/reason'],
  },
  {
    title: '[R27] a void sign-off cannot be voided again',
    endpoint: 'voidSignoff',
    given: async (site) => {
      const { id: signoff } = await site.must('recordSignoff', { body: { worker_name: 'Twice' } });
      const given = { params: { signoff }, body: { reason: 'Signed by the wrong person' } };
      await site.must('voidSignoff', given);
      return given;
    },
    status: 409,
    code: 'invalid_transition',
  },
];

/** Scenarios of webhooks, the event feed, conflicts and the organisation. */
import { expect } from 'vitest';
import { verifySignature } from '../../../server/followers/webhooks/signature.ts';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

export const feedScenarios: readonly Scenario[] = [
  {
    title: '[R31] a subscription without a secret gets one, shown once, that signs the test event',
    endpoint: 'createWebhook',
    given: (site) => ({
      body: { url: site.receiver.url, events: ['document.approved', 'signoff.recorded', 'document.approved'] },
    }),
    status: 201,
    check: ({ headers, body }, site) => {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('location')).toBe(`/api/v1/webhooks/${body.id}`);
      expect(body).toMatchObject({ state: 'enabled', events: ['document.approved', 'signoff.recorded'] });
      expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      // Deliveries to the existing subscription may come in between.
      const test = site.receiver.requests.findLast(({ headers: sent }) => sent['x-service-event'] === 'webhook.test');
      expect(JSON.parse(String(test?.body))).toMatchObject({ event: 'webhook.test' });
      expect(
        verifySignature(
          String(body.secret),
          test?.body ?? Buffer.alloc(0),
          String(test?.headers['x-service-signature']),
        ),
      ).toBe(true);
    },
  },
  {
    title: '[R31] a secret supplied by the caller is never returned',
    endpoint: 'createWebhook',
    given: (site) => ({ body: { url: site.receiver.url, events: ['*'], secret: '8 chars!' } }),
    status: 201,
    check: ({ text }) => expect(text).not.toContain('8 chars!'),
  },
  {
    title: '[R31] an endpoint that does not answer the test event with 200 is refused',
    endpoint: 'createWebhook',
    given: async (site) => {
      await site.world.app.webhooks.run(); // what is under way still gets its 200
      site.receiver.answer(202);
      return { body: { url: site.receiver.url, events: ['*'] } };
    },
    status: 422,
    code: 'webhook_test_failed',
    check: ({ body }, site) => {
      expect(body).toMatchObject({ reason: 'status', response_status: 202 });
      site.receiver.answer(200);
    },
  },
  {
    title: '[R31] a plain HTTP address is refused',
    endpoint: 'createWebhook',
    given: () => ({ body: { url: 'http://hooks.example/', events: ['*'] } }),
    status: 422,
    at: ['#/url'],
    check: ({ body }) => expect(body.errors?.[0]?.code).toBe('https_required'),
  },
  {
    title: '[R31] addresses inside the network are refused',
    endpoint: 'createWebhook',
    given: () => ({ body: { url: 'https://169.254.169.254/latest', events: ['*'] } }),
    status: 422,
    at: ['#/url'],
    check: ({ body }) => expect(body.errors?.[0]?.code).toBe('blocked_address'),
  },
  {
    title: '[R31] a subscription needs known events and a secret of 8 to 256 printable characters',
    endpoint: 'createWebhook',
    given: () => ({ body: { url: 'nowhere', events: ['document.eaten'], secret: 'seven 7' } }),
    status: 422,
    at: ['#/url', '#/events/0', '#/secret'],
  },
  {
    title: '[R32] subscriptions are listed without their secrets',
    endpoint: 'listWebhooks',
    status: 200,
    check: ({ body, text }, site) => {
      const found = body.data.find(({ id }) => id === site.ids['webhook']);
      expect(found).toMatchObject({ url: site.receiver.url, events: ['*'], state: 'enabled' });
      expect(text).not.toContain('secret');
    },
  },
  {
    title: '[R32] the delivery log shows the result of each event',
    endpoint: 'listDeliveries',
    given: async (site) => {
      await site.draft();
      await site.world.app.webhooks.run();
      const at = (days: number): string => new Date(site.world.clock.now() + days * 86_400_000).toISOString();
      return { query: `?event=document.created&status=succeeded&from=${at(-1)}&to=${at(1)}&per_page=1` };
    },
    status: 200,
    check: ({ body }, site) => {
      expect(body.meta.total).toBeGreaterThan(0);
      expect(body.data).toMatchObject([
        { webhook_id: site.ids['webhook'], event: 'document.created', state: 'succeeded', attempts: 1 },
      ]);
    },
  },
  {
    title: '[R32] an unknown delivery state is refused',
    endpoint: 'listDeliveries',
    given: () => ({ query: '?status=lost' }),
    status: 422,
    at: ['status'],
  },
  {
    title: '[R33] the event feed returns the webhook payloads in order, after the given sequence',
    endpoint: 'listEvents',
    given: async (site) => {
      const { meta } = await site.must('listEvents', { query: '?limit=1000' });
      const { id: document } = await site.draft();
      await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
      return { query: `?after=${meta.next_after}&limit=1` };
    },
    status: 200,
    check: ({ body }, site) => {
      expect(body.data).toMatchObject([
        { event: 'document.created', data: { organisation_id: site.world.organisationId } },
      ]);
      expect(body.meta).toEqual({ next_after: expect.stringMatching(/^[\w-]+\.[\w-]+$/), more: true });
    },
  },
  {
    title: '[R33] the newest events come first when that is asked for',
    endpoint: 'listEvents',
    given: async (site) => {
      const { id: document } = await site.draft();
      await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
      return { query: '?order=newest&limit=1&event=document.created,document.updated' };
    },
    status: 200,
    check: async ({ body }, site) => {
      const [last] = body.data;
      expect(last).toMatchObject({ event: 'document.updated', sequence: body.meta.next_before });
      const before = `before=${String(body.meta.next_before)}`;
      const older = await site.must('listEvents', { query: `?order=newest&limit=1&event=document.created&${before}` });
      expect(older.data).toMatchObject([
        { event: 'document.created', data: { document_id: last?.data['document_id'] } },
      ]);
    },
  },
  {
    title: '[R8] a feed page of less than one event is refused',
    endpoint: 'listEvents',
    given: () => ({ query: '?limit=0' }),
    status: 422,
    at: ['limit'],
  },
  {
    title: '[SY91] a sequence past the end is of another history',
    endpoint: 'listEvents',
    given: () => ({ query: `?after=${'9'.repeat(15)}&limit=5000` }),
    status: 409,
    code: 'history_changed',
  },
  {
    title: '[R8] a position in the feed must be one that the server gave',
    endpoint: 'listEvents',
    given: () => ({ query: '?after=last' }),
    status: 422,
    at: ['after'],
  },
  {
    title: '[R34] a conflict is listed with both values',
    endpoint: 'listConflicts',
    given: () => ({ query: '?status=open' }),
    status: 200,
    check: ({ body }, site) => {
      const found = body.data.find(({ id }) => id === site.ids['conflict']);
      expect(found).toMatchObject({
        field: 'name',
        was: 'Roof edge',
        theirs: 'Open edge',
        mine: 'Edge protection',
        kept: 'theirs',
        author: { name: 'Tablet' },
      });
    },
  },
  {
    title: '[MG35] what was merged by itself is listed with both edits and their authors',
    endpoint: 'listMergedEdits',
    given: async (site) => {
      const { id: document } = await site.draft();
      const body = { name: 'Open edge', description: 'Stop lifting at 9 m/s.' };
      const { id } = await site.must('createHazard', { params: { document }, body });
      const [set, was] = [{ description: 'Stop at 9 m/s. Stow.' }, { description: 'Stop at 9 m/s.' }];
      await site.device({ op: 'patch', kind: 'hazard', id, set, was });
      return { query: `?document_id=${document}` };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data).toMatchObject([
        {
          field: 'description',
          theirs: 'Stop lifting at 9 m/s.',
          result: 'Stop lifting at 9 m/s. Stow.',
          author: { name: 'Tablet' },
          other: { name: 'Administrator' },
          edits: 1,
        },
      ]);
    },
  },
  {
    title: '[R8] an unknown conflict state is refused',
    endpoint: 'listConflicts',
    given: () => ({ query: '?status=lost' }),
    status: 422,
    at: ['status'],
  },
  {
    title: '[R34] a conflict records the user who resolved it',
    endpoint: 'settleConflict',
    given: async (site) => ({ params: { conflict: await site.conflict() } }),
    status: 200,
    check: async ({ body }, site) => {
      expect(body).toMatchObject({ state: 'settled', settled_by: { name: 'Administrator' } });
      const open = await site.must('listConflicts', { query: `?status=open&document_id=${body.document_id}` });
      expect(open.data).toEqual([]);
    },
  },
  {
    title: '[R73] taking the other value edits the record and resolves the conflict',
    endpoint: 'settleConflict',
    given: async (site) => ({ params: { conflict: await site.conflict() }, body: { resolution: 'take' } }),
    status: 200,
    emits: ['document.updated'],
    check: async ({ body }, site) => {
      expect(body).toMatchObject({ state: 'settled', resolution: 'take' });
      expect(await hazardNames(site, body.document_id)).toEqual(['Edge protection']);
    },
  },
  {
    title: '[R73] a conflict can be resolved with a third value',
    endpoint: 'settleConflict',
    given: async (site) => ({
      params: { conflict: await site.conflict() },
      body: { resolution: 'write', value: 'Unprotected edge' },
    }),
    status: 200,
    emits: ['document.updated'],
    check: async ({ body }, site) => {
      expect(body).toMatchObject({ state: 'settled', resolution: 'write' });
      expect(await hazardNames(site, body.document_id)).toEqual(['Unprotected edge']);
    },
  },
  {
    title: '[R73] an invalid value is refused, and the conflict stays open',
    endpoint: 'settleConflict',
    given: async (site) => ({
      params: { conflict: await site.conflict() },
      body: { resolution: 'write', value: { __proto__: null, deep: [1] } },
    }),
    status: 422,
    at: ['#/name'],
    check: async (_answer, site, { params }) => {
      const { data } = await site.must('listConflicts', { query: '?status=open&per_page=100' });
      expect(data.map(({ id }) => id)).toContain(params?.['conflict']);
    },
  },
  {
    title: '[R73] writing without a value is refused',
    endpoint: 'settleConflict',
    given: async (site) => ({ params: { conflict: await site.conflict() }, body: { resolution: 'write' } }),
    status: 422,
    at: ['#/value'],
  },
  {
    title: '[R73] a conflict of a removed record cannot take a value',
    endpoint: 'settleConflict',
    given: async (site) => {
      const conflict = await site.conflict();
      const { data } = await site.must('listConflicts', { query: '?per_page=100' });
      const about = data.find(({ id }) => id === conflict);
      const params = { document: String(about?.document_id), id: String(about?.record_id) };
      await site.must('removeHazard', { params });
      return { params: { conflict }, body: { resolution: 'take' } };
    },
    status: 409,
    code: 'gone',
  },
  {
    title: '[R36] a token reads only its own organisation',
    endpoint: 'getOrganisation',
    status: 200,
    check: ({ body }, site) =>
      expect(body).toMatchObject({ id: site.world.organisationId, settings: { require_if_match: false } }),
  },
];

async function hazardNames(site: Site, document: string | null): Promise<readonly string[]> {
  const { data } = await site.must('listHazards', { params: { document: String(document) } });
  return data.map(({ name }) => name);
}

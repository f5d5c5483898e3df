/** Managing subscriptions and deliveries (contract, Webhooks): each endpoint, and each way in which it refuses. */
import { expect } from 'vitest';
import { signatureHeader } from '../../../server/followers/webhooks/signature.ts';
import type { Scenario } from '../support/scenario.ts';
import { disabled, failed, inMs, params } from '../support/webhooks.ts';

const week = 604_800_000;

export const webhookScenarios: readonly Scenario[] = [
  {
    title: '[WH23] one subscription is read, without its secret',
    endpoint: 'getWebhook',
    given: async (site) => ({ params: await params(site, { headers: { 'X-Gate': 'G2-of-the-yard' } }) }),
    status: 200,
    check: ({ body, headers, text }) => {
      expect(body).toMatchObject({
        events: ['permit.opened'],
        header_names: ['X-Gate'],
        ordering: 'none',
        revision: 1,
      });
      expect(headers.get('etag')).toBe('"r1"');
      expect(text).not.toMatch(/a-secret-of-its-own|G2-of-the-yard/);
    },
  },
  {
    title: '[WH23] a subscription changes its events and description, and nothing else',
    endpoint: 'updateWebhook',
    given: async (site) => ({
      params: await params(site),
      body: { events: ['*', '*'], description: 'Site office', headers: { Authorization: 'Bearer 1234' }, state: 'x' },
      headers: { 'if-match': '"r1"' },
    }),
    status: 200,
    check: ({ body, headers }, site) => {
      expect(body).toMatchObject({
        url: site.receiver.url,
        events: ['*'],
        description: 'Site office',
        header_names: ['Authorization'],
        state: 'enabled',
        revision: 2,
      });
      expect(headers.get('etag')).toBe('"r2"');
      expect(headers.get('x-ignored-fields')).toBeNull();
    },
  },
  {
    title: '[WH23] a change of a subscription for an old revision is refused',
    endpoint: 'updateWebhook',
    given: async (site) => ({ params: await params(site), body: { events: ['*'] }, headers: { 'if-match': '"r7"' } }),
    status: 412,
    check: ({ body }) => expect(body).toMatchObject({ code: 'precondition_failed', current_etag: '"r1"' }),
  },
  {
    title: '[R8] text in place of a list is refused by type, without a word on length',
    endpoint: 'createWebhook',
    given: (site) => ({ body: { url: site.receiver.url, events: 'document.created' } }),
    status: 422,
    at: ['#/events'],
    check: ({ body }) =>
      expect(body.errors).toEqual([{ pointer: '#/events', code: 'invalid_type', detail: 'must be an array' }]),
  },
  {
    title: '[WH24] a new URL that does not answer the test event is refused',
    endpoint: 'updateWebhook',
    given: async (site) => {
      const of = await params(site);
      await site.world.app.webhooks.run();
      site.receiver.answer(503);
      return { params: of, body: { url: `${site.receiver.url}/moved`, events: ['*'] } };
    },
    status: 422,
    code: 'webhook_test_failed',
    check: async (_answer, site, given) => {
      site.receiver.answer(200);
      const { url, events, revision } = await site.must('getWebhook', { params: given.params ?? {} });
      expect({ url, events, revision }).toEqual({ url: site.receiver.url, events: ['permit.opened'], revision: 1 });
    },
  },
  {
    title: '[WH24] a new URL inside the network is refused',
    endpoint: 'updateWebhook',
    given: async (site) => ({ params: await params(site), body: { url: 'https://[fd00::1]/' } }),
    status: 422,
    at: ['#/url'],
  },
  {
    title: '[WH32] reserved, message and connection headers cannot be set',
    endpoint: 'updateWebhook',
    given: async (site) => ({
      params: await params(site),
      body: {
        headers: {
          Host: 'x',
          'Webhook-Id': '1',
          'content-type': 'x',
          'no space': 'x',
          'X-Line': 'a\r\nb',
          __proto__: 'x',
        },
        ordering: 'sideways',
        secret: null,
      },
    }),
    status: 422,
    at: [
      '#/secret',
      '#/ordering',
      '#/headers/Host',
      '#/headers/Webhook-Id',
      '#/headers/content-type',
      '#/headers/no%20space',
      '#/headers/X-Line',
    ],
  },
  {
    title: '[WH25] a deleted subscription is gone, and its queued deliveries are cancelled',
    endpoint: 'deleteWebhook',
    given: async (site) => ({ params: await params(site) }),
    status: 204,
    check: async (_answer, site, { params: of = {} }) => {
      for (const name of ['getWebhook', 'enableWebhook', 'testWebhook', 'deleteWebhook'] as const)
        expect((await site.call(name, { params: of })).status).toBe(404);
      const { data } = await site.must('listWebhooks');
      expect(data.map(({ id }) => id)).not.toContain(of['webhook']);
      expect((await site.must('listDeliveries', { params: of })).data).toEqual([]);
    },
  },
  {
    title: '[WH26] disabling records why',
    endpoint: 'disableWebhook',
    given: async (site) => ({ params: await params(site), body: { reason: 'The receiver moves.' } }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'disabled',
        disabled_reason: 'manual',
        disabled_note: 'The receiver moves.',
      }),
  },
  {
    title: '[WH26] enabling sends the test event and resets the count',
    endpoint: 'enableWebhook',
    given: disabled,
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        state: 'enabled',
        disabled_reason: null,
        disabled_note: null,
        consecutive_failures: 0,
      }),
  },
  {
    title: '[WH26] a subscription whose endpoint does not answer stays disabled',
    endpoint: 'enableWebhook',
    given: async (site) => {
      const given = await disabled(site);
      await site.world.app.webhooks.run();
      site.receiver.answer(204);
      return given;
    },
    status: 422,
    code: 'webhook_test_failed',
    check: async ({ body }, site, given) => {
      site.receiver.answer(200);
      expect(body).toMatchObject({ reason: 'status', response_status: 204 });
      expect((await site.must('getWebhook', { params: given.params ?? {} })).state).toBe('disabled');
    },
  },
  {
    title: '[WH15] the test event is sent on request',
    endpoint: 'testWebhook',
    given: async (site) => ({ params: await params(site) }),
    status: 200,
    check: ({ body }, site) => {
      expect(body).toMatchObject({ event: 'webhook.test', response_status: 200 });
      const sent = site.receiver.requests.at(-1);
      expect(sent?.headers['x-service-signature']).toBe(signatureHeader('a-secret-of-its-own', sent?.body ?? ''));
    },
  },
  {
    title: '[WH27] a new secret is shown once, and the old one is valid until the hand-over',
    endpoint: 'rotateWebhookSecret',
    given: async (site) => ({ params: await params(site), body: { handover_until: inMs(site, week) } }),
    status: 200,
    check: async ({ body, headers }, site, given) => {
      expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body.handover_until).toBe(inMs(site, week));
      const again = await site.call('rotateWebhookSecret', given);
      expect([again.status, again.ok ? '' : again.body.code]).toEqual([409, 'conflict']);
      const now = await site.must('rotateWebhookSecret', { params: given.params ?? {} });
      expect(now.handover_until).toBeNull();
    },
  },
  ...[0, week + 1].map((aheadMs): Scenario => ({
    title: `[WH42] a hand-over ${aheadMs} ms ahead is refused`,
    endpoint: 'rotateWebhookSecret',
    given: async (site) => ({ params: await params(site), body: { handover_until: inMs(site, aheadMs) } }),
    status: 422,
    at: ['#/handover_until'],
  })),
  {
    title: '[WH27] a secret has 8 to 256 printable characters',
    endpoint: 'rotateWebhookSecret',
    given: async (site) => ({ params: await params(site), body: { handover_until: 'soon', secret: 'seven 7' } }),
    status: 422,
    at: ['#/secret', '#/handover_until'],
  },
  {
    title: '[WH27] a rotation can be completed before its hand-over',
    endpoint: 'completeSecretRotation',
    given: async (site) => {
      const of = await params(site);
      await site.must('rotateWebhookSecret', {
        params: of,
        body: { secret: 'the-next-secret', handover_until: inMs(site, 1) },
      });
      return { params: of };
    },
    status: 200,
    check: ({ body, text }) => {
      expect(body.handover_until).toBeNull();
      expect(text).not.toContain('the-next-secret');
    },
  },
  {
    title: '[WH30] a delivery shows each attempt with its response as text',
    endpoint: 'getDelivery',
    given: async (site) => ({ params: { delivery: await failed(site) } }),
    status: 200,
    check: ({ body }) => {
      const sent = { headers: { 'X-Service-Event': 'document.created', 'X-Service-Attempt': '1' } };
      expect(body).toMatchObject({ state: 'failed', attempts: 1, event: 'document.created', sent });
      expect(body.attempt_log).toMatchObject([
        {
          attempt: 1,
          by_hand: false,
          duration_ms: 0,
          outcome: 'failed',
          detail: 'status',
          response_status: 500,
          response_headers: { 'webhook-delivery': 'abort-message' },
          response_body: String.raw`no <b>today</b>\u0000`,
        },
      ]);
    },
  },
  {
    title: '[WH30] a delivery of another subscription is not found',
    endpoint: 'getDelivery',
    given: async (site) => ({ params: await params(site) }),
    status: 404,
  },
  {
    title: '[WH28] a failed delivery is retried once',
    endpoint: 'retryDelivery',
    given: async (site) => ({ params: { delivery: await failed(site) } }),
    status: 202,
    check: async ({ body, headers }, site, given) => {
      expect(headers.get('location')).toBe(`/api/v1/webhooks/${site.ids['webhook']}/deliveries/${body.id}`);
      await site.world.app.webhooks.run();
      const after = await site.must('getDelivery', { params: given.params ?? {} });
      expect(after).toMatchObject({ state: 'succeeded', attempts: 2 });
      expect(after.attempt_log[1]).toMatchObject({ by_hand: true, outcome: 'succeeded' });
    },
  },
  {
    title: '[WH28] a disabled subscription refuses a retry',
    endpoint: 'recoverDeliveries',
    given: async (site) => ({ ...(await disabled(site)), body: { since: '2026-01-01T00:00:00Z' } }),
    status: 409,
    code: 'webhook_disabled',
  },
  {
    title: '[WH29] events that failed since a time are delivered again',
    endpoint: 'recoverDeliveries',
    given: async (site) => {
      await failed(site);
      return { body: { since: new Date(site.world.clock.now() - 1000).toISOString() } };
    },
    status: 202,
    check: async ({ body, headers }, site) => {
      expect(body).toMatchObject({ queued: expect.any(Number), more: false, notice: null });
      expect(body.queued).toBeGreaterThan(0);
      expect(headers.get('location')).toBe(`/api/v1/webhooks/${site.ids['webhook']}/deliveries`);
      await site.world.app.webhooks.run();
      expect((await site.must('listDeliveries', { query: '?status=failed' })).meta.total).toBe(0);
    },
  },
  {
    title: '[WH29] recovery needs a valid start time',
    endpoint: 'recoverDeliveries',
    given: () => ({ body: { until: 'yesterday' } }),
    status: 422,
    at: ['#/since', '#/until'],
  },
];

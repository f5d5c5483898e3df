/** The test event that comes before a subscription is saved. */
import { expect, test } from 'vitest';
import { openSender } from '../../server/followers/webhooks/send.ts';
import { sendTestEvent } from '../../server/followers/webhooks/test-event.ts';
import { Problem } from '../../shared/model/problem.ts';
import { testAuthority } from '../kit/certificates.ts';
import { patienceMs } from '../kit/patience.ts';
import { openReceiver, type Answer } from '../kit/receiver.ts';

const { caFile } = testAuthority();
const secret = 'whsec_geheim';

async function problemOf(url: string, timeoutMs = patienceMs): Promise<Problem | undefined> {
  let id = 0;
  const send = openSender({ allow: ['127.0.0.1'], caFile, timeoutMs });
  const ground = {
    send,
    signatureHeaderName: 'X-Acme-Signature',
    now: () => Date.UTC(2026, 10, 21, 9),
    newId: () => `id-${++id}`,
  };
  try {
    await sendTestEvent(ground, { organisationId: 'org', id: 'hook', url, secret, headers: {} });
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('[WH15] the test event is webhook.test, signed like any other', async () => {
  await using receiver = await openReceiver({ secret, signatureHeaderName: 'X-Acme-Signature' });
  expect(await problemOf(receiver.url)).toBeUndefined();
  const [request] = receiver.requests;
  expect(request?.verified).toBe(true);
  expect(request?.headers).toMatchObject({
    'x-acme-event': 'webhook.test',
    'x-acme-attempt': '1',
    'webhook-id': 'msg_id1',
  });
  expect(JSON.parse(String(request?.body))).toEqual({
    event: 'webhook.test',
    timestamp: '2026-11-21T09:00:00.000Z',
    data: { webhook_id: 'hook', organisation_id: 'org' },
    type: 'webhook.test',
    id: 'msg_id1',
    api_version: 'v1',
  });
});

test.for<[Answer, string, number | undefined]>([
  [201, 'status', 201],
  [204, 'status', 204],
  [{ status: 302, headers: { location: 'https://127.0.0.1/' } }, 'status', 302],
  [{ status: 500, body: 'canary-of-the-inside' }, 'status', 500],
  ['hang', 'timeout', undefined],
  ['reset', 'response', undefined],
])('[WH15] a test event answered with %j is refused without revealing the answer', async ([answer, reason, status]) => {
  await using receiver = await openReceiver({ answers: answer });
  const problem = await problemOf(receiver.url, answer === 'hang' ? 250 : patienceMs);
  expect(problem?.code).toBe('webhook_test_failed');
  expect(problem?.members).toEqual(status === undefined ? { reason } : { reason, response_status: status });
  expect(JSON.stringify(problem?.toBody(''))).not.toContain('canary');
});

test('[WH15] an address inside is refused as blocked', async () => {
  expect((await problemOf('https://10.0.0.1/'))?.members).toEqual({ reason: 'blocked_address' });
});

/** What a delivery sent, as its log shows it, against what the receiver got. */
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openReceiver } from '../kit/receiver.ts';
import { openWorld } from '../kit/world.ts';

/** Secrets and signatures, and what belongs to the connection. */
const unshown = ['authorization', 'connection', 'content-length', 'host', 'webhook-signature', 'x-service-signature'];

test('[WH30] a delivery shows what was sent, without secrets, to who may read it', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver({ answers: [200, 500, 200] });
  const as = (token: string) => restClient({ server: world.app.url, token });
  const rest = as(world.adminToken);
  const { id: webhook } = await rest.createWebhook({
    body: { url: receiver.url, events: ['document.created'], headers: { Authorization: 'Bearer 0815' } },
  });
  await rest.createDocument({ body: { title: 'Roof works', document_type: 'rams' } });
  await world.app.webhooks.run();
  const [{ id: delivery } = { id: '' }] = (await rest.listDeliveries({ webhook })).data;
  await rest.retryDelivery({ webhook, delivery });
  await world.app.webhooks.run();
  const { sent } = await rest.getDelivery({ webhook, delivery });
  const { headers = {}, body } = receiver.requests.at(-1) ?? {};
  expect(sent?.body).toBe(String(body));
  const shown = Object.entries(sent?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  expect(headers).toMatchObject(Object.fromEntries(shown));
  const names = new Set(shown.map(([name]) => name));
  expect(Object.keys(headers).filter((name) => !names.has(name))).toEqual(expect.arrayContaining(unshown));
  expect(headers).toHaveProperty('x-service-attempt', '2');
  const { token } = await rest.createToken({ body: { name: 'Gate', role: 'admin', scopes: ['webhooks:manage'] } });
  const withheld = await as(token).getDelivery({ webhook, delivery });
  expect(withheld.sent).toBeNull();
  const answers = withheld.attempt_log.map(({ response_headers: given, response_body: text }) => [given, text]);
  expect(answers).toEqual(Array.from({ length: 2 }, () => [null, null]));
  expect(withheld.attempt_log.map(({ response_status: status }) => status)).toEqual([500, 200]);
});

test('[WH43] the log names the document that a delivery is about, to who may read it', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver();
  const as = (token: string) => restClient({ server: world.app.url, token });
  const rest = as(world.adminToken);
  const { id: webhook } = await rest.createWebhook({ body: { url: receiver.url, events: ['*'] } });
  const { id: document, reference = '' } = await rest.createDocument({
    body: { title: 'Roof works', document_type: 'rams' },
  });
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  await rest.recordSignoff({ document, body: { worker: { name: 'Cy Poe' } } });
  await rest.createProject({ body: { name: 'Mill Street' } });
  const about = ({ event, document_id, reference: shown }: Row) => [event, document_id, shown];
  const { data } = await rest.listDeliveries({ webhook });
  expect(data.map(about)).toEqual([
    ['signoff.recorded', document, reference],
    ['document.approved', document, reference],
    ['document.submitted', document, reference],
    ['document.created', document, reference],
  ]);
  const [{ id: delivery } = { id: '' }] = data;
  expect(about(await rest.getDelivery({ webhook, delivery }))).toEqual(['signoff.recorded', document, reference]);
  expect(about(await rest.retryDelivery({ webhook, delivery }))).toEqual(['signoff.recorded', document, reference]);
  const withheld = await rest.createToken({ body: { name: 'Gate', role: 'admin', scopes: ['webhooks:manage'] } });
  const rows = (await as(withheld.token).listDeliveries({ webhook })).data;
  expect(rows.map(about)).toEqual(data.map(({ event }) => [event, null, null]));
});

interface Row {
  readonly event: string;
  readonly document_id: string | null;
  readonly reference: string | null;
}

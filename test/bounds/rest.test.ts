/** Guard values of REST bodies and lists, each at its bound and beside it, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertNotifications } from '../../server/store/queues/notifications.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';

const dayMs = 86_400_000;
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const ids = (count: number): string[] => Array.from({ length: count }, () => world.app.commitContext.newId());
const token = (more: object): object => ({ name: 'Display', role: 'viewer', ...more });
const document = (more: object): object => ({ title: 'Roof works', document_type: 'rams', ...more });

test.each([
  ['POST tokens', 730, 'days until expiry', (n: number) => token({ expires_in_days: n })],
  ['POST tokens', 50, 'allowed addresses', (n: number) => token({ ip_allow: Array(n).fill('10.0.0.1') })],
  ['POST documents', 200, 'characters of a title', (n: number) => document({ title: 'x'.repeat(n) })],
  ['POST projects', 160, 'characters of a name', (n: number) => ({ name: 'x'.repeat(n) })],
])('[R8] %s accepts %i %s and not one more', async (endpoint, most, _, body) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const answers = [
    await world.api(method, `/api/v1/${path}`, body(most)),
    await world.api(method, `/api/v1/${path}`, body(most + 1)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 422]);
});

async function notify(subject: string): Promise<void> {
  const { store, now } = world.app.commitContext;
  const [id = ''] = ids(1);
  const notice = {
    type: 'signoff_recorded',
    severity: 'info',
    subject,
    body: 'Luke Farrell signed version 1.',
    resourceType: 'signoff',
    resourceId: id,
    projectId: null,
    to: { permission: 'documents:read' },
    dedupeKey: id,
  } as const;
  await store.write(world.organisationId, now, (tx) =>
    insertNotifications(tx.trx, tx.orgId, [{ id, notice, created_at: new Date(now()).toISOString() }]),
  );
}

async function subjects(query = ''): Promise<string[]> {
  const { body } = await world.api<{ data: { subject: string }[] }>('GET', `/api/v1/notifications${query}`);
  return body.data.map(({ subject }) => subject);
}

test('[NT2] a notification is listed for 30 days to the millisecond', async () => {
  await notify('A month ago');
  world.clock.advance(30 * dayMs);
  expect(await subjects()).toContain('A month ago');
  world.clock.advance(1);
  expect(await subjects()).not.toContain('A month ago');
});

test('[NT9] a notification is kept for 400 days to the millisecond', async () => {
  const since = `?since=${new Date(world.clock.now()).toISOString()}`;
  await notify('Kept');
  world.clock.advance(400 * dayMs);
  await notify('At 400 days');
  expect(await subjects(since)).toContain('Kept');
  world.clock.advance(1);
  await notify('A moment later');
  expect(await subjects(since)).not.toContain('Kept');
});

test('[R28] a download link works for 15 minutes to the millisecond', async () => {
  const { documentId } = await documentWithHazard(world, bareDevice(world), true);
  const asked = await world.api<{ id: string }>('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
  await world.app.exports.run();
  world.clock.set(new Date(Math.ceil(world.clock.now() / 1000) * 1000).toISOString()); // links expire at a whole second
  const { body } = await world.api<{ download_url: string }>('GET', `/api/v1/exports/${asked.body.id}`);
  const statuses: number[] = [];
  for (const ms of [15 * 60_000 - 1, 1]) {
    world.clock.advance(ms);
    statuses.push((await fetch(body.download_url)).status);
  }
  expect(statuses).toEqual([200, 401]);
});

test('[PW17] over REST an action on a permit may be up to 10 minutes in the future', async () => {
  const { body } = await world.api<{ id: string }>('POST', '/api/v1/permits', { permit_type: 'hot_work' });
  const request = async (aheadMs: number): Promise<number> => {
    const at = new Date(world.clock.now() + aheadMs).toISOString();
    return (await world.api('POST', `/api/v1/permits/${body.id}/request`, { at })).status;
  };
  expect([await request(10 * 60_000 + 1), await request(10 * 60_000)]).toEqual([422, 200]);
});

/** Events, subscriptions and exports are read by the permission of what they tell of. */
import { expect, test } from 'vitest';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { restClient } from '../../client-sdk/rest.ts';
import { openReceiver } from '../kit/receiver.ts';
import { openWorld, type World } from '../kit/world.ts';
import { insertNotifications } from '../../server/store/queues/notifications.ts';
import { insertEvents } from '../../server/store/records/events.ts';
import { allows, permissions, roles, type Permission } from '../../shared/model/access.ts';
import { eventNames, type EventName } from '../../shared/model/event.ts';

/** What it takes to read each event: the permission for what it tells of. */
const readWith: Readonly<Record<EventName, Permission>> = {
  'document.created': 'documents:read',
  'document.updated': 'documents:read',
  'document.submitted': 'documents:read',
  'document.approved': 'documents:read',
  'document.rejected': 'documents:read',
  'document.exported': 'documents:read',
  'contractor.invited': 'documents:read',
  'contractor.submitted': 'documents:read',
  'signoff.recorded': 'signoffs:read',
  'incident.reported': 'incidents:read',
  'permit.opened': 'permits:read',
  'permit.closed': 'permits:read',
  'compliance.scored': 'documents:read',
  'certification.expiring': 'workers:read',
};
const subjects = {
  document: 'documents:read',
  export: 'documents:read',
  contractor_submission: 'documents:read',
  conflict: 'documents:read',
  signoff: 'signoffs:read',
  incident: 'incidents:read',
  permit: 'permits:read',
  worker: 'workers:read',
} as const satisfies Readonly<Record<string, Permission>>;
const reading = permissions.filter((each) => each.endsWith(':read'));

/** Calls `look` with each role, narrowed to each reading scope, and what that token may read. */
async function withEach(
  world: World,
  actor: { readonly id: string; readonly name: string },
  look: (headers: Readonly<Record<string, string>>, mayRead: (needed: Permission) => boolean) => Promise<void>,
): Promise<void> {
  for (const role of roles) {
    for (const scope of reading) {
      const token = await world.token(role, undefined, 'narrow', { scopes: [scope, 'documents:read'], actor });
      // The contractor has no part in what the tests tell of.
      const mayRead = (needed: Permission): boolean =>
        role !== 'contractor_author' && allows(role, needed) && [scope, 'documents:read'].includes(needed);
      await look({ authorization: `Bearer ${token}` }, mayRead);
    }
  }
}

test('[HR52] the event feed holds only what the token may read, whatever its role and scopes', async () => {
  await using world = await openWorld();
  const { newId, now, store } = world.app.commitContext;
  await store.write(world.organisationId, now, async (tx) => {
    const about = { at_ms: now(), resource_id: newId(), data: '{}' };
    await insertEvents(
      tx.trx,
      tx.orgId,
      eventNames.map((name) => ({ ...about, seq: tx.nextSeq(), name })),
    );
  });
  await withEach(world, { id: newId(), name: 'Ann' }, async (headers, mayRead) => {
    const { body } = await world.api<Feed>('GET', '/api/v1/events', undefined, headers);
    expect(body.data.map(({ event }) => event)).toEqual(eventNames.filter((name) => mayRead(readWith[name])));
  });
});

test('[HR55] notifications hold only what the token may read, also those to its own person', async () => {
  await using world = await openWorld();
  const { newId, now, store } = world.app.commitContext;
  const actor = { id: newId(), name: 'Ann' };
  await store.write(world.organisationId, now, async (tx) => {
    const sent = Object.keys(subjects).map((resourceType) => {
      const about = { resourceType, resourceId: newId(), projectId: null, dedupeKey: resourceType };
      const notice = { type: 'permit_expired', severity: 'info', subject: 'Told', body: 'Told.', ...about } as const;
      return { id: newId(), notice: { ...notice, to: { actorId: actor.id } }, created_at: tx.now() };
    });
    await insertNotifications(tx.trx, tx.orgId, sent);
  });
  await withEach(world, actor, async (headers, mayRead) => {
    const { body } = await world.api<Inbox>('GET', '/api/v1/notifications', undefined, headers);
    const readable = Object.entries(subjects).flatMap(([type, needed]) => (mayRead(needed) ? [type] : []));
    expect(body.data.map(({ resource_type: type }) => type).toSorted()).toEqual(readable.toSorted());
  });
});

interface Feed {
  readonly data: readonly { readonly event: EventName }[];
}
interface Inbox {
  readonly data: readonly { readonly resource_type: string }[];
}

test('[HR53] a subscription to an event needs the permission to read it, and no other', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver({ secret: 'secret-of-a-receiver' });
  const subscribe = async (scopes: readonly Permission[], events: readonly string[]): Promise<number> => {
    const token = await world.token('admin', undefined, 'narrow', { scopes: ['webhooks:manage', ...scopes] });
    const headers = { authorization: `Bearer ${token}` };
    return (await world.api('POST', '/api/v1/webhooks', { url: receiver.url, events }, headers)).status;
  };
  for (const name of eventNames) {
    const needed = readWith[name];
    const others = reading.filter((scope) => scope !== needed);
    expect([name, await subscribe([needed], [name]), await subscribe(others, [name])]).toEqual([name, 201, 403]);
  }
  expect([await subscribe(reading, ['*']), await subscribe(reading.slice(0, -1), ['*'])]).toEqual([201, 403]);
});

test('[HR53] nobody turns a subscription to another receiver who may not read its events', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver({ secret: 'secret-of-a-receiver' });
  const made = await world.api<{ id: string }>('POST', '/api/v1/webhooks', { url: receiver.url, events: ['*'] });
  const token = await world.token('admin', undefined, 'narrow', { scopes: ['webhooks:manage', 'documents:read'] });
  const headers = { authorization: `Bearer ${token}` };
  const turned = await world.api('PUT', `/api/v1/webhooks/${made.body.id}`, { url: `${receiver.url}/mine` }, headers);
  expect([turned.status, turned.body]).toMatchObject([403, { code: 'forbidden' }]);
  for (const action of ['rotate-secret', 'rotate-secret/complete']) {
    const { status } = await world.api('POST', `/api/v1/webhooks/${made.body.id}/${action}`, {}, headers);
    expect([action, status]).toEqual([action, 403]);
  }
});

test('[HR53] who is limited to a contractor from now on ends the subscription they set up', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver();
  const as = (token: string) => restClient({ server: world.app.url, token });
  const rest = as(world.adminToken);
  const { id: contractor } = await rest.createContractor({ body: { name: 'Roofers' } });
  await rest.createUser({ body: { name: 'Olga', email: 'olga@example.com', role: 'admin' } });
  const { id: user } = await rest.createUser({ body: { name: 'Wim', email: 'wim@example.com', role: 'admin' } });
  const { token } = await rest.createToken({ body: { name: 'Wim', role: 'admin', user_id: user } });
  const events = ['document.created', 'signoff.recorded'] as const;
  const { id: webhook } = await as(token).createWebhook({ body: { url: receiver.url, events: [...events] } });
  const before = receiver.requests.length;
  await rest.updateUser({ user, body: { role: 'contractor_author', contractor_id: contractor } });
  await rest.createDocument({ body: { title: 'Of the organisation', document_type: 'rams' } });
  await world.app.webhooks.run();
  expect(receiver.requests).toHaveLength(before);
  expect(await rest.getWebhook({ webhook })).toMatchObject({ state: 'disabled', disabled_reason: 'token_withdrawn' });
});

test('[HR54] an export is requested and read with the permission to read sign-offs', async () => {
  await using world = await openWorld();
  const { documentId } = await documentWithHazard(world, bareDevice(world), true);
  const asked = `/api/v1/documents/${documentId}/export`;
  const made = await world.api<{ id: string }>('POST', asked, { format: 'docx' });
  const narrow = await world.token('manager', undefined, 'narrow', { scopes: ['documents:read', 'exports:write'] });
  const headers = { authorization: `Bearer ${narrow}` };
  const statuses = [
    await world.api('POST', asked, { format: 'docx' }, headers),
    await world.api('GET', `/api/v1/exports/${made.body.id}`, undefined, headers),
    await world.api('GET', `/api/v1/exports/${made.body.id}/file`, undefined, headers),
  ].map(({ status }) => status);
  expect([made.status, ...statuses]).toEqual([202, 403, 403, 403]);
});

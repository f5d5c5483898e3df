/** Events, subscriptions and exports are read by the permission of what they tell of. */
import { expect, test } from 'vitest';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { sign, signoff } from '../kit/bare-signoff.ts';
import { openReceiver } from '../kit/receiver.ts';
import { openWorld } from '../kit/world.ts';
import { permissions, type Permission } from '../../shared/model/access.ts';
import { eventNames } from '../../shared/model/event.ts';
import { mayReadEvent } from '../../shared/visible.ts';

test('[HR52] the event feed holds only what the token may read, and its position passes over the rest', async () => {
  await using world = await openWorld();
  const office = bareDevice(world);
  const { documentId } = await documentWithHazard(world, office, true);
  await sign(world, office, signoff(documentId));
  const namesFor = async (scopes: readonly ('documents:read' | 'signoffs:read')[]) => {
    const token = await world.token('viewer', undefined, 'narrow', { scopes });
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await world.api<{ data: { event: string }[]; meta: { more: boolean } }>(
      'GET',
      '/api/v1/events',
      undefined,
      headers,
    );
    expect(body.meta.more).toBe(false);
    return body.data.map(({ event }) => event);
  };
  expect(await namesFor(['documents:read', 'signoffs:read'])).toContain('signoff.recorded');
  const narrow = await namesFor(['documents:read']);
  expect(narrow).toContain('document.approved');
  expect(narrow).not.toContain('signoff.recorded');
});

test('[HR53] a subscription to each event is made with the permission to read it, and with no other', async () => {
  await using world = await openWorld();
  await using receiver = await openReceiver({ secret: 'secret-of-a-receiver' });
  const reading = permissions.filter((each) => each.endsWith(':read'));
  const subscribe = async (scopes: readonly Permission[], events: readonly string[]): Promise<number> => {
    const token = await world.token('admin', undefined, 'narrow', { scopes: ['webhooks:manage', ...scopes] });
    const headers = { authorization: `Bearer ${token}` };
    return (await world.api('POST', '/api/v1/webhooks', { url: receiver.url, events }, headers)).status;
  };
  for (const name of eventNames) {
    const needed = reading.filter((scope) => mayReadEvent(name, { role: 'admin', scopes: [scope] }));
    expect(needed).toHaveLength(1);
    const others = reading.filter((scope) => !needed.includes(scope));
    expect([name, await subscribe(needed, [name]), await subscribe(others, [name])]).toEqual([name, 201, 403]);
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

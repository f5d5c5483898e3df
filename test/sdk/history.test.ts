/** What happens when the two sides remember different pasts: a server restored from a backup, a replica restored from a copy. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { openWorld } from '../kit/world.ts';
import { backUp, epochOf } from './support/backup.ts';
import { openGateway } from './support/gateway.ts';
import { temporaryFolder } from '../kit/places.ts';
import { draftWithHazard } from './support/site-day.ts';
import { openTablet } from '../kit/tablet.ts';

test('[DV22] after the server was restored, the replica takes a fresh snapshot and sends again what the server has forgotten', async () => {
  await using world = await openWorld();
  await using gateway = await openGateway(() => world.url);
  await using tom = await openTablet(world, { server: gateway.url, seed: 1 });
  await using ann = await openTablet(world, { server: gateway.url, seed: 2 });
  const kept = await draftWithHazard(tom);
  await tom.sync();
  await ann.sync();
  const backup = await backUp(world);
  const lost = await draftWithHazard(ann);
  await ann.sync();
  await tom.sync();
  await tom.hazards.patch(kept.hazardId, { name: 'Falling beam' });
  // The server has taken it, and the answer is known; but the feed has not brought it back yet.
  gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
  await expect(tom.sync()).rejects.toMatchObject({ fault: 'busy' });
  await tom.hazards.patch(kept.hazardId, { who_at_risk: 'Slingers' });
  const seen: unknown[] = [];
  const watching = tom.hazards.watch({ document_id: kept.documentId }).subscribe(([hazard]) => seen.push(hazard?.name));

  await backup.restore();
  gateway.interfere = undefined;
  expect(await tom.sync()).toMatchObject({ pushed: 2, refused: 0 });
  watching.unsubscribe();
  expect(await tom.hazards.get(kept.hazardId)).toMatchObject({
    name: 'Falling beam',
    who_at_risk: 'Slingers',
    unsent: false,
  });
  expect(await tom.documents.get(lost.documentId)).toBeUndefined();
  expect(tom.status).toMatchObject({ waiting: 0, refused: 0, online: true });
  expect(new Set(seen)).toEqual(new Set(['Falling beam']));
  await ann.sync();
  expect(await ann.hazards.find()).toEqual(await tom.hazards.find());
});

test('[DV23] a reset of the feed drops what the server no longer has, but nothing of the outbox', async () => {
  await using world = await openWorld();
  await using gateway = await openGateway(() => world.url);
  await using device = await openTablet(world, { server: gateway.url });
  const { documentId, hazardId } = await draftWithHazard(device);
  await device.sync();
  const page = { more: false, epoch: await epochOf(world), last_mutation_id: 2, server_time: '2026-11-21T09:00:00Z' };
  const ghostId = crypto.randomUUID();
  const envelope = { project_id: null, created_at: '', updated_at: '', created_by: '', updated_by: '' };
  const body = { document_id: documentId, name: 'A hazard of another history' };
  const ghost = { op: 'put', kind: 'hazard', id: ghostId, seq: 90, rev: 1, document_id: documentId, body, ...envelope };
  const answer = (reply: object) => ({ status: 200, type: 'application/json', body: JSON.stringify(reply) });
  gateway.interfere = ({ door }) => (door === 'pull' ? answer({ ...page, cursor: 'a', ops: [ghost] }) : undefined);
  await device.sync();
  expect(await device.hazards.find()).toHaveLength(2);

  let editing: Promise<void> | undefined;
  gateway.interfere = ({ door }) => {
    if (door !== 'pull' || editing) return undefined;
    editing = device.hazards.patch(hazardId, { name: 'Falling beam' });
    return answer({ ...page, cursor: 'b', more: true, ops: [{ op: 'reset' }] });
  };
  await device.sync();
  await editing;
  expect(await device.outbox.list()).toMatchObject([{ state: 'queued', mine: { name: 'Falling beam' } }]);
  expect(await device.hazards.find()).toMatchObject([{ id: hazardId, name: 'Falling beam', unsent: true }]);
  expect(await device.sync()).toMatchObject({ pushed: 1, refused: 0 });
  expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', unsent: false, rev: 2 });
});

test('[DV24] a replica restored from a copy goes on under a new name, and neither loses nor doubles anything', async () => {
  await using world = await openWorld();
  const folder = temporaryFolder();
  const [file, copy] = [join(folder, 'device.sqlite'), join(folder, 'copy.sqlite')];
  const place = { storage: () => durableStorage({ file }) };
  const before = await openTablet(world, { place });
  const { documentId, hazardId } = await draftWithHazard(before);
  await before.close();
  copyFileSync(file, copy);
  const later = await openTablet(world, { place, seed: 101 });
  await later.hazards.patch(hazardId, { name: 'Falling beam' });
  await later.sync();
  await later.close();

  await using restored = await openTablet(world, {
    place: { storage: () => durableStorage({ file: copy }) },
    seed: 102,
  });
  const name = restored.clientId;
  expect(restored.status.waiting).toBe(2);
  // Under the number that the later patch of the same hazard had.
  await restored.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
  await restored.hazards.create({ document_id: documentId, name: 'Dust' });
  expect(await restored.sync()).toMatchObject({ refused: 0 });
  expect(restored.clientId).not.toBe(name);
  expect((await restored.hazards.find()).map((hazard) => [hazard.name, hazard.rev])).toEqual([
    ['Falling beam', 3],
    ['Dust', 1],
  ]);
  expect(await restored.hazards.get(hazardId)).toMatchObject({ who_at_risk: 'Slingers' });
  expect(await restored.documents.find()).toHaveLength(1);
  expect(await restored.conflicts.find()).toEqual([]);
});

/** Leaving a device: no work is lost by it, and nothing but that work stays. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { memoryPlace, places, temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { draftWithHazard } from './support/site-day.ts';

const passphrase = 'correct horse battery';

test('[DV60] log-out refuses with the counts while anything is unsent or refused, and the device goes on', async () => {
  await using world = await openWorld();
  await using tom = await openTablet(world, { seed: 1 });
  await using ann = await openTablet(world, { seed: 2 });
  const { documentId, hazardId } = await draftWithHazard(tom);
  await tom.sync();
  await ann.sync();
  await tom.submitForReview(documentId);
  await tom.sync();
  await ann.hazards.patch(hazardId, { name: 'Falling truss' });
  await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1, refused: 0 });
  await ann.sync();
  await ann.documents.create({ title: 'Hot works', document_type: 'permit' });
  await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1, refused: 1 });
  expect(await ann.sync()).toMatchObject({ pushed: 1 });
  await expect(ann.logOut()).rejects.toMatchObject({ name: 'UnsentWorkError', waiting: 0, refused: 1 });
  const [refused] = await ann.outbox.refused();
  await ann.outbox.discard(refused!.id); // one stands there
  await ann.logOut();
});

test.for(places)('[DV61] after a log-out nothing of the replica is left: %s', async ([, openPlace]) => {
  await using world = await openWorld();
  const place = openPlace();
  const ann = await openTablet(world, { place, seed: 2 });
  await draftWithHazard(ann);
  await ann.sync();
  const before = ann.clientId;
  await ann.logOut();
  await ann.close();
  await using again = await openTablet(world, { place, seed: 3 });
  expect(await again.documents.find()).toEqual([]);
  expect(again.status).toMatchObject({ waiting: 0, refused: 0, cursor: null });
  expect(again.clientId).not.toBe(before);
});

test('[DV61] the words of the documents do not stay in the durable file either', async () => {
  await using world = await openWorld();
  const folder = temporaryFolder();
  const file = join(folder, 'device.sqlite');
  const ann = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 2 });
  await draftWithHazard(ann);
  await ann.sync();
  await ann.logOut();
  expect(readFileSync(file).includes('Glulam lift')).toBe(false);
});

test('[DV61] a log-out that was cut off half-way is finished at the next opening', async () => {
  await using world = await openWorld();
  const place = memoryPlace();
  const sound = place.storage();
  let isCut = false;
  const cut: typeof sound = {
    ...sound,
    createStorageInstance: async (params) => {
      const instance = await sound.createStorageInstance(params);
      instance.remove = async () => {
        isCut = true;
        await instance.close();
        throw new Error('the power is gone');
      };
      return instance;
    },
  };
  const ann = await openTablet(world, { place: { storage: () => cut }, seed: 2 });
  await draftWithHazard(ann);
  await ann.logOut({ force: true }).catch(() => undefined);
  expect(isCut).toBe(true);
  await ann.close().catch(() => undefined);
  await using again = await openTablet(world, { place, seed: 3 });
  expect(await again.documents.find()).toEqual([]);
  expect(again.status).toMatchObject({ waiting: 0, cursor: null });
});

test('[DV61] work that somebody gives up by force goes with the rest', async () => {
  await using world = await openWorld();
  const place = memoryPlace();
  const ann = await openTablet(world, { place, seed: 2 });
  await draftWithHazard(ann);
  await ann.logOut({ force: true });
  await using again = await openTablet(world, { place, seed: 3 });
  expect(again.status.waiting).toBe(0);
});

test('[DV62] log-out with an export goes through only when the export is saved', async () => {
  await using world = await openWorld();
  const place = memoryPlace();
  const ann = await openTablet(world, { place, seed: 2 });
  await ann.sync();
  await draftWithHazard(ann);
  const full = async (): Promise<void> => Promise.reject(new Error('the stick is full'));
  await expect(ann.logOut({ export: passphrase, save: full })).rejects.toThrow('the stick is full');
  expect(ann.status.waiting).toBe(2);
  let saved = '';
  await ann.logOut({ export: passphrase, save: (text) => void (saved = text) });
  await using tom = await openTablet(world, { seed: 4 });
  expect(await tom.outbox.importUnsent(saved, passphrase)).toMatchObject({ taken: [1, 2], skipped: 0 });
  expect(await tom.sync()).toMatchObject({ pushed: 2, refused: 0 });
});

test('[DV63] log-out that keeps leaves the outbox alone, and the next log-in of the same organisation delivers it', async () => {
  await using world = await openWorld();
  const place = memoryPlace();
  const ann = await openTablet(world, { place, seed: 2 });
  const { hazardId } = await draftWithHazard(ann);
  await ann.sync();
  await ann.hazards.patch(hazardId, { name: 'Falling truss' });
  await ann.logOut({ keep: true });
  await using again = await openTablet(world, { place, seed: 3 });
  expect(await again.documents.find()).toEqual([]);
  expect(again.status).toMatchObject({ waiting: 1, cursor: null });
  expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
  expect(await again.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss', unsent: false });
});

test('[DV64] a token that was revoked takes nothing away: the work waits, and log-out still refuses', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 2, token: 'rk_nobody' });
  await ann.documents.create({ title: 'Lift', document_type: 'rams' });
  await expect(ann.sync()).rejects.toMatchObject({ fault: 'unauthorised' });
  await expect(ann.logOut()).rejects.toMatchObject({ waiting: 1 });
  ann.useToken(world.adminToken);
  expect(await ann.sync()).toMatchObject({ pushed: 1 });
});

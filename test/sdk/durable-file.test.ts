/** What only the file of a durable replica can show: words that are gone from it, and a copy of it that comes back. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { draftWithHazard } from './support/site-day.ts';

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

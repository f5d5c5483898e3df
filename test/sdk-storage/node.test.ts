/** The storage contract in Node, on memory and on the durable file. */
import { expect, test } from 'vitest';
import { memoryStorage } from '../../client-sdk/storage/memory.ts';
import { hazard, openSite } from './site-database.ts';
import { storageContract } from './storage-contract.ts';
import { durablePlace } from './temporary-file.ts';

storageContract('memory', () => {
  const storage = memoryStorage();
  return { name: 'site', storage: () => storage };
});
storageContract('durable', durablePlace);

test('[ST9] two memory storages in one process share nothing, even under one database name', async () => {
  await using first = await openSite({ name: 'site', storage: memoryStorage });
  await using second = await openSite({ name: 'site', storage: memoryStorage });
  await first.hazards.insert(hazard(1));
  expect(await second.hazards.count().exec()).toBe(0);
});

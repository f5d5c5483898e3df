/** The contract of tables in Node, on memory and on the durable file, and the storage contract of RxDB on the file. */
import { expect, test } from 'vitest';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { memoryStorage } from '../../client-sdk/storage/memory.ts';
import { storageContract } from './storage-contract.ts';
import { openTable, row, tableContract } from './table-contract.ts';
import { durablePlace, temporaryFile } from './temporary-file.ts';

tableContract('memory', memoryStorage);
tableContract('durable', () => durableStorage({ file: temporaryFile() }));
storageContract('durable', durablePlace);

test('[ST9] two memory storages in one process share nothing, even under one name', async () => {
  const [first, second] = [await openTable(memoryStorage(), 'site'), await openTable(memoryStorage(), 'site')];
  await first.table.write({ put: [row('a')] });
  expect(await second.table.range()).toEqual([]);
});

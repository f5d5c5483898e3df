/** A program that writes to a durable storage for ever and says what was acknowledged; durable.test.ts kills it. */
import { durableRxStorage } from '../../client-sdk/storage/durable.ts';
import { hazard, openSite } from './site-database.ts';

const [file = '', firstNumber = '0'] = process.argv.slice(2);
const site = await openSite({ name: 'site', storage: () => durableRxStorage(file) });

// One line per acknowledged write: a pipe is written before console.log returns, so a printed line is a promise kept.
for (let number = Number(firstNumber); ; number += 10) {
  const inserted = await site.hazards.insert(hazard(number, 'inserted'));
  console.log(`${inserted.id} inserted`);
  await inserted.incrementalPatch({ title: 'patched' });
  console.log(`${inserted.id} patched`);
  const bulk = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => hazard(number + step, 'in-bulk'));
  await site.hazards.bulkInsert(bulk);
  for (const each of bulk) console.log(`${each.id} in-bulk`);
}

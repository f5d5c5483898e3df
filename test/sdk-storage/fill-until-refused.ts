/** A program on a disk with little room: it writes until the durable storage refuses, then says what it still sees; see durable.test.ts. */
import { durableRxStorage } from '../../client-sdk/storage/durable.ts';
import { DurableFileError } from '../../client-sdk/storage/durable-file-error.ts';
import { hazard, openSite } from './site-database.ts';

/** The program's last word: ids in the order of writing, and how many changes its own watcher was shown. */
export type FillReport = {
  readonly fault: string;
  readonly acknowledged: readonly string[];
  readonly found: readonly string[];
  readonly refusedIsThere: boolean;
  readonly shown: number;
};

const [file = ''] = process.argv.slice(2);
const site = await openSite({ name: 'site', storage: () => durableRxStorage(file) });
const acknowledged: string[] = [];
let shown = 0;
site.hazards.$.subscribe(() => (shown += 1));

for (let number = 0; ; number += 1) {
  try {
    await site.hazards.insert(hazard(number, 'x'.repeat(20_000)));
    acknowledged.push(`h${number}`);
  } catch (error) {
    const fault = error instanceof DurableFileError ? error.fault : String(error);
    const found = (await site.hazards.find({ sort: [{ severity: 'asc' }] }).exec()).map((each) => each.id);
    const refusedIsThere = (await site.hazards.findOne(`h${number}`).exec()) !== null;
    const report: FillReport = { fault, acknowledged, found, refusedIsThere, shown };
    console.log(JSON.stringify(report));
    break;
  }
}
process.exit(0);

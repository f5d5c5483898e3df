/** `npm run soak -- [--minutes 10] [--disk 64]`: on a disk of so many MB where it may mount one. Status 1 if anything was lost, reading was slow, or more than 2 % of the honest writes were refused. */
import { parseArgs } from 'node:util';
import { smallDisk } from '../kit/small-disk.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, disk: { type: 'string', default: '64' } },
});
using disk = smallDisk(Number(values.disk));
if (!disk) console.log('no disk of its own: mounting one is not allowed here');
const { attacks, ...figures } = await soak(Number(values.minutes) * 60, disk?.folder);
console.table(attacks);
console.table(figures);
const faults = [
  figures.lost + figures.doubled > 0 && 'something was lost or doubled',
  figures.p95 > 3 * figures.quietP95 && 'reading was more than three times as slow',
  figures.refusedShare > 0.02 && 'more than 2 % of the honest writes were refused',
].filter((fault) => fault !== false);
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

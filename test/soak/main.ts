/** `npm run soak -- [--minutes 10] [--disk 64]`: on a disk of so many MB where it may mount one. Status 1 if anything was lost. */
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
process.exitCode = figures.lost + figures.doubled > 0 || figures.p95 > 3 * figures.quietP95 ? 1 : 0;

/**
 * `npm run storm -- [--minutes 30] [--seed n] [--engine postgres|sqlite] [--keep folder]`: prints what it tried and
 * found; status 1 if it found anything. `--keep` leaves the record there: each step, and the files of tablets and server.
 */
import { parseArgs } from 'node:util';
import { isClean, reportText } from './report.ts';
import { storm } from './storm.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    engine: { type: 'string', default: 'postgres' },
    keep: { type: 'string' },
  },
});
const engine = values.engine === 'sqlite' ? 'sqlite' : 'postgres';
console.log(`storm with seed ${values.seed} on ${engine}, ${values.minutes} minutes`);
const report = await storm({ engine, seed: Number(values.seed), minutes: Number(values.minutes), keep: values.keep });
console.log(reportText(report));
process.exit(isClean(report) ? 0 : 1);

/** `npm run storm -- [--minutes 30] [--seed n] [--engine postgres|sqlite]`: prints what it tried and found; status 1 if it found anything. */
import { parseArgs } from 'node:util';
import { isClean, reportText } from './report.ts';
import { storm } from './storm.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    engine: { type: 'string', default: 'postgres' },
  },
});
const engine = values.engine === 'sqlite' ? 'sqlite' : 'postgres';
console.log(`storm with seed ${values.seed} on ${engine}, ${values.minutes} minutes`);
const report = await storm({ engine, seed: Number(values.seed), minutes: Number(values.minutes) });
console.log(reportText(report));
process.exit(isClean(report) ? 0 : 1);

/**
 * `npm run bench [-- name …]`: figures as ratios to a raw floor measured in the same run, because a number of milliseconds says
 * something about one machine only. The floor does what cannot be avoided (HTTP, JSON, a durable SQLite write) and nothing else.
 */
import { benchmarks } from './benchmarks.ts';
import { printTable } from './table.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    printTable(name, await run());
  }
}

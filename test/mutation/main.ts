/**
 * Mutation testing: puts one small mistake at a time into a source file, and runs the quick tests that import it. A mutant that
 * survives, because no test notices it, shows a rule that is not tested. Prints `survived file:line  change`, and the sums.
 *
 *   npm run mutate -- [--files 'shared/resources/permit/*.ts'] [--seed 1] [--most 50] [--whole]
 *
 * `--whole` also runs tests that start a server. No file of the checkout is changed.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openChance } from '../kit/clock.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { testsImporting } from './near-tests.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: 'shared/**/*.ts' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '50' },
    whole: { type: 'boolean', default: false },
  },
});
const folders = values.whole ? ['bounds', 'shared', 'sync', 'rest'] : ['bounds', 'shared'];
/** Longer than the slowest file takes: a mutant that loops for ever is killed. */
const timeoutMs = values.whole ? 600_000 : 120_000;
const folder = mkdtempSync(join(tmpdir(), 'sitefile-mutants-'));
const greenTests = new Map<string, boolean>();
const sums = { killed: 0, survived: 0, 'without a quick test': 0 };

for (const { file, mutant } of sample()) {
  const fate = fateOf(file, mutant);
  sums[fate]++;
  console.log(`${fate.padEnd(8)} ${file}:${mutant.line}  ${mutant.change}`);
}
console.log(
  `seed ${values.seed}: ${Object.entries(sums)
    .map(([fate, count]) => `${count} ${fate}`)
    .join(', ')}`,
);
rmSync(folder, { recursive: true });

interface Sampled {
  readonly file: string;
  readonly mutant: Mutant;
}

function sample(): Sampled[] {
  const chance = openChance(Number(values.seed));
  const all = globSync(values.files, { cwd: root })
    .toSorted()
    .flatMap((file) => mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, mutant })));
  const drawn = all.map((each) => ({ each, place: chance.next() })).toSorted((a, b) => a.place - b.place);
  console.log(`${Math.min(all.length, Number(values.most))} of ${all.length} mutants`);
  return drawn.slice(0, Number(values.most)).map(({ each }) => each);
}

function fateOf(file: string, { source }: Mutant): keyof typeof sums {
  const tests = testsImporting(file, folders, values.whole);
  if (tests.length === 0) return 'without a quick test';
  if (!isGreen(tests)) throw new Error(`without a mutant these tests fail: ${tests.join(' ')}`);
  const path = join(folder, 'mutant.js');
  writeFileSync(path, source);
  return passes(tests, { MUTANT_OF: join(root, file), MUTANT: path }) ? 'survived' : 'killed';
}

function isGreen(tests: readonly string[]): boolean {
  const key = tests.join(' ');
  const green = greenTests.get(key) ?? passes(tests, {});
  greenTests.set(key, green);
  return green;
}

function passes(tests: readonly string[], environment: Readonly<Record<string, string>>): boolean {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const { status } = spawnSync(process.execPath, [program, 'run', '--root', root, '--config', config, ...tests], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
    timeout: timeoutMs,
  });
  return status === 0;
}

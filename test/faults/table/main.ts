/** `npm run faults`: runs the tests of faults at their full length and prints one table. Status 1 if a test failed or a scenario is missing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Figures, Line } from './figures.ts';
import { scenarios, type Scenario, type ScenarioName } from './scenarios.ts';

const folder = mkdtempSync(join(tmpdir(), 'sitefile-faults-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const all: readonly Scenario[] = Object.values(scenarios);
const tests = [...new Set(all.flatMap((scenario) => scenario.tests))].map((test) => `test/${test}`);
const program = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [program, 'run', '--project', '!browser', '--testTimeout', '900000', '--reporter', 'dot', ...tests],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, FAULTS_FILE: file } },
);
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line); // figures.ts writes nothing else
rmSync(folder, { recursive: true });
const linesByScenario = Map.groupBy(lines, ({ scenario }) => scenario);
console.table(
  Object.fromEntries(
    Object.entries<Scenario>(scenarios).map(([name, { fault }]) => [
      fault,
      sum(linesByScenario.get(name as ScenarioName) ?? []), // a key of the table
    ]),
  ),
);
process.exitCode = status === 0 && linesByScenario.size === all.length ? 0 : 1;

function sum(of: readonly Figures[]): Figures | { readonly injected: string } {
  if (of.length === 0) return { injected: 'not reported' };
  const total = (name: keyof Figures): number => of.reduce((so, each) => so + each[name], 0);
  return {
    injected: total('injected'),
    survived: total('survived'),
    lost: total('lost'),
    doubled: total('doubled'),
  };
}

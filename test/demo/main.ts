/**
 * `npm run demo`: one whole site day on real processes and real data, told line by line; each claim is checked, and one that does
 * not hold ends it with exit code 1. Leaves `demo-out/` (or `--out <folder>`) with rams.pdf, rams.docx and summary.json. With `--open` the server goes on
 * until Ctrl-C, for a person with a browser.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { back } from './chapters/back.ts';
import { towerEdits } from './changes.ts';
import { cutOff } from './chapters/cut-off.ts';
import { evening } from './chapters/evening.ts';
import { morning } from './chapters/morning.ts';
import { papers } from './chapters/papers.ts';
import { openDay } from './day.ts';
import { buildPages, lookAround } from './look-around.ts';
import { openStory, type Story } from './story.ts';
import { summaryTable, type Summary } from './summary.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'demo-out' }, open: { type: 'boolean', default: false } },
});
const outDir = resolve(values.out);
let isInterrupted = false;
const story = openStory((line) => console.log(line));

console.log('Sitefile: a day at Kingsmead Quarter, Block C');
console.log('Real processes, a real network that fails, real files. ✓ = looked at, and so it is.');
try {
  await play(story);
} catch (error) {
  if (!isInterrupted)
    console.error(`\nThe day did not go as it should: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function play(told: Story): Promise<void> {
  if (values.open) await buildPages();
  await using day = await openDay(told, outDir);
  const leave = (): never => process.exit(1);
  const interrupted = (signal: string): void => {
    isInterrupted = true;
    console.error(`\n${signal}: everything is switched off.`);
    day[Symbol.asyncDispose]().then(leave, leave);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  const site = await morning(day);
  const signed = await cutOff(day, site);
  const { conflicts, refused, ...signoffs } = await back(day, site, signed);
  const files = await papers(day, site);
  const deliveries = await evening(day, site, { ...signoffs, conflicts, refused });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
  const offline = Object.keys(towerEdits).length;
  const edits = { offline, merged: offline - conflicts - refused, conflicts, refused };
  const summary: Summary = {
    ok: true,
    duration_ms: told.elapsedMs,
    claims: told.claims,
    signoffs,
    edits,
    deliveries,
    files,
  };
  await writeFile(join(outDir, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  console.log(`\nThe day in figures\n──────────────────\n${summaryTable(summary)}\n\n  Papers in ${outDir}\n`);
  if (values.open) await lookAround(day, console.log);
  else {
    console.log(`  The office of this day was at ${day.server.url}/office, and ended with it.`);
    console.log('  To look at the organisation of such a day in a browser, type: npm run demo -- --open\n');
  }
}

/**
 * `verify`: replays the audit log and compares everything with it: records, events, tokens, webhooks, settings, version hashes, seals and
 * tablet chains. Only notes its result, for `/readyz` and `doctor`. Exit code 1 if it finds a fault or a warning.
 */
import { join } from 'node:path';
import { readConfig } from '../base/config.ts';
import { openFileBlobs } from '../blobs/blobs.ts';
import { checkStore } from '../integrity/check-store.ts';
import type { Progress } from '../integrity/check-context.ts';
import type { Finding } from '../integrity/findings.ts';
import { noteChecked } from '../store/integrity/results.ts';
import { Verdict, type Options, type Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

const tellEveryMs = 2_000;

interface Report extends Progress {
  readonly faults: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

export async function verify(terminal: Terminal, options: Options): Promise<Verdict> {
  const report = await check(terminal, options['without-files'] === undefined);
  const { findings, faults, warnings, ...progress } = report;
  const counted = Object.entries(progress).map(([name, count]) => `${count} ${name}`);
  const unlisted = faults + warnings - findings.length;
  return new Verdict(faults + warnings === 0, report, [
    ...findings.map(lineOf),
    ...(unlisted > 0 ? [`and ${unlisted} more`] : []),
    `${counted.join(', ')} compared: ${faults} faults, ${warnings} warnings`,
  ]);
}

/** Throws if it finds a fault; warnings are in the report. Leaves out files, which a backup names with their hashes. */
export async function requireSound(terminal: Terminal): Promise<Report> {
  const report = await check(terminal, false);
  if (report.faults === 0) return report;
  const listed = report.findings.filter(({ severity }) => severity === 'fault');
  throw new Error(`${report.faults} faults\n${listed.map(lineOf).join('\n')}`);
}

async function check(terminal: Terminal, withFiles: boolean): Promise<Report> {
  const blobs = withFiles ? openFileBlobs(join(readConfig(terminal.environment).dataDir, 'blobs')) : null;
  return await withStore(terminal, async ({ store }) => {
    const { findings, progress, steps } = checkStore({ store, blobs }, terminal.now());
    let told = performance.now();
    for await (const _step of steps) {
      if (performance.now() - told < tellEveryMs) continue;
      told = performance.now();
      terminal.complain(`${progress.entries} audit entries replayed, ${progress.records} records compared …`);
    }
    const { list, faults, warnings } = findings;
    const finished_at = new Date(terminal.now()).toISOString();
    await store.transaction((trx) => noteChecked(trx, { finished_at, faults, warnings }));
    return { ...progress, faults, warnings, findings: list };
  });
}

function lineOf({ severity, problem, advice }: Finding): string {
  return `${severity}: ${problem}. ${advice}`;
}

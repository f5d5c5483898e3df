/**
 * `verify`: replays the audit log and compares everything with it: records, events, tokens, webhooks, settings, version hashes, seals and
 * tablet chains. Only notes its result, for `/readyz` and `doctor`. Exit code 1 if it finds a fault or a warning.
 */
import { access, constants, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../base/config.ts';
import { openFileBlobs, type BlobStore } from '../blobs/blobs.ts';
import { checkStore } from '../integrity/check-store.ts';
import type { Progress } from '../integrity/check-context.ts';
import type { Finding } from '../integrity/findings.ts';
import { noteChecked } from '../store/integrity/results.ts';
import { Verdict, type Options, type Terminal } from './terminal.ts';
import { requireStore, withStore } from './with-store.ts';

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
  const config = readConfig(terminal.environment);
  const { dataDir, databaseUrl } = config;
  const blobs = withFiles ? openFileBlobs(join(dataDir, 'blobs')) : null;
  if (databaseUrl !== undefined || !(await isReadOnly(dataDir))) return await compare(terminal, blobs);
  await requireStore(config);
  const scratch = await mkdtemp(join(tmpdir(), 'sitefile-verify-'));
  try {
    terminal.complain(`${dataDir} cannot be written: a copy of the database is compared, and the result is not noted`);
    for (const end of ['', '-wal'])
      await copyIfThere(join(dataDir, `sitefile.db${end}`), join(scratch, `sitefile.db${end}`));
    return await compare({ ...terminal, environment: { DATA_DIR: scratch } }, blobs);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A failing disk is often mounted anew like that. */
async function isReadOnly(folder: string): Promise<boolean> {
  return await access(folder, constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EROFS',
  );
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function compare(terminal: Terminal, blobs: BlobStore | null): Promise<Report> {
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

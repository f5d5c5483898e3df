/**
 * `doctor`: looks at a live installation from inside and outside, and says of each thing whether it is well, and what to do. Changes
 * nothing. Exit code 1 if there is a problem.
 */
import { join } from 'node:path';
import { readConfig, type Config } from '../base/config.ts';
import { readKeyId } from '../store/access/installation.ts';
import { openReader, type Reader } from '../store/store.ts';
import * as contents from './doctor/contents.ts';
import { problem, type Line } from './doctor/line.ts';
import { backups, disk, firstToken, keys } from './doctor/machine.ts';
import { address, mail, server } from './doctor/network.ts';
import { Verdict, type Terminal } from './terminal.ts';
import { missingStore, whereToLook } from './with-store.ts';

export async function doctor({ environment, now }: Terminal): Promise<Verdict> {
  const config = readConfig(environment);
  const checks: readonly (() => Promise<Line | readonly Line[]> | Line | readonly Line[])[] = [
    () => disk(config),
    () => firstToken(config),
    () => inside(config, now()),
    () => backups(config, now()),
    () => address(config),
    () => server(config),
    () => mail(config),
  ];
  const lines: Line[] = [];
  for (const check of checks) lines.push(...(await told(check)));
  const isGood = lines.every(({ verdict }) => verdict !== 'problem');
  return new Verdict(isGood, { ok: isGood, lines }, lines.map(textOf));
}

async function inside(config: Config, nowMs: number): Promise<readonly Line[]> {
  const missing = await missingStore(config);
  if (missing !== null) return [problem('database', missing, whereToLook)];
  await using store = openReader({ url: config.databaseUrl, file: join(config.dataDir, 'sitefile.db') });
  const checks: readonly ((store: Reader) => Promise<Line | readonly Line[]>)[] = [
    contents.file,
    async ({ db }) => await keys(config, await readKeyId(db)),
    contents.schema,
    () => contents.clock(store, nowMs),
    contents.tokens,
    contents.webhooks,
    contents.mirrors,
    () => contents.lastCheck(store, nowMs),
  ];
  const lines: Line[] = [];
  for (const check of checks) lines.push(...(await told(() => check(store))));
  return lines;
}

/** A check that fails is a problem, and stops no other. */
async function told(check: () => Promise<Line | readonly Line[]> | Line | readonly Line[]): Promise<readonly Line[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [problem('doctor', `a check failed: ${says}`, 'The lines before it say what could be looked at.')];
  }
}

function textOf({ verdict, check, says, advice }: Line): string {
  return `${verdict.padEnd(8)} ${check.padEnd(9)} ${says}${advice === undefined ? '' : `. ${advice}`}`;
}

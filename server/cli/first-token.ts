/**
 * The token made at the very first start (contract, Tokens and settings, AU21). A terminal shows it once; elsewhere stderr is a log, which
 * would keep it, so it is written to a file that only this user reads.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

export function firstTokenFile(dataDir: string): string {
  return join(dataDir, 'first-admin-token');
}

export async function tellFirstToken({ complain, hasReader }: Terminal, dataDir: string, token: string): Promise<void> {
  if (hasReader) return complain(`This is the first start. The admin token, shown only now:\n\n  ${token}\n`);
  const file = firstTokenFile(dataDir);
  await rm(file, { force: true }); // of an earlier store, perhaps with other rights
  await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  complain(`This is the first start. The admin token is in ${file}: read it, and delete the file.`);
}

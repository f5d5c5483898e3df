/** A folder for one test, gone when the test is over, and a durable place for RxDB in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { durableRxStorage } from '../../client-sdk/storage/durable.ts';
import type { Place } from './site-database.ts';

export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'device.sqlite');
}

/** Every opening is a new storage object on the same file. */
export function durablePlace(file = temporaryFile()): Place & { readonly file: string } {
  return { file, name: 'site', storage: () => durableRxStorage(file) };
}

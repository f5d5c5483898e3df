/** Where a replica of a test lives: each storage that a device can have in Node. `storage()` is called anew for every opening. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceOptions } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { memoryStorage } from '../../client-sdk/storage/memory.ts';
import { onTestFinished } from 'vitest';

export interface Place {
  /** Of the database; the SDK's own name where it is absent. */
  readonly name?: string;
  storage(): DeviceOptions['storage'];
}

/** A memory that outlives the device, as the file does. */
export function memoryPlace(): Place {
  const storage = memoryStorage();
  return { storage: () => storage };
}

/** Gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function durablePlace(): Place {
  const folder = temporaryFolder();
  return { storage: () => durableStorage({ file: join(folder, 'device.sqlite') }) };
}

export const places = [
  ['memory', memoryPlace],
  ['durable', durablePlace],
] as const;

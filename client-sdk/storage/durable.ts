/**
 * A replica in one SQLite file, for Node: it survives kill -9.
 * Never import this from code that a browser loads: it needs node:sqlite.
 */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { ensureRxStorageInstanceParamsAreCorrect, type RxStorage } from 'rxdb/plugins/core';
import { RXDB_VERSION } from 'rxdb/plugins/utils';
import type { DeviceStorage } from '../base/tables.ts';
import { usePlatformSha256 } from '../../shared/crypto/sha256.ts';
import { DurableFile } from './durable-file.ts';
import { DurableFileError } from './durable-file-error.ts';
import { DurableInstance } from './durable-instance.ts';
import { deviceStorage, oneAfterAnother } from './rx-storage.ts';

/**
 * Keeps any number of replicas in `file`. The first to open locks it for this process, the last to close releases it.
 * Throws DurableFileError: in_use, damaged, foreign or unreadable at the opening, unwritable at a write.
 */
export function durableStorage({ file }: { readonly file: string }): DeviceStorage {
  // Each record that arrives is hashed: a fifth of the time.
  usePlatformSha256((message) => hash('sha256', message));
  return deviceStorage({
    storage: durableRxStorage(file),
    isShared: false,
    names: new Set(),
    transaction: oneAfterAnother,
    size: async () => openFiles.get(resolve(file))?.file.size ?? null,
  });
}

interface OpenFile {
  readonly file: DurableFile;
  /** Of its open instances. */
  readonly keys: Set<string>;
}

/** By path. */
const openFiles = new Map<string, OpenFile>();

/** RxDB's storage on a file; several in one process share it. */
export function durableRxStorage(file: string): RxStorage<DurableFile, object> {
  const path = resolve(file);
  return {
    name: `sqlite:${path}`,
    rxdbVersion: RXDB_VERSION,
    createStorageInstance: async (params) => {
      ensureRxStorageInstanceParamsAreCorrect(params);
      if (params.schema.attachments) throw new Error('Durable storage holds no attachments: store bytes in rows.');
      const key = JSON.stringify([params.databaseName, params.collectionName, params.schema.version]);
      const open = openFiles.get(path) ?? { file: new DurableFile(path), keys: new Set() };
      if (open.keys.has(key)) throw new DurableFileError('in_use', path);
      openFiles.set(path, open);
      open.keys.add(key);
      const release = (): void => {
        open.keys.delete(key);
        if (open.keys.size > 0) return;
        openFiles.delete(path);
        open.file.close();
      };
      try {
        return new DurableInstance(open.file, params, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** What the device's own storage did not take, said so that a person knows what to do. Nothing of a refused write is stored. */
import { saysNoRoom } from '../../shared/base/no-room.ts';

export type StorageFault =
  /** The disk, or the share of it that the browser allows, is used up. */
  | 'full'
  /** Any other reason; `cause` is the storage's own error. */
  | 'failed';

/** Thrown by every change that could not be stored: it did not happen, and what waited before it still waits. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    const why =
      fault === 'full'
        ? 'The storage of this device is full, so'
        : 'The storage of this device did not take the write, so';
    super(`${why} nothing of the change is kept. What waited before it still waits.`, { cause });
    this.fault = fault;
  }
}

export function storageErrorOf(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(isFull(error) ? 'full' : 'failed', error);
}

/** Browsers say QuotaExceededError, and Dexie wraps it as `inner`. */
function isFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, inner, cause } = error as Readonly<Record<string, unknown>>; // an object; each member is looked at
  if (name === 'QuotaExceededError' || saysNoRoom(error)) return true;
  return isFull(inner, depth + 1) || isFull(cause, depth + 1);
}

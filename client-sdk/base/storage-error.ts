/** A write that the device's storage refused. Nothing of it is stored. */
import { saysNoRoom } from '../../shared/base/no-room.ts';

export type StorageFault =
  /** The disk or the browser's quota is full. */
  | 'full'
  /** Any other reason; `cause` is the storage's error. */
  | 'failed';

/** Thrown by a change that could not be stored: it did not happen, and earlier changes still wait. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    const reason = fault === 'full' ? 'is full' : 'refused the write';
    super(`The storage of this device ${reason}, so the change was not saved. Earlier changes still wait.`, { cause });
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

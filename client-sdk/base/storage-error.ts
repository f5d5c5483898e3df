/** A write that the device's storage refused, of which nothing is stored; or a replica that cannot be read. */
import { saysNoRoom } from '../../shared/base/no-room.ts';

export type StorageFault =
  /** The disk or the browser's quota is full. */
  | 'full'
  /** What is stored cannot be read, so the replica was not opened. Nothing of it was changed. */
  | 'damaged'
  /** Any other reason; `cause` is the storage's error. */
  | 'failed';

/** Thrown by a change that could not be stored: it did not happen, and earlier changes still wait. Thrown by an opening: it did not happen. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    super(`The storage of this device ${sentences[fault]}`, { cause });
    this.fault = fault;
  }
}

const sentences: Readonly<Record<StorageFault, string>> = {
  full: 'is full, so the change was not saved. Earlier changes still wait.',
  damaged: 'is damaged, and was not changed: restore a copy of it, or use a new one.',
  failed: 'refused the write, so the change was not saved. Earlier changes still wait.',
};

/** For an opening: what rows cause that nobody wrote, as StorageError `damaged`; any other error as it is. */
export function damageOr(error: unknown): unknown {
  const isOfRows = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isOfRows ? new StorageError('damaged', error) : error;
}

export function storageErrorOf(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(isFull(error) ? 'full' : 'failed', error);
}

/** Browsers say QuotaExceededError, which may be wrapped as `inner`. */
function isFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, inner, cause } = error as Readonly<Record<string, unknown>>; // an object; each member is looked at
  if (name === 'QuotaExceededError' || saysNoRoom(error)) return true;
  return isFull(inner, depth + 1) || isFull(cause, depth + 1);
}

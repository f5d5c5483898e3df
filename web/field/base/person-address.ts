/**
 * The part of an address that names a person: their key in the crew, and behind it the worker whose card was scanned, so that what is opened
 * from there, or after a restart, still knows.
 */
import { inAddress } from './crew.ts';

/** `worker` = id of the one whose card it was; null = none has one. */
export function cardedAddress(key: string, worker: string | null): string {
  return worker === null ? key : `${key}@${inAddress(worker)}`;
}

/** `card` is empty where none was scanned. */
export function whoIn(address: string): { readonly key: string; readonly card: string } {
  const [key = '', card = ''] = address.split('@');
  return { key, card };
}

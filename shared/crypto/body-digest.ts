/**
 * Digest of the body that the author of a removal saw: an optimistic-concurrency precondition (contract, Sync). A revision number would not
 * do, because an unsent change of the same author may still raise it.
 */
import { canonical } from './canonical.ts';
import type { JsonObject } from '../base/json.ts';
import { sha256Hex } from './sha256.ts';

/**
 * Covers all fields with a value, because absent and null mean the same. Fields that only a newer server knows count too, or an older app
 * could never remove a record that has one. The position in a list does not count: others may move what somebody removes.
 */
export function seenOf({ sort_key: _place, ...body }: JsonObject): string {
  return sha256Hex(canonical(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))));
}

/**
 * Digest of the body that the author of a removal saw: an optimistic-concurrency precondition (contract, Sync). A revision number cannot
 * serve, because nobody knows whether an unsent change of the author's own will raise it.
 */
import { canonical } from './canonical.ts';
import type { JsonObject } from '../base/json.ts';
import { sha256Hex } from './sha256.ts';

/**
 * Of all fields that hold something, because absent and null mean the same. Every field of a body is merged by a policy of its kind; one
 * that only a newer server knows counts too, or an older app could never remove a record that has it.
 */
export function seenOf(body: JsonObject): string {
  return sha256Hex(canonical(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))));
}

/**
 * What the author of a removal had before his eyes, in 64 characters (contract, Sync). It says whether the record still stands so, which
 * no count of revisions can: whether a change of one's own will raise the revision, nobody knows until the server has taken it.
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

/** Ids of everything that the server creates: UUIDs of version 7. Random bytes are drawn for many at a time, because a draw costs more than an id. */
import { uuidv7 } from '../../shared/model/uuid.ts';

const bytesOfOne = 10;
const atOnce = 100;

/** @param now ms since 1970 */
export function openIds(now: () => number, random: (bytes: number) => Uint8Array): () => string {
  let bytes = new Uint8Array();
  let used = 0;
  return () => {
    if (used === bytes.length) [bytes, used] = [Uint8Array.from(random(atOnce * bytesOfOne)), 0];
    return uuidv7(now(), bytes.subarray(used, (used += bytesOfOne)));
  };
}

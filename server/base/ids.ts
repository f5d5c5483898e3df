/**
 * Ids of everything that the server creates: UUIDs of version 7 that sort in the order in which this process made them, so that a list by
 * time and id shows what was made in one millisecond in that order. Random bytes are drawn for many at a time, because a draw costs more
 * than an id.
 */
import { uuidv7 } from '../../shared/model/uuid.ts';

const bytesOfOne = 10;
const atOnce = 100;
/** RFC 9562, section 6.2, method 1: twelve bits count within a millisecond, from a random number below half of them. */
const mostInMs = 2 ** 12;
/** A clock behind the last id by no more than this is waited out. */
const mostBehindMs = 1000;

/** @param now ms since 1970 */
export function openIds(now: () => number, random: (bytes: number) => Uint8Array): () => string {
  let bytes = new Uint8Array();
  let used = 0;
  let [lastMs, count] = [-Infinity, 0];
  return () => {
    if (used === bytes.length) [bytes, used] = [Uint8Array.from(random(atOnce * bytesOfOne)), 0];
    const own = bytes.subarray(used, (used += bytesOfOne));
    const nowMs = now();
    const follows = nowMs <= lastMs && nowMs >= lastMs - mostBehindMs;
    if (follows && count + 1 < mostInMs) count++;
    else [lastMs, count] = [follows ? lastMs + 1 : nowMs, (((own[0] ?? 0) & 0x07) << 8) | (own[1] ?? 0)];
    [own[0], own[1]] = [count >> 8, count & 0xff];
    return uuidv7(lastMs, own);
  };
}

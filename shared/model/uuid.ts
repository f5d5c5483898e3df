/** UUID version 7 (RFC 9562, section 5.7): ids that sort by time. The clock and the randomness come from the caller. */
import { bytesToHex } from '@noble/hashes/utils.js';

const latestMs = 2 ** 48 - 1;

/** `nowMs` since 1970, clamped to what the format can represent; `random` = ten bytes. */
export function uuidv7(nowMs: number, random: Uint8Array): string {
  const time = Math.min(Math.max(Math.floor(nowMs), 0), latestMs)
    .toString(16)
    .padStart(12, '0');
  const bytes = new Uint8Array(random.subarray(0, 10));
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const rest = bytesToHex(bytes);
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

/** Codes that a person reads and types: 40 bits as `4TQX-9HNE`. */

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Uses the first eight bytes. */
export function readableCode(bytes: Uint8Array): string {
  const characters = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]);
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`;
}

/** Forgives case, spaces and a missing hyphen. */
export function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/**
 * The code that the terminal prints until an organisation has an administrator (contract, Web). It follows from the server's key, so
 * nothing is stored, every process knows it, and it is dead as soon as there is an administrator.
 */
import { createHmac } from 'node:crypto';
import { isSame } from './crypto.ts';

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 40 bits as `4TQX-9HNE`. */
export function startCode(signingKey: Uint8Array, organisationId: string): string {
  const bytes = createHmac('sha256', signingKey)
    .update(JSON.stringify(['start', organisationId]))
    .digest();
  const characters = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]);
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`;
}

/** Forgives case, spaces and a missing hyphen. */
export function isStartCode(given: string, signingKey: Uint8Array, organisationId: string): boolean {
  const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return isSame(plain(given), plain(startCode(signingKey, organisationId)));
}

/**
 * What is stored of the code of a tablet (contract, Web): the hash of its signature by the server's key. A code is short, so a plain hash
 * would tell it to everybody who holds a copy of the store.
 */
import { hashOf } from './auth.ts';
import { sign } from './crypto.ts';
import { plainCode } from './readable-code.ts';

/** In place of the token; the store holds its hash. */
export function deviceCodeSecret(signingKey: Uint8Array, code: string): string {
  return sign(signingKey, JSON.stringify(['device code', plainCode(code)]));
}

export function deviceCodeHash(signingKey: Uint8Array, code: string): string {
  return hashOf(deviceCodeSecret(signingKey, code));
}

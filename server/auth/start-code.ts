/**
 * The code that the terminal prints until an organisation has an administrator (contract, Web). It follows from the server's key, so
 * nothing is stored, every process knows it, and it is dead as soon as there is an administrator.
 */
import { createHmac } from 'node:crypto';
import { isSame } from './crypto.ts';
import { plainCode, readableCode } from './readable-code.ts';

export function startCode(signingKey: Uint8Array, organisationId: string): string {
  return readableCode(
    createHmac('sha256', signingKey)
      .update(JSON.stringify(['start', organisationId]))
      .digest(),
  );
}

export function isStartCode(given: string, signingKey: Uint8Array, organisationId: string): boolean {
  return isSame(plainCode(given), plainCode(startCode(signingKey, organisationId)));
}

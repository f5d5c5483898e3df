/**
 * One sign-in at the provider, from the start to its answer. The browser keeps it in a cookie; state, nonce and PKCE verifier follow from
 * it and from the server's key, so nothing is stored, and an answer counts only in the browser that asked.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isSame, sign } from '../../auth/crypto.ts';

/** How long a person may take at the provider. */
export const flowMs = 10 * 60_000;

export interface Flow {
  /** For the cookie. */
  readonly cookie: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The id of what the flow gives to this user: the same each time, so that it is given once. */
  idFor(organisationId: string, userId: string): string;
}

export function newFlow(signingKey: Uint8Array, nowMs: number): Flow {
  return flowFrom(signingKey, randomBytes(32).toString('base64url'), String(nowMs + flowMs));
}

/** Null where the cookie is not ours, or is too old. */
export function readFlow(signingKey: Uint8Array, cookie: string | undefined, nowMs: number): Flow | null {
  const [, id, until, seal] = /^([\w-]{43})\.(\d{1,15})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (id === undefined || until === undefined || seal === undefined) return null;
  if (!isSame(seal, sealOf(signingKey, id, until)) || Number(until) <= nowMs) return null;
  return flowFrom(signingKey, id, until);
}

function flowFrom(signingKey: Uint8Array, id: string, until: string): Flow {
  const part = (name: string): string => sign(signingKey, JSON.stringify(['provider', name, id]));
  return {
    cookie: `${id}.${until}.${sealOf(signingKey, id, until)}`,
    state: part('state'),
    nonce: part('nonce'),
    verifier: part('verifier'),
    idFor: (...whose) => uuidFrom(createHmac('sha256', signingKey).update(JSON.stringify(['provider', id, ...whose]))),
  };
}

function sealOf(signingKey: Uint8Array, id: string, until: string): string {
  return sign(signingKey, JSON.stringify(['provider', 'cookie', id, until]));
}

/** UUID version 8 (RFC 9562, section 5.8). */
function uuidFrom(mac: { digest(encoding: 'hex'): string }): string {
  const hex = mac.digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

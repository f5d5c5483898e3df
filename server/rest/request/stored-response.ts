/** The stored form of a response to a request with an Idempotency-Key: JSON, encrypted (AES-256-GCM) where it contains a secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Problem, type FieldProblem, type ProblemCode } from '../../../shared/model/problem.ts';
import type { HandlerResult } from './handler-request.ts';

/** A refusal that was stored under the same key. */
export class ReplayedProblem extends Problem {}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly members: Readonly<Record<string, unknown>>;
}

type Stored = { readonly answer: HandlerResult<unknown> } | { readonly refusal: Refusal };

/** `serverKey` = 32 bytes that no database holds; `scope` binds the ciphertext to its row. */
export function textOf(reply: HandlerResult<unknown> | Problem, serverKey: Uint8Array, scope: string): string {
  if (!(reply instanceof Problem)) {
    const text = JSON.stringify({ answer: reply } satisfies Stored);
    return reply.headers?.['Cache-Control'] === 'no-store' ? seal(text, serverKey, scope) : text;
  }
  const { code, detail, errors, members } = reply;
  return JSON.stringify({ refusal: { code, detail, errors, members } } satisfies Stored);
}

/** Throws where the stored response is a refusal. */
export function replayOf<Body>(text: string, serverKey: Uint8Array, scope: string): HandlerResult<Body> {
  const stored = JSON.parse(text.startsWith('{') ? text : unseal(text, serverKey, scope)) as Stored; // textOf wrote it
  if ('refusal' in stored) throw new ReplayedProblem(stored.refusal.code, stored.refusal.detail, stored.refusal);
  return stored.answer as HandlerResult<Body>; // the scope names the path, and with it the endpoint that answered
}

const nonceBytes = 12;
const tagBytes = 16;

function seal(text: string, serverKey: Uint8Array, scope: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(serverKey), nonce).setAAD(Buffer.from(scope));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(text: string, serverKey: Uint8Array, scope: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(serverKey), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(scope))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Derived from the key that signs links, and different from it (RFC 5869). */
function sealingKey(serverKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverKey, '', 'sitefile stored responses', 32));
}

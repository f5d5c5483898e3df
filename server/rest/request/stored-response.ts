/** What was answered under an Idempotency-Key, as the store keeps it: JSON, and sealed (AES-256-GCM) where it tells a secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Problem, type FieldProblem, type ProblemCode } from '../../../shared/model/problem.ts';
import type { HandlerResult } from './handler-request.ts';

/** A refusal that was answered before, under the same key. */
export class ReplayedProblem extends Problem {}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly members: Readonly<Record<string, unknown>>;
}

type Kept = { readonly answer: HandlerResult<unknown> } | { readonly refusal: Refusal };

/** `serverKey` = 32 bytes that no database holds; `scope` binds what is sealed to its row. */
export function textOf(reply: HandlerResult<unknown> | Problem, serverKey: Uint8Array, scope: string): string {
  if (!(reply instanceof Problem)) {
    const text = JSON.stringify({ answer: reply } satisfies Kept);
    return reply.headers?.['Cache-Control'] === 'no-store' ? seal(text, serverKey, scope) : text;
  }
  const { code, detail, errors, members } = reply;
  return JSON.stringify({ refusal: { code, detail, errors, members } } satisfies Kept);
}

/** The answer, as one that was given before; throws the refusal that it was. */
export function replayOf<Body>(text: string, serverKey: Uint8Array, scope: string): HandlerResult<Body> {
  const kept = JSON.parse(text.startsWith('{') ? text : unseal(text, serverKey, scope)) as Kept; // textOf wrote it
  if ('refusal' in kept) throw new ReplayedProblem(kept.refusal.code, kept.refusal.detail, kept.refusal);
  const answer = kept.answer as HandlerResult<Body>; // the scope names the path, and with it the endpoint that answered
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
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

/** Another key than the one that signs links, made from it (RFC 5869). */
function sealingKey(serverKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverKey, '', 'sitefile kept replies', 32));
}

/**
 * The stored form of a response to a request with an Idempotency-Key: JSON, encrypted (AES-256-GCM), so that
 * nobody who writes into the database past the server puts words into its mouth. */
import { hkdfSync } from 'node:crypto';
import { Problem, type FieldProblem, type ProblemCode } from '../../../shared/model/problem.ts';
import { decrypt, encrypt } from '../../auth/crypto.ts';
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
  return encrypt(JSON.stringify(storedOf(reply)), encryptionKey(serverKey), scope);
}

function storedOf(reply: HandlerResult<unknown> | Problem): Stored {
  if (!(reply instanceof Problem)) return { answer: reply };
  const { code, detail, errors, members } = reply;
  return { refusal: { code, detail, errors, members } };
}

/** Throws where the stored response is a refusal, and where the server did not write it. */
export function replayOf<Body>(text: string, serverKey: Uint8Array, scope: string): HandlerResult<Body> {
  const stored = JSON.parse(decrypt(text, encryptionKey(serverKey), scope)) as Stored; // textOf wrote it
  if ('refusal' in stored) throw new ReplayedProblem(stored.refusal.code, stored.refusal.detail, stored.refusal);
  return stored.answer as HandlerResult<Body>; // the scope names the path, and with it the endpoint that answered
}

/** Derived from the key that signs links, and different from it (RFC 5869). */
function encryptionKey(serverKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverKey, '', 'sitefile stored responses', 32));
}

/** Webhook signatures: a header of our own, and that of Standard Webhooks (standardwebhooks.com). */
import { createHmac } from 'node:crypto';
import { isSame } from '../../auth/crypto.ts';

/** `sha256=` and the lowercase hex HMAC-SHA256 of the raw body; the key is the secret's UTF-8 bytes. */
export function signatureHeader(secret: string, rawBody: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

/** What a receiver checks: whether `header` is the signature of exactly these bytes. Takes constant time. */
export function verifySignature(secret: string, rawBody: Uint8Array | string, header: string | undefined): boolean {
  return isSame(header ?? '', signatureHeader(secret, rawBody));
}

/** One value of the `webhook-signature` header: `v1,` and the base64 HMAC-SHA256 of id, time (s since 1970) and body. */
export function standardSignature(secret: string, id: string, timestampSeconds: number, body: string): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return `v1,${createHmac('sha256', standardKey(secret)).update(signed).digest('base64')}`;
}

/**
 * Standard Webhooks secrets are `whsec_` and the base64 of 24 to 64 bytes; any other secret is used as its UTF-8 bytes. Only canonical
 * base64 counts: decoders disagree about anything else.
 */
function standardKey(secret: string): string | Uint8Array {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const decoded = Buffer.from(text, 'base64');
  const isStandard = decoded.toString('base64') === text && decoded.length >= 24 && decoded.length <= 64;
  return isStandard ? decoded : secret;
}

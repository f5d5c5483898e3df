/**
 * Creates and verifies webhook signatures: the signature header of interface section 6.3, and that of Standard Webhooks
 * (standardwebhooks.com). Portable, so that receivers can use the same functions.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hmacSha256 } from './sha256.ts';

/** `sha256=` and the lowercase hex HMAC-SHA256 of the raw body; the key is the secret's UTF-8 bytes. */
export function signatureHeader(secret: string, rawBody: Uint8Array | string): string {
  return `sha256=${bytesToHex(hmacSha256(utf8ToBytes(secret), bytesOf(rawBody)))}`;
}

/** Whether `header` is the signature of exactly these bytes; compared in constant time. */
export function verifySignature(secret: string, rawBody: Uint8Array | string, header: string | undefined): boolean {
  const expected = signatureHeader(secret, rawBody);
  const given = header ?? '';
  let difference = given.length ^ expected.length;
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}

/** One value of the `webhook-signature` header: `v1,` and the base64 HMAC-SHA256 of id, time (s since 1970) and body. */
export function standardSignature(secret: string, id: string, timestampSeconds: number, body: string): string {
  return `v1,${base64(hmacSha256(standardKey(secret), utf8ToBytes(`${id}.${timestampSeconds}.${body}`)))}`;
}

/** Standard Webhooks secrets are `whsec_` and the base64 of 24 to 64 bytes; any other secret is used as its UTF-8 bytes. */
function standardKey(secret: string): Uint8Array {
  const decoded = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined;
  return decoded !== undefined && decoded.length >= 24 && decoded.length <= 64 ? decoded : utf8ToBytes(secret);
}

function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? utf8ToBytes(body) : body;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let place = 0; place < 4; place++) {
      text += i + place > bytes.length ? '=' : alphabet.charAt((group >> (18 - 6 * place)) & 0x3f);
    }
  }
  return text;
}

/** Undefined unless `text` is canonical base64: decoders disagree about anything else. */
function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (let i = 0; i < bytes.length; i++) {
    const place = Math.floor((i * 4) / 3);
    const pair = (alphabet.indexOf(digits.charAt(place)) << 6) | alphabet.indexOf(digits.charAt(place + 1));
    bytes[i] = pair >> (4 - 2 * (i % 3));
  }
  return base64(bytes) === text ? bytes : undefined;
}

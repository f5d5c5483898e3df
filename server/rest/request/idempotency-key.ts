/** The Idempotency-Key header: bare, or quoted as a string of structured fields (RFC 9651, section 3.3.3); both are the same key. */
import { Problem } from '../../../shared/model/problem.ts';

const usable = /^[\x21-\x7e]{1,255}$/;
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

/** Throws `bad_request`. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.startsWith('"') ? quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') : header;
  if (key !== undefined && usable.test(key)) return key;
  const detail = 'must be 1 to 255 printable ASCII characters without spaces, bare or in quotes';
  throw new Problem('bad_request', 'The Idempotency-Key is malformed.', {
    errors: [{ header: 'Idempotency-Key', code: 'invalid_format', detail }],
  });
}

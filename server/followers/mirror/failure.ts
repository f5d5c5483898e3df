/** Why a mirror could not be written, in plain words for the organisation: nothing that the other server wrote is repeated. */

const words = {
  timeout: 'the database did not answer in time',
  dns: 'its host name could not be found',
  connect: 'no connection could be made',
  tls: 'the TLS handshake failed, or the certificate was not accepted',
  broken: 'the answer broke off, or was too long',
  blocked_address: 'its address is not public, and the server does not allow it',
  url: 'its URL is not allowed',
  unauthorised: 'the database does not accept the name and password, or does not let them write',
  not_found: 'there is no such database, and it could not be made',
  busy: 'the database answered that it is overloaded or not available',
  too_large: 'the database does not take requests of this size',
  status: 'the database answered with an unexpected status',
  not_couch: 'what answered does not speak the protocol of CouchDB',
  refused: 'the database refused documents; designs need an administrator of the database',
  taken: 'the database is the mirror of another organisation or server already; use another database',
  secret: 'the stored password cannot be decrypted; set it again',
  internal: 'something went wrong inside the server',
} as const;
export type MirrorFailure = keyof typeof words;

export class MirrorError extends Error {
  readonly reason: MirrorFailure;
  /** For the log of the operator. */
  readonly detail: string;

  constructor(reason: MirrorFailure, detail = '') {
    super(`${words[reason]}${detail === '' ? '' : ` (${detail})`}`);
    this.name = 'MirrorError';
    this.reason = reason;
    this.detail = detail;
  }
}

/** What PouchDB or the store threw, as a failure of the mirror. */
export function mirrorErrorOf(error: unknown): MirrorError {
  if (error instanceof MirrorError) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  if (status === 404) return new MirrorError('not_found');
  if (status >= 400) return new MirrorError('status', String(status));
  return new MirrorError('internal', error instanceof Error ? error.message : String(error));
}

export function wordsOf({ reason, detail }: MirrorError): string {
  return reason === 'status' ? `${words[reason]}, ${detail}` : words[reason];
}

/** ms until the next attempt: doubles with each failure up to ten minutes, with jitter, so that mirrors do not return all at once. */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(600_000, 2_000 * 2 ** Math.min(failures - 1, 10));
  return Math.ceil(full / 2 + (full / 2) * random);
}

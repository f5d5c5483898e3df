/** Why an attempt failed, in plain words for the account: nothing that the receiver wrote is repeated. */
import type { Failed, FailureReason } from './send.ts';

type Failure = Failed<FailureReason | 'secret'>;

const wordsByReason: Readonly<Record<Exclude<Failure['reason'], 'status'>, string>> = {
  timeout: 'there was no complete response within 10 seconds',
  dns: 'its host name could not be found',
  connect: 'no connection could be made',
  tls: 'the TLS handshake failed, or the certificate was not accepted',
  response: 'the response broke off or was not HTTP',
  blocked_address: 'its address is not public, and the server does not allow it',
  url: 'its URL is not allowed',
  secret: 'the stored secret cannot be decrypted, so nothing was sent',
};

/** Completes “The last attempt failed because …”. */
export function failureWords({ reason, status }: Failure): string {
  return reason === 'status' ? `it answered with status ${status}, not 2xx` : wordsByReason[reason];
}

/** The HTTP request of one attempt (contract, Webhooks), with both signatures. */
import { signatureHeader, standardSignature } from './signature.ts';
import type { OpenedWebhook } from './sealed.ts';
import type { OutgoingRequest } from './send.ts';

export interface Attempt extends OpenedWebhook {
  readonly url: string;
  readonly eventName: string;
  /** The same for every delivery and attempt of the event. */
  readonly eventId: string;
  /** The same for all attempts. */
  readonly deliveryId: string;
  /** 1 = the first. */
  readonly attempt: number;
  readonly startedMs: number;
  readonly body: string;
}

/** @param signatureHeaderName also sets the header prefix: `X-Acme-Signature` comes with `X-Acme-Event`, `X-Acme-Delivery`, `X-Acme-Attempt` */
export function requestOf(attempt: Attempt, signatureHeaderName: string): OutgoingRequest {
  const { url, eventName, eventId, deliveryId, startedMs, body } = attempt;
  const brand = brandOf(signatureHeaderName);
  const timestamp = Math.floor(startedMs / 1000);
  return {
    url,
    body,
    headers: {
      ...attempt.headers, // first, so that they cannot replace ours
      'Content-Type': 'application/json',
      'User-Agent': 'Sitefile-webhooks/1',
      ...signatures(attempt, signatureHeaderName, timestamp),
      [`${brand}-Event`]: eventName,
      [`${brand}-Delivery`]: deliveryId,
      [`${brand}-Attempt`]: String(attempt.attempt),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
    },
  };
}

export function brandOf(signatureHeaderName: string): string {
  return /^(.+)-signature$/i.exec(signatureHeaderName)?.[1] ?? 'X-Service';
}

/**
 * Until the hand-over that a rotation asked for, `webhook-signature` lists both signatures. The header of the interface document takes
 * one: it keeps the old secret's, and `…-Next` has the new one's.
 */
function signatures(attempt: Attempt, headerName: string, timestamp: number): Readonly<Record<string, string>> {
  const { secret, previous, eventId, body } = attempt;
  const standard = (key: string): string => standardSignature(key, eventId, timestamp, body);
  if (previous === undefined)
    return { [headerName]: signatureHeader(secret, body), 'webhook-signature': standard(secret) };
  return {
    [headerName]: signatureHeader(previous, body),
    [`${headerName}-Next`]: signatureHeader(secret, body),
    'webhook-signature': `${standard(secret)} ${standard(previous)}`,
  };
}

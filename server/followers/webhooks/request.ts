/** The request of one attempt (design 4, section 3.2): the event's bytes, signed both ways. */
import { signatureHeader, standardSignature } from '../../../shared/signature.ts';
import type { OutgoingRequest } from './send.ts';

export interface Attempt {
  readonly url: string;
  readonly secret: string;
  readonly eventName: string;
  /** The same for every delivery of the event, and over all attempts. */
  readonly eventId: string;
  /** The same over all attempts. */
  readonly deliveryId: string;
  /** 1 = the first. */
  readonly attempt: number;
  readonly startedMs: number;
  readonly body: string;
}

/** @param signatureHeaderName names the brand too: `X-Acme-Signature` comes with `X-Acme-Event`, `X-Acme-Delivery`, `X-Acme-Attempt` */
export function requestOf(attempt: Attempt, signatureHeaderName: string): OutgoingRequest {
  const { url, secret, eventName, eventId, deliveryId, startedMs, body } = attempt;
  const brand = /^(.+)-signature$/i.exec(signatureHeaderName)?.[1] ?? 'X-Service';
  const timestamp = Math.floor(startedMs / 1000);
  return {
    url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Sitefile-webhooks/1',
      [signatureHeaderName]: signatureHeader(secret, body),
      [`${brand}-Event`]: eventName,
      [`${brand}-Delivery`]: deliveryId,
      [`${brand}-Attempt`]: String(attempt.attempt),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(secret, eventId, timestamp, body),
    },
  };
}

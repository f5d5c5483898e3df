/** The HTTP request of one attempt (contract, Webhooks), with both signatures. */
import { signatureHeader, standardSignature } from './signature.ts';
import type { OpenedWebhook } from './sealed.ts';
import type { OutgoingRequest } from './send.ts';

/** What names one attempt of a delivery. */
export interface AttemptNames {
  readonly eventName: string;
  /** The same for every delivery and attempt of the event. */
  readonly eventId: string;
  /** The same for all attempts. */
  readonly deliveryId: string;
  /** 1 = the first. */
  readonly attempt: number;
  readonly startedMs: number;
}

export interface Attempt extends OpenedWebhook, AttemptNames {
  readonly url: string;
  readonly body: string;
}

/** @param signatureHeaderName see {@link openHeaders} */
export function requestOf(attempt: Attempt, signatureHeaderName: string): OutgoingRequest {
  const { url, body } = attempt;
  const own = openHeaders(attempt, signatureHeaderName);
  // The custom headers come first, so that they cannot replace ours.
  return { url, body, headers: { ...attempt.headers, ...own, ...signatures(attempt, signatureHeaderName) } };
}

/**
 * The headers that hold no secret, and no signature.
 *
 * @param signatureHeaderName sets the prefix: `X-Acme-Signature` comes with `X-Acme-Event`, `X-Acme-Delivery`, `X-Acme-Attempt`
 */
export function openHeaders(names: AttemptNames, signatureHeaderName: string): Readonly<Record<string, string>> {
  const brand = brandOf(signatureHeaderName);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Sitefile-webhooks/1',
    [`${brand}-Event`]: names.eventName,
    [`${brand}-Delivery`]: names.deliveryId,
    [`${brand}-Attempt`]: String(names.attempt),
    'webhook-id': names.eventId,
    'webhook-timestamp': String(secondsOf(names)),
  };
}

function secondsOf({ startedMs }: AttemptNames): number {
  return Math.floor(startedMs / 1000);
}

export function brandOf(signatureHeaderName: string): string {
  return /^(.+)-signature$/i.exec(signatureHeaderName)?.[1] ?? 'X-Service';
}

/**
 * Until the hand-over that a rotation asked for, `webhook-signature` lists both signatures. The header of the interface document takes
 * one: it keeps the old secret's, and `…-Next` has the new one's.
 */
function signatures(attempt: Attempt, headerName: string): Readonly<Record<string, string>> {
  const { secret, previous, eventId, body } = attempt;
  const standard = (key: string): string => standardSignature(key, eventId, secondsOf(attempt), body);
  if (previous === undefined)
    return { [headerName]: signatureHeader(secret, body), 'webhook-signature': standard(secret) };
  return {
    [headerName]: signatureHeader(previous, body),
    [`${headerName}-Next`]: signatureHeader(secret, body),
    'webhook-signature': `${standard(secret)} ${standard(previous)}`,
  };
}

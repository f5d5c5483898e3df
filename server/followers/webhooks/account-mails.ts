/**
 * The e-mails about a failing or disabled webhook: which one, why, since when, what is held, and the calls that bring it back (contract,
 * Webhooks, WH41).
 */
import type { DisablingReason } from '../../../shared/resources/notices/webhook.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { oneLine } from '../mail/text.ts';

interface MailText {
  readonly subject: string;
  readonly body: string;
}

export interface Disabling {
  readonly reason: DisablingReason;
  /** Why the last attempt failed; null = it did not. */
  readonly failure: string | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** RFC 3339 UTC with ms, as all times here. */
  readonly failingSince: string | null;
  readonly at: string;
  readonly held: number;
  /** Time of the oldest event to recover. */
  readonly recoverSince: string;
}

export function disabledMail(webhook: WebhookTable, disabling: Disabling, baseUrl: string): MailText {
  const { reason, failure, failures, failingSince, at, held, recoverSince } = disabling;
  const calls = `${baseUrl}/api/v1/webhooks/${webhook.id}`;
  const name = nameOf(webhook);
  const why = {
    consecutive_failures: `${name} did not take ${failures} deliveries in a row since ${failingSince}, and was disabled at ${at}.`,
    receiver_request: `The receiver of ${name} asked for no more deliveries, and the webhook was disabled at ${at}.`,
    token_withdrawn: `The token that set up ${name} was revoked, or may no longer read its events, and the webhook was disabled at ${at}.`,
  }[reason];
  return {
    subject: subjects[reason],
    body: text([
      why,
      failure === null ? '' : `The last attempt failed because ${failure}.`,
      `Nothing is lost: ${held === 1 ? '1 event is' : `${held} events are`} held now, and later ones are held too, for 400 days.`,
      reason === 'token_withdrawn'
        ? 'If the events should go there, two calls bring it back, with a token that may manage webhooks and read those events:'
        : 'When the endpoint works again, two calls with a token that may manage webhooks bring it back:',
      `1. POST ${calls}/enable\n   It sends the test event, which must get a 200 response. It needs no body.`,
      `2. POST ${calls}/recover\n   ${JSON.stringify({ since: recoverSince })}\n   It delivers what was held, oldest event first. Repeat it while the response says "more": true.`,
      `What was answered: GET ${calls}/deliveries`,
    ]),
  };
}

const subjects: Readonly<Record<DisablingReason, string>> = {
  consecutive_failures: 'A webhook was disabled after repeated failures',
  receiver_request: 'A webhook was disabled at its own request',
  token_withdrawn: 'A webhook was disabled with the rights of its token',
};

export function failingMail(
  webhook: WebhookTable,
  {
    failure,
    failures,
    at,
    limit,
  }: { readonly failure: string; readonly failures: number; readonly at: string; readonly limit: string },
  baseUrl: string,
): MailText {
  return {
    subject: 'A webhook is failing',
    body: text([
      `${nameOf(webhook)} did not take ${failures} deliveries in a row; the last attempt ended at ${at} and failed because ${failure}.`,
      `${limit} disable it. Nothing is lost until then or afterwards.`,
      `What was answered: GET ${baseUrl}/api/v1/webhooks/${webhook.id}/deliveries`,
    ]),
  };
}

/** Without the query of the URL, which often contains a credential. */
function nameOf({ description, url }: WebhookTable): string {
  const { origin, pathname } = new URL(url);
  const name = oneLine(description ?? '');
  return `The webhook ${name === '' ? '' : `“${name}” `}to ${origin}${pathname}`;
}

function text(paragraphs: readonly string[]): string {
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

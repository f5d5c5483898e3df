/**
 * Follower: sends queued e-mails (contract, E-mail, ML1 to ML9). It leases a mail, hands it to the SMTP server and records the result.
 * Retries follow after 1, 5 and 30 minutes, 2 and 12 hours; then the mail has failed, with its reason. If a worker dies between sending
 * and recording, the lease expires and the mail is sent again under the same Message-ID.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readDetails } from '../../shared/model/organisation.ts';
import type { Log } from '../base/log.ts';
import { readFeed } from '../store/records/feed.ts';
import type { MailTable } from '../store/tables/mails.ts';
import { finishMail, hasDueMail, leaseMails, type MailResult } from '../store/queues/mails.ts';
import type { Store } from '../store/store.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { reasonOf, type MailTransport } from './mail/send.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const minuteMs = 60_000;
const delaysMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs);
/** Longer than a send may take. */
const leaseMs = 3 * minuteMs;
const atOnce = 4;
/** Retries and expired leases send no signal, so the queue is polled as well. */
const pollMs = 30_000;

export interface MailContext {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  /** Null = no SMTP server is configured: mails wait. */
  readonly transport: MailTransport | null;
  /** URL of an invitation, bound to its submission and the time of the invitation. */
  readonly linkTo: (organisationId: string, submissionId: string, invitedAt: string) => string;
  readonly wake: Pick<CommitSignal, 'listen'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export function openMailFollower(context: MailContext): PollLoop {
  const { store, now, transport, log } = context;
  if (!transport) {
    log.info('SMTP_URL is not set: e-mails are written, and wait');
    return { run: () => Promise.resolve(0), close: () => Promise.resolve() };
  }

  async function sendAll(isClosed: () => boolean): Promise<number> {
    let attempts = 0;
    while (!isClosed() && (await hasDueMail(store.db, at(now())))) {
      const leaseUntil = at(now() + leaseMs);
      const mails = await leaseMails(store, { now: at(now()), token: randomUUID(), leaseUntil, limit: atOnce });
      if (mails.length === 0) break; // another server holds them
      await Promise.all(mails.map((mail) => attempt(context, mail, transport as MailTransport))); // checked above
      attempts += mails.length;
    }
    return attempts;
  }

  const rounds = openPollLoop({
    round: sendAll,
    everyMs: pollMs,
    wake: context.wake,
    failed: (error) => log.error({ err: error }, 'the mail follower failed'),
  });
  return {
    run: () => rounds.run(),
    close: async () => {
      await rounds.close();
      transport.close();
    },
  };
}

async function attempt(context: MailContext, mail: MailTable, transport: MailTransport): Promise<void> {
  const { store, now, log } = context;
  const result = await resultOf(context, mail, transport);
  const kept = await store.transaction((trx) => finishMail(trx, mail, result));
  // Neither address nor text: both are personal data.
  const names = { organisation: mail.org_id, mail: mail.id, attempt: mail.attempts };
  if (!kept) log.warn(names, 'an e-mail outlived its lease and may have been sent twice, under one Message-ID');
  else if (result.failed_at) log.error({ ...names, reason: result.failure }, 'an e-mail failed for good');
  else if (!result.sent_at)
    log.warn({ ...names, reason: result.failure, due: result.due_at }, 'an e-mail waits for its next attempt');
  else log.info({ ...names, waited_ms: now() - Date.parse(mail.created_at) }, 'an e-mail was sent');
}

async function resultOf(context: MailContext, mail: MailTable, transport: MailTransport): Promise<MailResult> {
  const { now } = context;
  const to = mail.recipient || (await accountAddress(context.store, mail.org_id)) || transport.address;
  if (!z.email().max(254).safeParse(to).success)
    return { sent_at: null, due_at: null, failed_at: at(now()), failure: 'the recipient is not an e-mail address' };
  try {
    await transport.send({
      id: mail.id,
      to,
      subject: mail.subject,
      text: textOf(context, mail),
      writtenAt: new Date(mail.created_at),
    });
    return { sent_at: at(now()), due_at: null, failed_at: null, failure: null };
  } catch (error) {
    const delayMs = delaysMs[mail.attempts - 1];
    const failure = reasonOf(error);
    if (delayMs === undefined) return { sent_at: null, due_at: null, failed_at: at(now()), failure };
    return { sent_at: null, due_at: at(now() + delayMs), failed_at: null, failure };
  }
}

function textOf({ linkTo }: MailContext, { org_id, body, link_to, link_bound_to }: MailTable): string {
  return link_to === null ? body : `${body}\n\n${linkTo(org_id, link_to, link_bound_to ?? '')}\n`;
}

/** The organisation's e-mail address; empty if it has none. */
async function accountAddress(store: Store, organisationId: string): Promise<string> {
  const feed = await readFeed(store.db, organisationId);
  return readDetails(feed?.details ?? '{}').email ?? '';
}

function at(ms: number): string {
  return new Date(ms).toISOString();
}

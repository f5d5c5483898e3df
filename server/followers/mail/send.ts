/** Hands e-mails to the SMTP server of SMTP_URL, over connections that are kept open (RFC 5321; contract, E-mail). */
import { oneLine } from './text.ts';

export interface OutgoingMail {
  /** Stays the same when it is sent again, so that a repeat is recognised (RFC 5322, 3.6.4). */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly writtenAt: Date;
}

export interface MailTransport {
  /** Who the mails are from, without a name. */
  readonly address: string;
  /** Throws what went wrong; resolves when the server has taken responsibility for the mail. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export interface TransportOptions {
  readonly url: string;
  /** `Name <address>` or an address. */
  readonly from: string;
}

/** ms, each: a server that does not answer must not hold up the others, nor a shutdown. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

export async function openTransport({ url, from }: TransportOptions): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer'); // large, and only here is it known that there are mails to send
  const [, name = '', bracketed] = /^(.*)<(.+)>$/u.exec(from) ?? [];
  const address = bracketed ?? from;
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // Whether a mail is sent again is decided by the queue alone.
    maxRequeues: 0,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    address,
    send: async ({ id, to, subject, text, writtenAt }) => {
      await transporter.sendMail({
        from: { name: oneLine(name), address },
        // As an object it is one address, whatever stands in it.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        textEncoding: 'quoted-printable',
        date: writtenAt,
        messageId: `<${id}@${address.split('@').at(-1) ?? 'localhost'}>`,
        // Nobody's holiday note should answer it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transporter.close(),
  };
}

/** A code and the server's own words, fit for a log line. */
export function reasonOf(error: unknown): string {
  const told = error as { readonly code?: unknown; readonly response?: unknown; readonly message?: unknown }; // asked member by member, below
  const words = [told.code, told.response ?? told.message].filter((part) => typeof part === 'string');
  return oneLine(words.join(': ')).slice(0, 300) || 'no reason given';
}

/** Sends e-mails to the SMTP server of SMTP_URL over pooled connections (RFC 5321; contract, E-mail). */
import { isLoopback } from '../../base/addresses.ts';
import { oneLine } from './text.ts';

export interface OutgoingMail {
  /** The same for every attempt, so that a duplicate is recognised (RFC 5322, 3.6.4). */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly writtenAt: Date;
}

export interface MailTransport {
  /** Sender address without a name. */
  readonly address: string;
  /** Resolves when the server has accepted the mail; throws otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, and sends nothing. Throws if the server would take no mail. */
  probe(): Promise<void>;
  close(): void;
}

export interface TransportOptions {
  readonly url: string;
  /** `Name <address>` or an address. */
  readonly from: string;
}

/** Milliseconds. An unresponsive server must not delay other mails or a shutdown. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

export async function openTransport({ url, from }: TransportOptions): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer'); // large, so loaded only when there are mails to send
  const [, name = '', bracketed] = /^(.*)<(.+)>$/u.exec(from) ?? [];
  const address = bracketed ?? from;
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // The queue alone decides about retries.
    maxRequeues: 0,
    requireTLS: requiresTls(url),
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    address,
    send: async ({ id, to, subject, text, writtenAt }) => {
      await transporter.sendMail({
        from: { name: oneLine(name), address },
        // An object is always one address, whatever characters it contains.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        textEncoding: 'quoted-printable',
        date: writtenAt,
        messageId: `<${id}@${address.split('@').at(-1) ?? 'localhost'}>`,
        // No out-of-office replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    probe: async () => void (await transporter.verify()),
    close: () => transporter.close(),
  };
}

/** Else anybody on the way could strip the offer of TLS and read the links in mails. `?requireTLS=false` says that this is accepted. */
function requiresTls(url: string): boolean {
  const { hostname = '', searchParams } = URL.parse(url) ?? {};
  const asked = searchParams?.get('requireTLS') ?? null;
  return asked === null ? !isLoopback(hostname) : asked !== 'false';
}

/** Error code and the server's message, as one log line. */
export function reasonOf(error: unknown): string {
  const told = error as { readonly code?: unknown; readonly response?: unknown; readonly message?: unknown }; // each member is checked below
  const words = [told.code, told.response ?? told.message].filter((part) => typeof part === 'string');
  return oneLine(words.join(': ')).slice(0, 300) || 'no reason given';
}

/** An SMTP server as a mail provider runs one, on 127.0.0.1: every message is kept as it came, and answers can be scripted. */
import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { testAuthority } from './certificates.ts';

export interface ReceivedMail {
  readonly from: string;
  /** As the envelope says. */
  readonly to: readonly string[];
  readonly isSecure: boolean;
  /** Names in lower case, values unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Lines of the head as they came. */
  readonly head: readonly string[];
  /** Decoded. */
  readonly text: string;
}

/** `null` takes the message; a number is the SMTP reply that refuses it. Asked when the message has arrived whole. */
export type MailAnswer = (mail: ReceivedMail, index: number) => number | null | Promise<number | null>;

export interface MailboxOptions {
  /** 0 = any free one. */
  readonly port?: number;
  readonly answer?: MailAnswer;
  /** `user:password` that must be given. */
  readonly login?: string;
  /** STARTTLS, with a certificate that nobody vouches for. */
  readonly offersTls?: boolean;
}

export interface Mailbox extends AsyncDisposable {
  /** For SMTP_URL. */
  readonly url: string;
  readonly port: number;
  /** Taken; what was refused is not among them. */
  readonly mails: readonly ReceivedMail[];
  /** Arrived, whatever came of them. */
  readonly attempts: readonly ReceivedMail[];
  /** Of them, connections that stand now. */
  readonly open: number;
  close(): Promise<void>;
}

export async function openMailbox({
  port = 0,
  answer = () => null,
  login,
  offersTls = false,
}: MailboxOptions = {}): Promise<Mailbox> {
  const attempts: ReceivedMail[] = [];
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    ...(offersTls ? testAuthority().issue({ names: ['localhost'] }) : {}),
    hideSTARTTLS: !offersTls,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      `${username}:${password}` === login ? done(null, { user: username }) : done(new Error('wrong login')),
    onData: (stream, { envelope, secure }, done) => {
      const take = async (): Promise<void> => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const code = await receive(
          stream,
          from,
          envelope.rcptTo.map(({ address }) => address),
          secure,
        );
        if (code === null) done(null, 'taken');
        else done(Object.assign(new Error('refused'), { responseCode: code }));
      };
      void take();
    },
  });
  server.on('error', () => undefined); // the sender may hang up at any time

  async function receive(
    stream: SMTPServerDataStream,
    from: string,
    to: readonly string[],
    isSecure: boolean,
  ): Promise<number | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array)); // SMTP is bytes
    const mail = { from, to, isSecure, ...parsed(Buffer.concat(chunks).toString('latin1')) };
    const index = attempts.push(mail) - 1;
    const code = await answer(mail, index);
    if (code === null) mails.push(mail);
    return code;
  }

  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  const close = (): Promise<void> => new Promise((resolve) => server.close(resolve));
  return {
    url: `smtp://${login === undefined ? '' : `${login}@`}127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    attempts,
    get open() {
      return server.connections.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Head and text of a message of one part (RFC 5322; RFC 2045, 6.7). */
function parsed(message: string): Pick<ReceivedMail, 'headers' | 'head' | 'text'> {
  const split = message.indexOf('\r\n\r\n');
  const head = message.slice(0, split).split('\r\n');
  const unfolded = message
    .slice(0, split)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    unfolded.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())];
    }),
  );
  const body = message.slice(split + 4);
  const isQuoted = /quoted-printable/i.test(headers.get('content-transfer-encoding') ?? '');
  return { headers, head, text: Buffer.from(isQuoted ? unquoted(body) : body, 'latin1').toString('utf8') };
}

function unquoted(text: string): string {
  return text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Encoded words of a header (RFC 2047). */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      (how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(unquoted(text.replaceAll('_', ' ')), 'latin1')
      ).toString('utf8'),
    );
}

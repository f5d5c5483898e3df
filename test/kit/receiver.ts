/** A webhook receiver as a customer would run one: real HTTPS on 127.0.0.1, every raw request kept, and answers that can be scripted. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { verifySignature } from '../../server/followers/webhooks/signature.ts';
import { testAuthority, type Certificate } from './certificates.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names as they were sent, and their values, in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Whether the signature header fits body and secret; false when the receiver was given no secret. */
  readonly verified: boolean;
}

/**
 * A number is a status with an empty body. `hang` never answers, `reset` breaks the connection, `drip` sends a byte every
 * few ms and never ends, `endless` sends as fast as it is read and never ends.
 */
export type Answer =
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  | 'hang'
  | 'reset'
  | 'drip'
  | 'endless';

/** A list is worked off, its last answer stays. */
export type Script =
  | Answer
  | readonly Answer[]
  | ((request: ReceivedRequest, index: number) => Answer | Promise<Answer>);

export interface ReceiverOptions {
  readonly answers?: Script;
  readonly secret?: string;
  readonly signatureHeaderName?: string;
  /** Default: issued by the test authority for 127.0.0.1, ::1 and localhost. */
  readonly certificate?: Certificate;
  /** Default 127.0.0.1. */
  readonly host?: string;
  readonly tls?: TlsOptions;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Of the authority whose certificate the receiver has. */
  readonly caFile: string;
  readonly requests: readonly ReceivedRequest[];
  /** TCP connections so far, whatever came of them. */
  readonly connections: number;
  /** Of them, those that stand now. */
  readonly open: number;
  answer(script: Script): void;
  /** Resolves as soon as `predicate` holds; asked now, at each connection, at each whole request and when a connection ends. */
  waitFor(predicate: (receiver: Receiver) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { secret, signatureHeaderName = 'X-Service-Signature', host = '127.0.0.1' } = options;
  const authority = testAuthority();
  const server = createServer({
    ...(options.certificate ?? authority.issue({ names: ['127.0.0.1', '::1', 'localhost'] })),
    ...options.tls,
  });
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let connections = 0;
  let script: Script = options.answers ?? 200;
  const tell = (): void => waiting.forEach((check) => check());

  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined); // the sender may hang up whenever it likes
    socket.once('close', () => {
      sockets.delete(socket);
      tell();
    });
    tell();
  });
  server.on('tlsClientError', () => undefined);
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    void receive(incoming, response).catch(() => response.destroy());
  });

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await wholeBody(incoming);
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const header = headers[signatureHeaderName.toLowerCase()];
    const verified = secret !== undefined && typeof header === 'string' && verifySignature(secret, body, header);
    const request = { method, path: url, headers, rawHeaders, body, verified };
    const index = requests.push(request) - 1;
    tell();
    give(await answerOf(script, request, index), response);
  }

  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  const { port } = address;

  const receiver: Receiver = {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    caFile: authority.caFile,
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    answer(next) {
      script = next;
    },
    waitFor(predicate) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (!predicate(receiver)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
      return promise;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
    [Symbol.asyncDispose]: () => receiver.close(),
  };
  return receiver;
}

async function wholeBody(incoming: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answerOf(script: Script, request: ReceivedRequest, index: number): Promise<Answer> {
  if (typeof script === 'function') return await script(request, index);
  if (!isList(script)) return script;
  return script[Math.min(index, script.length - 1)] ?? 200;
}

/** Array.isArray does not narrow readonly arrays. */
function isList(script: Answer | readonly Answer[]): script is readonly Answer[] {
  return Array.isArray(script);
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'reset') response.socket?.destroy();
  else if (answer === 'drip') drip(response);
  else if (answer === 'endless') flood(response);
  else if (typeof answer === 'number') response.writeHead(answer).end();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 10);
  response.once('close', () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, 'x')));
  };
  response.on('drain', more);
  more();
}

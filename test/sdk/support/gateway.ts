/**
 * A faulty gateway between a device and the server: a real HTTP server that forwards requests, and answers them itself where
 * the test says so (a captive portal, a proxy with a small limit), or cuts the line after the server has answered.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Seen {
  /** `hello`, `push` or `pull`, or the hash of a file. */
  readonly door: string;
  readonly body: string;
  readonly authorization: string;
}

/** Header that asks for interference with its request, as percent-encoded JSON, for tests in another process. */
const header = 'x-interference';

/** Undefined = the request is forwarded. `cut` = it is forwarded and its response is lost. */
export type Interference = (seen: Seen) => Reply | undefined;

type Reply =
  | 'cut'
  | {
      readonly status: number;
      readonly type?: string;
      readonly body: string;
      readonly headers?: Record<string, string>;
    };

export interface Gateway extends AsyncDisposable {
  readonly url: string;
  /** Every received request, in order. */
  readonly seen: readonly Seen[];
  /** Until it is set again. */
  interfere: Interference | undefined;
}

export async function openGateway(target: () => string): Promise<Gateway> {
  const seen: Seen[] = [];
  const gateway: { interfere: Interference | undefined } = { interfere: undefined };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    letPagesRead(request, response);
    if (request.method === 'OPTIONS') return void response.end();
    const bytes = Buffer.concat(await request.toArray());
    const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const one = {
      door: request.url?.split('/').at(-1) ?? '',
      body,
      authorization: request.headers.authorization ?? '',
    };
    seen.push(one);
    const asked = request.headers[header];
    // A header that line.ts writes.
    const own = asked ? (JSON.parse(decodeURIComponent(String(asked))) as Reply) : gateway.interfere?.(one);
    if (own && own !== 'cut') {
      response.writeHead(own.status, { 'content-type': own.type ?? 'text/html', ...own.headers }).end(own.body);
      return;
    }
    const headers = new Headers({ authorization: one.authorization });
    for (const name of ['content-type', 'content-range'])
      if (name in request.headers) headers.set(name, String(request.headers[name]));
    const sent = request.method === 'PUT' ? { body: bytes } : request.method === 'POST' ? { body } : {};
    const passed = await fetch(`${target()}${request.url}`, { method: request.method ?? 'GET', headers, ...sent });
    const text = await passed.text();
    if (own === 'cut') response.destroy();
    else response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' }).end(text);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port');
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Allows pages of any origin, so that a browser passes them the gateway's responses. */
function letPagesRead({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers['access-control-request-headers'];
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', '*');
  response.setHeader('access-control-expose-headers', 'retry-after');
  if (wanted) response.setHeader('access-control-allow-headers', wanted);
}

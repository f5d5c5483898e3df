/**
 * What comes as no HTTP at all, with headers beyond 16 KiB, or too slowly, never reaches the router: it is answered as a problem on the
 * bare connection, which is closed then (contract, REST, R5 and The walk).
 */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../shared/model/problem.ts';

export interface Answering {
  readonly newId: () => string;
  readonly baseUrl: () => string;
}

export function answerUnreadable(server: Server, { newId, baseUrl }: Answering): void {
  /** Connections on which an answer may be half said. */
  const answering = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) return void socket.destroy();
    const problem = new Problem('bad_request', detailOf(error.code));
    const id = newId();
    const body = JSON.stringify({ ...problem.toBody(baseUrl()), instance: '/', request_id: id });
    const head = [
      `HTTP/1.1 ${problem.status} Bad Request`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: private, no-cache',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${id}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}

function detailOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The address and the headers are larger than 16 KiB.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'This is no HTTP request.';
}

/**
 * Requests that are not HTTP, have headers beyond 16 KiB, or arrive too slowly never reach the router: they get a problem body on the
 * raw connection, which is then closed (contract, REST, R5 and The walk). A connection without a byte is closed without words.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../../shared/model/problem.ts';
import { safeHeaderLines } from './every-request.ts';
import type { HttpContext } from './http-context.ts';

export function handleClientErrors(server: Server, { newId, baseUrl }: Pick<HttpContext, 'newId' | 'baseUrl'>): void {
  /** Connections on which a response may be partly written. */
  const answering = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) return void socket.destroy();
    // Browsers open connections ahead of need. Words on a silent one would be taken for the answer to its first request.
    if ((socket as Socket).bytesRead === 0) return void socket.destroy();
    const problem = new Problem('bad_request', detailOf(error.code));
    const id = newId();
    const body = JSON.stringify({ ...problem.toBody(baseUrl()), instance: '/', request_id: id });
    const head = [
      `HTTP/1.1 ${problem.status} Bad Request`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...safeHeaderLines(baseUrl()),
      `X-Request-Id: ${id}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}

function detailOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The URL and the headers together are larger than 16 KiB.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'This is not an HTTP request.';
}

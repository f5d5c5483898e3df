/** How the server ends a stream, or refuses to open it: close codes of the protocol, and problems before the upgrade. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Problem } from '../../../shared/model/problem.ts';
import { safeHeaderLines } from '../../http/every-request.ts';

/** 4429 = come back later; the reason says after how many seconds (shared/sync/sync.ts). */
export function closeForAWhile(socket: WebSocket, seconds: number): void {
  socket.close(4429, `retry after ${seconds} s`);
}

/** 4401 = the token is not valid, or there was none; 4403 = it may not sync. */
export function closeFor(problem: Problem | null, socket: WebSocket): void {
  const seconds = problem?.members['retry_after'];
  if (problem?.code === 'rate_limited') closeForAWhile(socket, typeof seconds === 'number' ? seconds : 60);
  else if (problem?.code === 'forbidden') socket.close(4403, 'the token may not sync');
  else socket.close(4401, 'not authenticated');
}

/** Answers an upgrade by HTTP. Nothing else handles the connection any more: a reset must not crash the server, nor may half of it stay open. */
export function refuseUpgrade(socket: Duplex, problem: Problem, baseUrl: string): void {
  const body = JSON.stringify(problem.toBody(baseUrl));
  const seconds = problem.members['retry_after'];
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...safeHeaderLines(baseUrl),
    ...(typeof seconds === 'number' ? [`Retry-After: ${seconds}`] : []),
    'Connection: close',
  ];
  socket.once('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

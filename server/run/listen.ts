/** Listening and letting go of an HTTP server. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The address as callers write it. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

export type Connections = ReadonlySet<Socket>;

/** The connections that are open, for `shut`: a server of Node’s own does not count a silent one as idle. */
export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Requests under way are answered; what still hangs after ten seconds is cut. Connections that never said anything go at once. */
export async function shut(server: Server, connections: Connections): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => {
    for (const socket of connections) socket.destroy(); // those that were upgraded too, which Node no longer counts
  }, 10_000);
  // A connection becomes idle only when its last answer is out, which may be after this moment.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
  clearInterval(sweep);
}

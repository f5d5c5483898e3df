/** Starts and stops an HTTP server. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Returns the URL that it listens on. */
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
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

export type Connections = ReadonlySet<Socket>;

/** The open connections, for `shut`: Node does not count a connection without any request as idle. */
export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Lets requests under way finish, for ten seconds at most. Connections that never sent anything are closed at once. */
export async function shut(server: Server, connections: Connections): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => {
    for (const socket of connections) socket.destroy(); // upgraded ones too, which Node no longer counts
  }, 10_000);
  // A connection becomes idle only after its last response, which may come later.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
  clearInterval(sweep);
}

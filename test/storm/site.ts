/** The servers of a storm on one store, each at a fixed port, so that those who know its address find it again after its death. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import type { StormStore } from './store.ts';

export const adminToken = 'the-admin-token-of-the-storm';

export class Site {
  readonly urls: readonly string[];
  readonly #store: StormStore;
  readonly #ports: readonly number[];
  readonly #servers = new Map<number, ServerProcess>();
  #putBack: (() => Promise<void>) | undefined;

  private constructor(store: StormStore, ports: readonly number[]) {
    this.#store = store;
    this.#ports = ports;
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
  }

  static async open(store: StormStore, servers: number): Promise<Site> {
    const ports: number[] = [];
    for (let i = 0; i < servers; i++) ports.push(await freePort());
    const site = new Site(store, ports);
    await site.raise();
    return site;
  }

  /** Starts the servers that are dead. */
  async raise(): Promise<void> {
    for (const [i, port] of this.#ports.entries()) {
      if (this.#servers.get(i)?.isAlive) continue;
      const environment = { ...this.#store.environment, PORT: String(port), SITEFILE_ADMIN_TOKEN: adminToken };
      this.#servers.set(i, await startServer({ ...environment, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }));
    }
  }

  /** From now on no server dies by itself. */
  async heal(): Promise<void> {
    for (const server of this.#servers.values()) if (server.isAlive) await server.disarm();
    await this.raise();
  }

  async kill(i: number): Promise<void> {
    await this.#servers.get(i)?.kill();
  }

  /** It dies just before the n-th statement from now. */
  async dieAt(i: number, statement: number): Promise<void> {
    if (this.#servers.get(i)?.isAlive)
      await this.#servers
        .get(i)
        ?.dieAt(statement)
        .catch(() => undefined);
  }

  async setClock(i: number, aheadMs: number): Promise<void> {
    if (this.#servers.get(i)?.isAlive)
      await this.#servers
        .get(i)
        ?.setClock(aheadMs)
        .catch(() => undefined);
  }

  /** A backup. */
  async copy(): Promise<void> {
    await this.#down();
    this.#putBack = await this.#store.copy();
    await this.raise();
  }

  /** Back to the last copy. */
  async restore(): Promise<void> {
    await this.#down();
    await this.#putBack?.();
    await this.raise();
  }

  async close(): Promise<void> {
    await this.#down();
  }

  async #down(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.kill()));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

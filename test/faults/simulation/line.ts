/**
 * The way from the tablets to the server over real TCP, for some of the days: a proxy that is cut, healed and told to lose answers, and
 * behind it a door that tells the history what truly reached the server.
 */
import { once } from 'node:events';
import { createServer, request as open, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import type { Chance } from '../../kit/clock.ts';
import { openProxy } from '../../kit/proxy.ts';
import type { Got, Sent } from '../../kit/weather.ts';
import type { History } from './history.ts';

export interface Line extends AsyncDisposable {
  deliver(sent: Sent): Promise<Got>;
  /** Something happens to the cable, by the seed. */
  upset(chance: Chance): void;
  heal(): void;
}

export async function openLine(history: History): Promise<Line> {
  await using opened = new AsyncDisposableStack();
  /** What reached the door and is not done there, though its caller may be gone. */
  const underWay = new Set<Promise<void>>();
  const door = createServer((request, response) => {
    const passing = pass(request, response).catch(() => void response.destroy());
    underWay.add(passing);
    void passing.then(() => underWay.delete(passing));
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new Uint8Array(await buffer(request)); // throws where the request was cut
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const { 'content-encoding': encoding, 'content-range': range } = request.headers;
    const headers = {
      authorization,
      'content-type': type,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      ...(range ? { 'content-range': range } : {}),
    };
    const got = await history.deliver({ method: request.method ?? '', path: request.url ?? '', headers, body });
    response.writeHead(got.status, got.headers).end(got.text);
  }

  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  opened.defer(() => {
    door.closeAllConnections();
    door.close();
  });
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no port');
  const proxy = opened.use(await openProxy({ target: `http://127.0.0.1:${address.port}` }));
  const owned = opened.move();
  return {
    deliver: async (sent) => {
      try {
        return await ask(proxy.url, sent);
      } finally {
        // One thing after the other, also where the caller was cut off.
        await Promise.all(underWay);
      }
    },
    upset: (chance) => {
      const luck = chance.below(4);
      if (luck === 0) proxy.cut();
      else if (luck === 1) proxy.cutAfter(chance.below(4000));
      else if (luck === 2) proxy.loseAnswerTo('/sync/push');
      else proxy.heal();
    },
    heal: () => {
      proxy.cut(); // and nothing is planned any more
      proxy.heal();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** On a connection of its own: one that was kept may have been cut meanwhile. */
async function ask(server: string, { method, path, headers, body }: Sent): Promise<Got> {
  const request = open(new URL(path, server), { method, headers, agent: false });
  const answered = once(request, 'response');
  request.end(body);
  const [response] = (await answered) as [IncomingMessage]; // what the event carries
  const { 'content-type': type = '' } = response.headers;
  return { status: response.statusCode ?? 0, headers: { 'content-type': type }, text: await text(response) };
}

/**
 * Servers for browser pages: a process that opens a world for each test that asks, and obeys its orders over HTTP. Prints its
 * address when ready, and exits when its standard input closes.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Controls } from './controls.ts';
import type { Order } from './remote-controls.ts';
import { openControls } from './world-controls.ts';

const sites = new Map<string, Controls>();

async function obey({ site, name, given }: Order, origin: string | undefined): Promise<unknown> {
  const controls = sites.get(site) ?? (await openControls(origin));
  sites.set(site, controls);
  if (name === 'close') sites.delete(site);
  // The page's controls are typed: each request names one of them, with its arguments.
  if (!(name in controls)) throw new Error(`no control ${name}`);
  return (controls[name] as (...all: readonly unknown[]) => Promise<unknown>)(...given);
}

const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  json(request)
    .then((order) => obey(order as Order, request.headers.origin)) // nobody else knows the address
    .then(
      (result) => response.end(JSON.stringify({ result })),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port)); // it listens on TCP
// Also if a page has died and closed nothing.
process.stdin.on('end', () => {
  void Promise.allSettled([...sites.values()].map((controls) => controls.close())).then(() => process.exit());
});
process.stdin.resume();

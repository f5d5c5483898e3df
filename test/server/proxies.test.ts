/** The server behind proxies: whose address counts at each door, and whose word about it (contract, Security, HR20). */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { openPeers } from '../../server/http/peer.ts';
import { openWorld, type World } from '../kit/world.ts';
import { callerOf } from './support.ts';

const site = '203.0.113.7';

/** What each door answers to a token that is good at the site only. */
async function doors(world: World, token: string, forwarded: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded };
  const client_id = world.app.commitContext.newId();
  const rest = await world.api('GET', '/api/v1/me', undefined, headers);
  const sync = await world.api('POST', '/api/v1/sync/hello', { protocols: [1], client_id, schema: 1 }, headers);
  const blob = await world.api('GET', `/api/v1/sync/blobs/${'0'.repeat(64)}`, undefined, headers);
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`, { headers });
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  const heard = await Promise.race([
    once(socket, 'message').then(() => 'ready'),
    once(socket, 'close').then(([c]) => c),
  ]);
  socket.terminate();
  return [rest.status, sync.status, blob.status, heard];
}

test('[HR20] each door and the log see the caller behind a trusted proxy', async () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  await using world = await openWorld({ log, environment: { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } });
  const { token } = await callerOf(world).make('/tokens', { name: 'Site', role: 'device', ip_allow: [site] });
  expect(await doors(world, token, site)).toEqual([200, 200, 200, 'ready']);
  expect(await doors(world, token, `198.51.100.1, ${site}, 10.1.2.3`)).toEqual([200, 200, 200, 'ready']);
  expect(await doors(world, token, `${site}, 198.51.100.1`)).toEqual([401, 401, 401, 4401]);
  const asked = (proto: string) => fetch(`${world.url}/healthz`, { headers: { 'x-forwarded-proto': proto } });
  expect((await asked('https')).headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await asked('http')).headers.get('strict-transport-security')).toBeNull();
  const refusals = lines.map((line) => JSON.parse(line) as { code?: string; address?: string });
  expect(new Set(refusals.filter(({ code }) => code).map(({ address }) => address))).toEqual(new Set(['198.51.100.1']));
});

test('[HR20] without trusted proxies, nobody names an address of their choice', async () => {
  await using world = await openWorld();
  const { token } = await callerOf(world).make('/tokens', { name: 'Site', role: 'device', ip_allow: [site] });
  expect(await doors(world, token, site)).toEqual([401, 401, 401, 4401]);
});

const direct = '192.0.2.50';
test.each([
  ['nothing', undefined, '10.0.0.1'],
  ['one address', site, site],
  ['an address written by the caller before it', `198.51.100.9, ${site}`, site],
  ['a second proxy at the right', `${site}, 10.9.9.9`, site],
  ['proxies alone', '10.3.3.3, 10.9.9.9', '10.3.3.3'],
  ['IPv6', '2001:DB8::7', '2001:db8::7'],
  ['IPv4-mapped IPv6', `::ffff:${site}`, site],
  ['words', 'unknown', '10.0.0.1'],
  ['an address with a port', `${site}:4711`, '10.0.0.1'],
  ['control characters and ranges', `${site}, \u0000, 0.0.0.0/0`, '10.0.0.1'],
  ['a very long list', `${'1.1.1.1,'.repeat(1000)}${site}`, site],
])('[HR20] %s in X-Forwarded-For of a trusted proxy', (_name, forwarded, expected) => {
  const { addressOf } = openPeers(['10.0.0.0/8']);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const from = (remoteAddress: string) => addressOf({ socket: { remoteAddress } as Socket, headers }); // all that is read
  expect(from('10.0.0.1')).toBe(expected);
  expect(from(direct)).toBe(direct);
});

test('[HR20] X-Forwarded-Proto counts from a trusted proxy only, and its last word', () => {
  const { isSecure } = openPeers(['10.0.0.1']);
  const of = (remoteAddress: string, proto: string): boolean =>
    isSecure({ socket: { remoteAddress } as Socket, headers: { 'x-forwarded-proto': proto } }); // all that is read
  expect(of('10.0.0.1', 'https')).toBe(true);
  expect(of('10.0.0.1', 'http, HTTPS')).toBe(true);
  expect(of('10.0.0.1', 'https, http')).toBe(false);
  expect(of('10.0.0.2', 'https')).toBe(false);
});

test.each(['nginx', '10.0.0.0/33', '10.0.0.1;10.0.0.2', 'fe80::1%eth0'])(
  '[HR20] TRUSTED_PROXIES=%s stops the start with an error that names it',
  (value) => {
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES/);
  },
);

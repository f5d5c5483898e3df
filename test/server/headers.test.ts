/** What every answer says, whatever was asked and however it ended (contract, Security, HR26 to HR28, HR31). */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import { makeAuthority } from '../kit/certificates.ts';
import { metricsToken, openWorld, type World } from '../kit/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function expectSafe(headers: Headers, what: string): void {
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('referrer-policy'), what).toBe('no-referrer');
  expect(headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'");
  expect(headers.get('cache-control'), what).not.toBeNull();
  for (const name of ['x-powered-by', 'server']) expect(headers.get(name), what).toBeNull();
}

/** The answer to raw bytes, once the server has closed the connection. */
async function answerTo(bytes: string): Promise<{ readonly status: number; readonly headers: Headers }> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(bytes, 'latin1');
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']);
  return { status: Number(first.split(' ')[1]), headers: new Headers(pairs) };
}

test('[HR26] every path has the safe headers, with and without a token', async () => {
  const paths = Object.values(endpoints).map(
    ({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'none')] as const,
  );
  const others = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/docs/start.js',
    '/problems/not_found',
    '/nowhere',
    '/%ff',
  ];
  const syncs = ['hello', 'push', 'pull', 'stream', 'blobs/x'].map((name) => ['POST', `/api/v1/sync/${name}`] as const);
  for (const [method, path] of [...paths, ...syncs, ...others.map((other) => ['GET', other] as const)])
    for (const authorization of ['', `Bearer ${world.adminToken}`])
      expectSafe((await world.api(method, path, undefined, { authorization })).headers, `${method} ${path}`);
  const figures = await world.api('GET', '/metrics', undefined, { authorization: `Bearer ${metricsToken}` });
  expectSafe(figures.headers, 'metrics');
});

const end = 'Connection: close\r\n\r\n';
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
test.each([
  ['no HTTP', 'EHLO x\r\n\r\n', 400],
  ['TRACE of a health path', `TRACE /healthz HTTP/1.1\r\nHost: x\r\n${end}`, 405],
  ['an expectation', `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n${end}`, 200],
  ['two hosts', `GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n${end}`, 400],
  ['two equal hosts', `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nHost: x\r\n${end}`, 400],
  ['no host', `GET /healthz HTTP/1.1\r\n${end}`, 400],
  ['an upgrade elsewhere', `GET /nowhere HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, 404],
  ['an upgrade for two hosts', `GET /api/v1/sync/stream HTTP/1.1\r\nHost: x\r\nHost: y\r\n${upgrade}\r\n`, 400],
  ['half a handshake', `GET /api/v1/sync/stream HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, 400],
] as const)('[HR26] %s is answered with the safe headers', async (what, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer.status).toBe(status);
  expectSafe(answer.headers, what);
});

test('[HR31] however many ask /readyz, the store takes one change a second', async () => {
  const changes: string[] = [];
  await using asked = await openWorld({
    onStatement: (sql) => sql.startsWith('update "installation"') && changes.push(sql),
  });
  const ask = () => Promise.all(Array.from({ length: 20 }, () => asked.api('GET', '/readyz')));
  expect(new Set((await ask()).map(({ status }) => status))).toEqual(new Set([200]));
  asked.clock.advance(999);
  await ask();
  expect(changes).toHaveLength(1);
  asked.clock.advance(1);
  await ask();
  expect(changes).toHaveLength(2);
});

test.each([
  ['0.0.0.0', {}, 1],
  ['::', {}, 1],
  ['0.0.0.0', { BASE_URL: 'http://sitefile.example' }, 1],
  ['0.0.0.0', { BASE_URL: 'https://sitefile.example' }, 0],
  ['0.0.0.0', { TRUSTED_PROXIES: '10.0.0.1' }, 0],
  ['localhost', {}, 0],
] as const)('[HR27] listening on %s with %j gives %i warnings', async (HOST, more, count) => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  await using open = await openWorld({ log, environment: { HOST, ...more } });
  const { port } = new URL(open.app.url.replace('sitefile.example', `127.0.0.1`));
  expect(lines.filter((line) => line.includes('without TLS'))).toHaveLength(count);
  expect(open.app.warnings).toHaveLength(count);
  if (port === '') return; // the address in BASE_URL is a proxy's
  const ready = (await (await fetch(`http://localhost:${port}/readyz`)).json()) as { warnings: string[] };
  expect(ready).toMatchObject({ status: 'ready', warnings: open.app.warnings });
});

describe('with TLS of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitefile-tls-'));
  const authority = makeAuthority('Authority of the TLS test');
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const own = authority.issue({ names: ['127.0.0.1', 'localhost'] });
  const TLS_CERT = file('own.pem', own.cert);
  const TLS_KEY = file('own.key', own.key);

  test('[HR28] the server speaks HTTPS only, on the stream as well, with HSTS', async () => {
    await using secure = await openWorld({ environment: { TLS_CERT, TLS_KEY } });
    expect(secure.url).toMatch(/^https:/);
    const { port } = new URL(secure.url);
    const ca = (await import('node:fs')).readFileSync(authority.caFile);
    const socket = connectTls({ port: Number(port), host: '127.0.0.1', ca });
    socket.write(`GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\n${end}`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/^Strict-Transport-Security: max-age=31536000\r$/m);
    const stream = new WebSocket(`wss://127.0.0.1:${port}/api/v1/sync/stream`, { ca });
    await once(stream, 'open');
    stream.send(JSON.stringify({ token: secure.adminToken }));
    const [frame] = await once(stream, 'message');
    expect(String(frame)).toContain('"ready"');
    stream.terminate();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  test.each([
    ['a missing file', { TLS_CERT: join(folder, 'none.pem'), TLS_KEY }, /^TLS_CERT: .*none\.pem cannot be read$/],
    ['no certificate', { TLS_CERT: file('bad.pem', 'text'), TLS_KEY }, /^TLS_CERT: .*bad\.pem holds no certificate/],
    ['no key', { TLS_CERT, TLS_KEY: file('bad.key', 'text') }, /^TLS_KEY: .*bad\.key holds no private key/],
    ['another key', { TLS_CERT, TLS_KEY: file('other.key', authority.issue({ names: ['x'] }).key) }, /does not belong/],
  ])('[HR28] %s stops the start and is named', async (_what, environment, message) => {
    await expect(openWorld({ environment })).rejects.toThrow(message);
  });

  test('[HR28] a certificate without a key is refused', () => {
    expect(() => readConfig({ TLS_CERT })).toThrow('TLS_CERT, TLS_KEY: set both, or neither');
  });
});

/** The log when nobody takes it: a full disk, a reader that stalls, and callers who would fill it (contract, Security, HR21 to HR24). */
import { openSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { openLogSink, type Send } from '../../server/base/log-sink.ts';
import { openLog } from '../../server/base/log.ts';
import { openRefusalLog } from '../../server/http/refusal-log.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { openClock } from '../kit/clock.ts';
import { patienceMs } from '../kit/patience.ts';
import { temporaryFolder } from '../kit/places.ts';
import { startServe, type ServeProcess } from '../kit/serve-process.ts';
import { metricsToken, openWorld } from '../kit/world.ts';

const token = 'admin-token-of-the-log-test';
const me = async ({ url }: ServeProcess): Promise<number> => {
  const signal = AbortSignal.timeout(patienceMs);
  return (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` }, signal })).status;
};

/** Wrong tokens from as many addresses, on one connection. Resolves with the number of answers that were 401. */
async function wrongTokens({ url }: ServeProcess, count: number): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  for (let i = 0; i < count; i++) {
    const last = i === count - 1 ? 'Connection: close\r\n' : '';
    const address = `X-Forwarded-For: 198.51.${100 + (i >> 8)}.${i & 255}\r\n`;
    socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong-${i}\r\n${address}${last}\r\n`);
  }
  return (await text(socket)).split('HTTP/1.1 401 ').length - 1;
}

test('[HR21] a stalled reader of stderr stops no request, and gets every line later', async () => {
  const environment = {
    DATA_DIR: temporaryFolder(),
    SITEFILE_ADMIN_TOKEN: token,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: 'off',
  };
  await using server = await startServe(environment, 'pipe');
  expect(await wrongTokens(server, 900)).toBe(900);
  expect(await me(server)).toBe(200);
  let lines = '';
  server.stderr.on('data', (piece) => (lines += String(piece)));
  // At its end the server waits for a reader no longer than two seconds.
  await expect.poll(() => lines.split('a request was refused').length).toBe(901);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('[HR24] a server with its log on a full disk goes on, and ends cleanly when it must', async () => {
  const dataDir = join(temporaryFolder(), 'new');
  const environment = {
    DATA_DIR: dataDir,
    SITEFILE_ADMIN_TOKEN: token,
    METRICS_TOKEN: metricsToken,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: 'off',
  };
  await using server = await startServe(environment, openSync('/dev/full', 'w'));
  expect(await wrongTokens(server, 100)).toBe(100);
  expect(await me(server)).toBe(200);
  expect(await openToOthers(dataDir)).toEqual([]);
  server.signal('SIGUSR2');
  await vi.waitUntil(async () => (await figures(server)).includes('sitefile_uncaught_errors 1\n'), patienceMs);
  expect(await figures(server)).toMatch(/^sitefile_log_lines_dropped 1\d\d$/m);
  expect(await me(server)).toBe(200);
  server.signal('SIGHUP');
  expect(await server.ended).toBe(1);
});

/** Of each folder and file, the rights of others. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = ['', ...(await readdir(folder, { recursive: true }))];
  const rights = await Promise.all(paths.map(async (path) => ({ path, mode: (await stat(join(folder, path))).mode })));
  return rights.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path);
}

async function figures({ url }: ServeProcess): Promise<string> {
  return await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
}

describe('the sink', () => {
  test('[HR21] drops and counts what a full disk refuses, and tells of it when there is room', async () => {
    let isFull = true;
    const written: string[] = [];
    const send: Send = (bytes, done) =>
      setImmediate(() => {
        if (isFull) return done(Object.assign(new Error('no space'), { code: 'ENOSPC' }), 3);
        written.push(Buffer.from(bytes).toString());
        done(null, bytes.length);
      });
    const sink = openLogSink({ send });
    for (const line of ['one\n', 'two\n', 'three\n']) sink.write(line);
    await sink[Symbol.asyncDispose]();
    expect([sink.dropped(), written]).toEqual([3, []]);
    isFull = false;
    sink.write('four\n');
    sink.write('five\n');
    await sink[Symbol.asyncDispose]();
    const [torn, notice, ...rest] = written.join('').split('\n');
    expect(torn).toBe('');
    expect(JSON.parse(notice ?? '')).toMatchObject({ level: 40, dropped: 3 });
    expect(rest).toEqual(['four', 'five', '']);
    expect(sink.dropped()).toBe(3);
  });

  test('[HR21] keeps at most its limit for a reader that stalls, and loses nothing else', async () => {
    let isFull = true;
    let written = '';
    const send: Send = (bytes, done) =>
      setImmediate(() => {
        if (isFull) return done(Object.assign(new Error('full'), { code: 'EAGAIN' }), 0);
        written += Buffer.from(bytes.subarray(0, 7)).toString();
        done(null, Math.min(7, bytes.length));
      });
    const sink = openLogSink({ send, maxBytes: 100 });
    for (let i = 0; i < 12; i++) sink.write(`line-${i % 10}---\n`); // the first is on its way, and 10 bytes each wait
    expect(sink.dropped()).toBe(1);
    isFull = false;
    await sink[Symbol.asyncDispose]();
    expect(written.match(/line-\d---\n/g)).toHaveLength(11);
    expect(written).toContain('"dropped":1');
  });

  test('[HR21] does not hold the end of the process for a reader that never reads', async () => {
    const sink = openLogSink({ send: () => undefined, patienceMs: 5 });
    sink.write('a line\n');
    await sink[Symbol.asyncDispose]();
  });
});

test('[HR22] refusals are logged once a minute for each kind and address, then as a count', async () => {
  const lines: JsonObject[] = [];
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line) as JsonObject) });
  const clock = openClock();
  const refusals = openRefusalLog({ log, now: clock.now });
  const refuse = (address: string, code = 'unauthenticated'): void =>
    refusals.note({ code, address, request_id: 'r' }, 'a request was refused');
  for (let i = 0; i < 50; i++) refuse('192.0.2.1');
  refuse('192.0.2.2');
  refuse('192.0.2.1', 'forbidden');
  expect(lines.map(({ address, code }) => [address, code])).toEqual([
    ['192.0.2.1', 'unauthenticated'],
    ['192.0.2.2', 'unauthenticated'],
    ['192.0.2.1', 'forbidden'],
  ]);
  clock.advance(59_999);
  refuse('192.0.2.1');
  expect(lines).toHaveLength(3);
  clock.advance(1);
  refuse('192.0.2.1');
  expect(lines.slice(3)).toMatchObject([
    { code: 'unauthenticated', address: '192.0.2.1', repeated: 50 },
    { code: 'unauthenticated', address: '192.0.2.1', msg: 'a request was refused' },
  ]);
  for (let i = 0; i < 2000; i++) refuse(`2001:db8::${i.toString(16)}`);
  expect(lines.length).toBe(5 + 999);
  await refusals.close();
  expect(lines.at(-1)).toMatchObject({ repeated: 1001 });
});

test('[HR23] a request whose error handler fails is answered without the cause', async () => {
  let isBroken = false;
  const fail = (where: string, part: string): void => {
    if (isBroken && where.includes(part)) throw new Error('canary at /srv/sitefile');
  };
  await using world = await openWorld({
    log: openLog('info', { write: (line) => fail(line, 'a request') }),
    onStatement: (sql) => fail(sql, 'from "mail"'),
  });
  isBroken = true;
  for (const [method, path] of [
    ['GET', '/api/v1/projects'],
    ['POST', '/api/v1/sync/hello'],
    ['GET', '/metrics'],
  ] as const) {
    world.clock.advance(60_000); // a refusal of its own, for the log
    const answer = await world.api(method, path, method === 'POST' ? {} : undefined, { authorization: '' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(answer.body).toMatchObject({ status: 500, code: 'internal_error' });
    expect(answer.text).not.toMatch(/canary|srv|\bat /);
  }
  isBroken = false;
  expect((await world.api('GET', '/api/v1/projects')).status).toBe(200);
});

test('[HR25] a data folder that others can reach is named in the log', async () => {
  const lines: string[] = [];
  const folder = temporaryFolder();
  const log = openLog('info', { write: (line) => lines.push(line) });
  await chmod(folder, 0o710);
  await using world = await openWorld({ environment: { DATA_DIR: folder }, log });
  expect(lines.find((line) => line.includes('DATA_DIR'))).toContain('"rights":"710"');
  await chmod(folder, 0o700);
  lines.length = 0;
  await world.restart();
  expect(lines.find((line) => line.includes('DATA_DIR'))).toBeUndefined();
});

/** Hostile addresses, parameters and headers for every row of the endpoint table, and input that is barely HTTP: all answered. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';
import { chanceFor, openFuzzer, seeds, type Fuzzer } from './support/fuzzer.ts';
import { hostileHeaders, hostileSegments, texts } from './support/hostile.ts';
import { paramsOf, readsBody, rows } from './support/rows.ts';
import { pathTo } from './support/site.ts';

describe.each(seeds)('seed %i', (seed) => {
  let fuzzer: Fuzzer;
  beforeAll(async () => {
    fuzzer = await openFuzzer();
  });
  afterAll(() => fuzzer[Symbol.asyncDispose]());

  test.each(rows)('[WA11] $name answers hostile headers, parameters and addresses', async (row) => {
    const { endpoint } = row;
    const chance = chanceFor(seed, row.name);
    const ready = fuzzer.ready(row);
    for (let i = 0; i < 2; i++)
      await ready.try((body) => (readsBody(endpoint) ? body : undefined), chance.pick(hostileHeaders));
    const body = readsBody(endpoint) ? {} : undefined;
    for (const name of Object.keys(endpoint.query?.shape ?? {})) {
      const [one = '', other = ''] = [chance.pick(texts), chance.pick(texts)].map(
        (text) => `${name}=${encodeURIComponent(text.toWellFormed().slice(0, 4000))}`,
      );
      for (const query of [one, `${one}&${other}`, `${name}[]=1&${name}[a]=2&%=%`])
        await fuzzer.send(row, `${await ready.path()}?${query}`, { body });
    }
    for (const param of paramsOf(endpoint)) {
      const hostile = endpoint.path.replace(`{${param}}`, chance.pick(hostileSegments));
      await fuzzer.send(row, pathTo(hostile, fuzzer.site.ids), { body });
    }
  });
});

describe('what is hardly HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Everything that the server answers to these bytes before it closes the connection. */
  async function answerTo(bytes: string): Promise<string> {
    const { port, hostname } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (chunk) => (said += String(chunk)));
    socket.write(bytes, 'latin1');
    await once(socket, 'close');
    return said;
  }
  const host = 'Host: x\r\n';

  test.each([
    ['headers beyond 16 KiB', `GET /api/v1/projects HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an address beyond 16 KiB', `GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ['no HTTP', 'EHLO mail.example\r\n\r\n'],
    ['a length that is none', `POST /api/v1/projects HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n{}`],
    ['two lengths', `POST /api/v1/projects HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST /api/v1/projects HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a NUL in a header', `GET /api/v1/projects HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ])('[WA11] %s is a problem, and the connection is closed', async (_what, bytes) => {
    const said = await answerTo(bytes);
    expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'bad_request', instance: '/' });
    expect(head).toContain(`X-Request-Id: ${String(JSON.parse(body).request_id)}`);
  });

  test('[WA11] an error during a response closes the connection and adds nothing to the body', async () => {
    const good = `GET /api/v1/openapi.json HTTP/1.1\r\n${host}\r\n`;
    const said = await answerTo(`${good}EHLO mail.example\r\n\r\n`);
    expect(said).not.toMatch(/\{"type"[^]*HTTP\/1\.1 400|"openapi"[^]*HTTP\/1\.1 400/);
  });
});

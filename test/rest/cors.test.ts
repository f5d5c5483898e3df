/** Response headers for browsers and careful clients: CORS, deprecation, transport security, and refused methods. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { readConfig } from '../../server/base/config.ts';
import { deprecationHeaders } from '../../server/http/deprecation.ts';
import { openWorld } from '../kit/world.ts';
import { requireProblem } from './support/outcome.ts';

const ours = 'https://app.firm.example';
const preflight = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization, if-match',
};

describe('CORS', () => {
  test('[R56] without the setting there are no CORS headers, and OPTIONS is not allowed', async () => {
    await using world = await openWorld();
    const answer = await world.api('GET', '/api/v1/projects', undefined, { origin: ours });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.get('vary')).not.toContain('Origin');
    expect((await world.api('OPTIONS', '/api/v1/projects', undefined, { origin: ours, ...preflight })).status).toBe(
      405,
    );
  });

  test('[R56] a configured origin gets its own name, no credentials, and the exposed headers', async () => {
    await using world = await openWorld({ environment: { CORS_ORIGINS: `${ours}, http://127.0.0.1:5173` } });
    for (const path of ['/api/v1/projects', '/api/v1/projects/none', '/api/v1/nothing', '/api/v1/sync/hello']) {
      const answer = await world.api('OPTIONS', path, undefined, { origin: ours, ...preflight, authorization: '' });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('access-control-allow-origin')).toBe(ours);
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
      for (const name of [
        'Authorization',
        'Content-Encoding',
        'Content-Range',
        'Content-Type',
        'Idempotency-Key',
        'If-Match',
        'If-None-Match',
        'X-Request-Id',
      ])
        expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain(name);
    }
    for (const path of ['/api/v1/projects', '/api/v1/nothing']) {
      const { headers } = await world.api('GET', path, undefined, { origin: 'http://127.0.0.1:5173' });
      expect(headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')?.split(', ')).toContain('Origin');
      for (const name of ['ETag', 'Link', 'Location', 'RateLimit', 'Retry-After', 'X-Request-Id', 'X-Ignored-Fields'])
        expect(headers.get('access-control-expose-headers')?.split(', ')).toContain(name);
    }
  });

  test('[R56] other origins get no CORS headers, only Vary', async () => {
    await using world = await openWorld({ environment: { CORS_ORIGINS: ours } });
    for (const origin of [
      'https://evil.example',
      `${ours}.evil.example`,
      'https://APP.firm.example',
      'null',
      `${ours}:443`,
    ]) {
      const { status, headers } = await world.api('GET', '/api/v1/projects', undefined, { origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
      expect(headers.get('vary')?.split(', ')).toContain('Origin');
      const asked = await world.api('OPTIONS', '/api/v1/projects', undefined, { origin, ...preflight });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    }
    expect((await world.api('GET', '/api/v1/projects')).headers.get('vary')?.split(', ')).toContain('Origin');
  });

  test.each(['*', `${ours}/`, `${ours},*`, 'app.firm.example', 'null', 'https://a.example/path', 'ftp://a.example'])(
    '[R56] CORS_ORIGINS=%s stops the start with an error that names it',
    (value) => {
      expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(/CORS_ORIGINS/);
    },
  );
});

describe('an endpoint that will go', () => {
  const row: { deprecated?: Endpoint['deprecated'] } = endpoints.listIndustries as object; // the row itself, marked for these tests only
  const mark = { since: '2026-11-01', sunset: '2027-04-30', link: 'https://sitefile.example/docs#lists' } as const;
  afterEach(() => delete row.deprecated);

  test('[R57] says so with every answer and in the API document, and still answers', async () => {
    row.deprecated = mark;
    await using world = await openWorld();
    for (const query of ['?per_page=5', '?per_page=none']) {
      const { headers } = await world.api('GET', `/api/v1/industries${query}`);
      expect(headers.get('deprecation')).toBe('@1793491200');
      expect(headers.get('sunset')).toBe('Fri, 30 Apr 2027 00:00:00 GMT');
      expect(headers.get('link')).toContain(`<${mark.link}>; rel="deprecation"`);
    }
    const { headers, body } = await world.api<{ data: unknown[] }>('GET', '/api/v1/industries?per_page=5');
    expect(headers.get('link')).toContain('rel="next"');
    expect(body.data).toHaveLength(5);
    expect(openApiDocument(world.url).paths['/api/v1/industries']?.get?.deprecated).toBe(true);
    expect((await world.api('GET', '/api/v1/projects')).headers.get('deprecation')).toBeNull();
  });

  test('[R57] gives at least 180 days’ notice, or the server does not start', async () => {
    row.deprecated = { ...mark, sunset: '2027-04-29' };
    await expect(openWorld()).rejects.toThrow('GET /api/v1/industries ends less than 180 days after');
    row.deprecated = { ...mark, since: '2026-sometime' };
    expect(() => deprecationHeaders(endpoints.listIndustries)).toThrow('180 days');
    delete row.deprecated;
    expect(Object.values<Endpoint>(endpoints).filter(({ deprecated }) => deprecated)).toEqual([]);
  });
});

describe('the connection', () => {
  test('[R59] HSTS is sent only if the base URL is HTTPS', async () => {
    // As behind a proxy that terminates TLS; the server listens on a private port.
    const port = await freePort();
    await using _secure = await openWorld({
      environment: { BASE_URL: 'https://sitefile.example', PORT: String(port) },
    });
    await using plain = await openWorld();
    for (const path of ['/api/v1/projects', '/docs', '/healthz', '/api/v1/nothing']) {
      const told = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(told.headers.get('strict-transport-security'), path).toBe('max-age=31536000');
      expect((await fetch(plain.url + path)).headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('[R59] a response allows no content of its own and no framing', async () => {
    await using world = await openWorld();
    for (const path of ['/api/v1/projects', '/api/v1/nothing', '/api/v1/sync/hello']) {
      const { headers } = await world.api('GET', path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test('[R59] TRACE is refused everywhere and echoes nothing', async () => {
    await using world = await openWorld();
    for (const path of ['/api/v1/projects', '/nowhere']) {
      const sent = httpRequest(new URL(path, world.url), {
        method: 'TRACE',
        headers: { 'x-secret': 'canary-0815' },
      }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const body = await text(response);
      expect(response.statusCode).toBe(405);
      expect(body).not.toContain('canary');
      expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 });
    }
  });

  test('[R59] a request during shutdown gets 503 and its connection is closed', async () => {
    await using world = await openWorld();
    const { port } = new URL(world.url);
    const begun = connect({ port: Number(port), host: '127.0.0.1' });
    begun.on('error', () => undefined);
    await once(begun, 'connect');
    const head = `GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.adminToken}\r\n`;
    let answers = '';
    begun.setEncoding('utf8').on('data', (some: string) => (answers += some));
    const ended = once(begun, 'close');
    begun.write(`${head}\r\n${head}`); // one whole request and the beginning of another
    while (!answers.includes('"next_cursor"')) await once(begun, 'data');
    const closed = world.app.close();
    const isRefused = async (): Promise<boolean> => {
      const another = connect({ port: Number(port), host: '127.0.0.1' });
      const refused = await Promise.race([
        once(another, 'connect').then(() => false),
        once(another, 'error').then(() => true),
      ]).catch(() => true);
      another.destroy();
      return refused;
    };
    while (!(await isRefused())); // from then on it is stopping
    begun.write('\r\n');
    await ended;
    const answer = answers.slice(answers.lastIndexOf('HTTP/1.1 '));
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/retry-after: 5\r\n/i);
    expect(answer).toMatch(/connection: close\r\n/i);
    expect(answer).toContain('"code":"unavailable"');
    await closed;
  });

  test('[R59] every response has the security headers, for every caller', async () => {
    await using world = await openWorld();
    requireProblem(await world.api('OPTIONS', '/api/v1/projects'));
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** The document and the docs page as they are served: open to everybody, kept by caches, and out of nobody else's way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { docsPage } from '../../server/docs/page.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const nobody = { authorization: '' };

test('[OA6] the document is served to everybody, for the address of the server, and with an ETag', async () => {
  const answer = await world.api('GET', '/api/v1/openapi.json', undefined, nobody);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(world.url))));
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{10,}"$/);
  const again = await world.api('GET', '/api/v1/openapi.json', undefined, { ...nobody, 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('[OA6] the address that callers see is the one in the document and in every example call', () => {
  const document = openApiDocument('https://sitefile.example');
  expect(document.servers).toEqual([{ url: 'https://sitefile.example' }]);
  const calls = [...docsPage(document).matchAll(/curl (?:-X \w+ )?&#39;(https?:\/\/[^/]+)/g)].map(
    ([, origin]) => origin,
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(new Set(calls)).toEqual(new Set(['https://sitefile.example']));
});

test('[OA6] HEAD is GET without a body, and other methods are 405 problems', async () => {
  for (const path of ['/api/v1/openapi.json', '/docs', '/docs/style.css']) {
    const head = await world.api('HEAD', path, undefined, nobody);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
    const post = await world.api('POST', path, {}, nobody);
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
    expect(post.body).toMatchObject({ code: 'method_not_allowed', request_id: post.headers.get('x-request-id') });
  }
});

test('[OA6] the type of a problem leads to its explanation', async () => {
  const { body } = await world.api<{ type: string }>('GET', '/api/v1/projects/none');
  const answer = await fetch(body.type, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/docs#problem-not_found']);
  expect((await world.api('GET', '/problems/made-up')).body).toMatchObject({ code: 'not_found' });
});

test('[OA6] every other address is left to its own door', async () => {
  expect((await world.api('GET', '/docs/other')).body).toMatchObject({ code: 'not_found' });
  expect((await world.api('GET', '/api/v1/projects')).status).toBe(200);
  expect((await world.api('GET', '/healthz')).status).toBe(200);
});

test('[OA7] the page allows itself one style sheet of its own, and neither scripts nor anything from elsewhere', async () => {
  const answer = await world.api('GET', '/docs', undefined, nobody);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(answer.text).not.toMatch(/<script|<img|<iframe|\sstyle=|\son\w+=|javascript:/i);
  const { text: style } = await world.api('GET', '/docs/style.css', undefined, nobody);
  expect(style).not.toMatch(/url\(|@import/);
});

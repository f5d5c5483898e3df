/** The document and the docs page as they are served: open to everybody, cacheable, and in no other route's way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const nobody = { authorization: '' };
const files = [
  '/api/v1/openapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
] as const;

test.each(files)('[OA6] %s is served to everybody and revalidated by its ETag', async (path) => {
  const answer = await world.api('GET', path, undefined, nobody);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{10,}"$/);
  const again = await world.api('GET', path, undefined, { ...nobody, 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('[OA6] the served document is the generated one, for the address of the server', async () => {
  const { headers, body } = await world.api('GET', '/api/v1/openapi.json', undefined, nobody);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(world.url))));
  expect(openApiDocument('https://sitefile.example').servers).toEqual([{ url: 'https://sitefile.example' }]);
});

test.each(files)('[OA6] HEAD %s is GET without a body, and POST is a 405 problem', async (path) => {
  const head = await world.api('HEAD', path, undefined, nobody);
  expect([head.status, head.text]).toEqual([200, '']);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  const post = await world.api('POST', path, {}, nobody);
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD');
  expect(post.body).toMatchObject({ code: 'method_not_allowed', request_id: post.headers.get('x-request-id') });
});

test('[OA6] the type of a problem is the address of its explanation', async () => {
  const { body } = await world.api<{ type: string; title: string }>('GET', '/api/v1/projects/none');
  const answer = await fetch(body.type);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toMatch(new RegExp(`^not_found \\(404\\): ${body.title}\\n\\n.{20,}`));
  expect((await world.api('GET', '/problems/made-up')).body).toMatchObject({ code: 'not_found' });
});

test('[OA6] every other address is left to its own route', async () => {
  expect((await world.api('GET', '/docs/other')).body).toMatchObject({ code: 'not_found' });
  expect((await world.api('GET', '/api/v1/projects')).status).toBe(200);
  expect((await world.api('GET', '/healthz')).status).toBe(200);
});

test('[OA7] the page may load and call its own origin alone, and runs no inline code', async () => {
  const answer = await world.api('GET', '/docs', undefined, nobody);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(answer.text).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|javascript:/i);
});

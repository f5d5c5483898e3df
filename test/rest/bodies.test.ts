/** How bodies are read, and what a caller sees of a server fault. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Answer, type World } from '../kit/world.ts';
import { answerTo, replyTo, requireProblem } from './support/outcome.ts';

let world: World;
let fault: string | null = null;
beforeAll(async () => {
  world = await openWorld({
    onStatement: (sql) => {
      if (fault && sql.includes(fault)) throw new Error('disk /var/secret is on fire');
    },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

function send(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Answer<unknown>> {
  const sent = { authorization: `Bearer ${world.adminToken}`, ...headers };
  return answerTo(fetch(new URL('/api/v1/projects', world.url), { method: 'POST', body, headers: sent }));
}

const json = { 'content-type': 'application/json' };
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.each([
  ['not JSON', '{"name":', 400, 'malformed_json'],
  ['not UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22]), 400, 'malformed_json'],
  ['with a duplicate member', '{"name":"a","\\u006eame":"b"}', 400, 'malformed_json'],
  ['with a number beyond all numbers', '{"name":"a","x":-1e999}', 400, 'malformed_json'],
  ['33 levels deep', nested(33), 400, 'json_too_complex'],
  ['of 50,001 parts', `{"a":[${'0,'.repeat(50_000)}0]}`, 400, 'json_too_complex'],
  ['of more than 1 MiB', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 413, 'payload_too_large'],
] as const)('[R6] a body %s is refused', async (_what, body, status, code) => {
  const answer = await send(body, json);
  expect(answer.status).toBe(status);
  expect(requireProblem(answer).code).toBe(code);
});

test('[R6] a streamed body over 1 MiB is refused, whatever its Content-Length', async () => {
  const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
  let left = 20;
  const stream = new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
  });
  const request = {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { authorization: `Bearer ${world.adminToken}`, ...json },
  };
  const answer = await answerTo(fetch(new URL('/api/v1/projects', world.url), request));
  expect([answer.status, requireProblem(answer).code]).toEqual([413, 'payload_too_large']);
});

test('[R6] a body 32 levels deep, of braces and quotes inside strings, is read', async () => {
  const answer = await send(JSON.stringify({ name: 'Deep', extra: JSON.parse(nested(31)), text: '{"[\\"{' }), json);
  expect(answer.status).toBe(201);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=iso-8859-1',
  'multipart/form-data; boundary=x',
])('[R6] a body of type %s is refused', async (type) => {
  const answer = await send('{"name":"a"}', { 'content-type': type });
  expect([answer.status, requireProblem(answer).code]).toEqual([415, 'unsupported_media_type']);
});

test('[R6] a compressed body is refused', async () => {
  const answer = await send('{"name":"a"}', { ...json, 'content-encoding': 'gzip' });
  expect(answer.status).toBe(415);
});

test.each(['application/json;charset="UTF-8"', 'application/merge-patch+json'])(
  '[R6] a body of %s is read',
  async (type) => {
    expect((await send('{"name":"a"}', { 'content-type': type })).status).toBe(201);
  },
);

test('[R6] a body without a type is read as JSON', async () => {
  expect((await send(new TextEncoder().encode('{"name":"a"}'))).status).toBe(201);
});

test('[R6] __proto__ in a body is an ordinary member', async () => {
  const answer = await send(
    '{"name":"a","__proto__":{"status":"archived"},"constructor":{"prototype":{"polluted":1}}}',
    json,
  );
  expect([answer.status, replyTo('createProject', answer.body).status]).toEqual([201, 'draft']);
  expect('polluted' in {}).toBe(false);
});

test.each([
  [
    'that breaks off',
    '--x\r\ncontent-disposition: form-data; name="photos[]"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n and then',
  ],
  ['without its first boundary', 'photos[]=a.png'],
])('[R29] an upload %s is refused with all its photos', async (_what, body) => {
  const project = await world.api('POST', '/api/v1/projects', { name: 'Uploads' });
  const { id: project_id } = replyTo('createProject', project.body);
  const site = await world.api('POST', '/api/v1/sites', { project_id, name: 'Gate' });
  const { id } = replyTo('createSite', site.body);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await world.api('POST', `/api/v1/sites/${id}/photos`, body, headers);
  expect([answer.status, requireProblem(answer).code]).toEqual([400, 'bad_request']);
});

test('[R38] a server fault is a 500 with only the request id, and changes nothing', async () => {
  const completed = async (): Promise<number> =>
    replyTo('listProjects', (await world.api('GET', '/api/v1/projects?status=completed')).body).meta.total;
  const before = await completed();
  fault = 'insert into "audit"';
  const answer = await send('{"name":"Lost","status":"completed"}', { ...json, 'x-request-id': 'the-request-0001' });
  fault = null;
  expect(answer.status).toBe(500);
  expect(requireProblem(answer)).toMatchObject({ code: 'internal_error', request_id: 'the-request-0001' });
  expect(answer.text).not.toContain('fire');
  expect(await completed()).toBe(before);
});

/** What holds answers against the document (test/rest/scenarios.test.ts does, with every one) sees each way in which they can differ. */
import { describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import type { Answer } from '../kit/world.ts';
import { openWorld } from '../kit/world.ts';
import { differencesOf, openDescribed } from './described.ts';

const described = openDescribed();

describe('an answer', () => {
  test('[OA4] as the server gives it differs in nothing, and altered in any way it does', async () => {
    await using world = await openWorld();
    const path = '/api/v1/projects';
    const made = await world.api('POST', path, { name: 'Harrow Lane' });
    const of = (name: EndpointName, changes: Partial<Answer<unknown>>): readonly string[] =>
      differencesOf(described, name, { ...made, ...changes });
    const headers = (changes: Readonly<Record<string, string>>): Headers => {
      const altered = new Headers(made.headers);
      for (const [name, value] of Object.entries(changes)) altered.set(name, value);
      return altered;
    };
    expect(of('createProject', {})).toEqual([]);
    expect(of('createProject', { status: 202 })).toEqual(['is not described']);
    expect(of('createProject', { headers: headers({ 'content-type': 'text/html' }) })).toEqual(['comes as text/html']);
    expect(of('createProject', { headers: headers({ 'retry-after': '5' }) })).toEqual([
      'has retry-after, which is not described',
    ]);
    expect(of('createProject', { headers: new Headers({ 'content-type': 'application/json' }) })).toEqual([
      'lacks ETag',
      'lacks X-Request-Id',
      'lacks Location',
    ]);
    expect(of('createProject', { body: { ...made.body, inside: 1 } })).toEqual(['shows inside']);
    expect(of('createProject', { body: { ...made.body, revision: 'one' } })).toEqual([
      'Project/revision must be integer',
    ]);
    const refused = await world.api('GET', `${path}/${'0'.repeat(8)}`);
    expect(differencesOf(described, 'getProject', refused)).toEqual([]);
    expect(differencesOf(described, 'createProject', refused)).toEqual(['is not described']);
    const code = { ...refused.body, code: 'gone' };
    expect(differencesOf(described, 'getProject', { ...refused, body: code })).toContain('may not be gone');
  });
});

test('[OA4] known, new and refused requests are answered with what is described', async () => {
  await using world = await openWorld();
  const path = '/api/v1/projects';
  const body = { id: '018f0000-0000-7000-8000-0000000000c1', name: 'Harrow Lane', naem: 'x' };
  const made = await world.api('POST', path, body);
  const list = await world.api('GET', `${path}?per_page=1`);
  const known = { 'if-none-match': list.headers.get('etag') ?? '' };
  const gone = `${path}/018f0000-0000-7000-8000-0000000000c2`;
  const key = { 'idempotency-key': 'kept' };
  const refused = { ...body, name: 'Another' };
  const answers: readonly (readonly [EndpointName, number, Answer<unknown>, string])[] = [
    ['listProjects', 304, await world.api('GET', `${path}?per_page=1`, undefined, known), 'link'],
    ['createProject', 412, await world.api('POST', path, body, { 'if-none-match': '*' }), 'etag'],
    ['createProject', 422, await world.api('POST', path, { naem: 'x' }), 'x-ignored-fields'],
    ['updateProject', 404, await world.api('PUT', gone, { naem: 'x' }), 'x-ignored-fields'],
    ['createProject', 409, await world.api('POST', path, refused, key), 'x-ignored-fields'],
    ['createProject', 409, await world.api('POST', path, refused, key), 'idempotency-replayed'],
  ];
  expect(made.status).toBe(201);
  for (const [name, status, answer, header] of answers) {
    expect([answer.status, answer.headers.has(header)], `${name} ${header}`).toEqual([status, true]);
    expect(differencesOf(described, name, answer), `${name} ${header}`).toEqual([]);
  }
});

test('[OA5] the documented webhooks are the events that endpoints or the calendar fire', () => {
  const fired = new Set(Object.values<Endpoint>(endpoints).flatMap(({ emits }) => emits));
  expect(Object.keys(described.document.webhooks).toSorted()).toEqual([...fired, 'certification.expiring'].toSorted());
});

/** Rate limits: how many requests a token may make in a minute, and the headers about it. Time is the test server's clock. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/base/config.ts';
import { openRateLimiter } from '../../server/http/rate-limiter.ts';
import { openClock } from '../kit/clock.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ environment: { RATE_LIMIT: 'on' } });
});
afterEach(() => world[Symbol.asyncDispose]());

const read = (token = world.adminToken) => world.api('GET', '/api/v1/projects', undefined, bearer(token));
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The remainder in the RateLimit header. */
async function times(count: number, ask: () => Promise<{ readonly status: number; readonly headers: Headers }>) {
  let last = await ask();
  for (let i = 1; i < count; i++) last = await ask();
  return { status: last.status, limit: last.headers.get('ratelimit') };
}

describe('a token', () => {
  test('[R52] is told its quota, the remainder and the time until reset', async () => {
    const first = await read();
    expect(first.headers.get('ratelimit-policy')).toBe('"read";q=600;w=60');
    expect(first.headers.get('ratelimit')).toBe('"read";r=599;t=60');
    world.clock.advance(15_400);
    expect((await read()).headers.get('ratelimit')).toBe('"read";r=598;t=45');
    world.clock.advance(44_600);
    expect((await read()).headers.get('ratelimit')).toBe('"read";r=599;t=60');
  });

  test('[R52] beyond its quota gets 429 without effect until the minute is over', async () => {
    const write = (name = 'One more') => world.api('POST', '/api/v1/projects', { name });
    expect(await times(120, () => world.api('POST', '/api/v1/projects', { nameless: true }))).toEqual({
      status: 422,
      limit: '"write";r=0;t=60',
    });
    world.clock.advance(20_000);
    const refused = await write();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.headers.get('ratelimit')).toBe('"write";r=0;t=40');
    expect(refused.body).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Request cannot be satisfied as assigned quota has been exceeded',
      status: 429,
      code: 'rate_limited',
      'violated-policies': ['write'],
      request_id: refused.headers.get('x-request-id'),
    });
    expect((await read()).body).toMatchObject({ meta: { total: 0 } });
    world.clock.advance(40_000);
    expect((await write()).status).toBe(201);
  });

  test('[R52] has its own quota, whatever the spacing of its header', async () => {
    const other = await world.token('viewer');
    await times(3, () => read());
    expect((await read(other)).headers.get('ratelimit')).toBe('"read";r=599;t=60');
    expect((await read(`   ${other}`)).headers.get('ratelimit')).toBe('"read";r=598;t=60');
  });

  const nowhere = '018f0000-0000-7000-8000-00000000dead';
  test.each([
    ['read', 600, 'GET', '/api/v1/organisation'],
    ['write', 120, 'PUT', `/api/v1/projects/${nowhere}`],
    ['write', 120, 'PATCH', `/api/v1/projects/${nowhere}`],
    ['write', 120, 'DELETE', `/api/v1/projects/${nowhere}`],
    ['search', 60, 'GET', '/api/v1/search?q=roof'],
    ['export', 20, 'POST', `/api/v1/documents/${nowhere}/export`],
    ['upload', 30, 'POST', `/api/v1/sites/${nowhere}/photos`],
  ])('[R52] counts as %s, %i a minute: %s %s', async (quota, count, method, path) => {
    const { headers } = await world.api(method, path);
    expect(headers.get('ratelimit-policy')).toBe(`"${quota}";q=${count};w=60`);
    expect(headers.get('ratelimit')).toBe(`"${quota}";r=${count - 1};t=60`);
  });

  test('[R52] is not counted at the sync endpoints', async () => {
    const { status, headers } = await world.api('POST', '/api/v1/sync/hello', {});
    expect([status, headers.get('ratelimit')]).toEqual([422, null]);
  });

  test('[WB313] that nobody shows is no refused one: signed-out people keep nobody out', async () => {
    const signedOut = () => fetch(`${world.url}/api/v1/me`, { headers: { cookie: 'other=1' } });
    expect(await times(12, signedOut)).toEqual({ status: 401, limit: null });
    expect(await times(9, () => read('nobody-knows-this-token'))).toEqual({ status: 401, limit: '"auth";r=1;t=60' });
  });

  test('[R52] is refused after ten invalid ones from an address, but a valid one passes', async () => {
    const wrong = () => read('nobody-knows-this-token');
    expect(await times(10, wrong)).toEqual({ status: 401, limit: '"auth";r=0;t=60' });
    const refused = await wrong();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.body).toMatchObject({ 'violated-policies': ['auth'] });
    expect((await read()).status).toBe(200);
    world.clock.advance(60_000);
    expect((await wrong()).status).toBe(401);
  });
});

test('[R52] RATE_LIMIT=off turns all limits off', async () => {
  await using free = await openWorld();
  const { headers } = await free.api('GET', '/api/v1/projects');
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
});

test('[R52] RATE_LIMIT is on by default', () => {
  expect([readConfig({}).rateLimit, readConfig({ RATE_LIMIT: 'off' }).rateLimit]).toEqual([true, false]);
  expect(() => readConfig({ RATE_LIMIT: 'maybe' })).toThrow('RATE_LIMIT');
});

describe('the limiter', () => {
  test('[R52] keeps a bounded number of windows and drops the oldest first', () => {
    const clock = openClock();
    const limiter = openRateLimiter(clock.now, 3);
    for (const who of ['a', 'b', 'c', 'a']) limiter.take('read', who);
    expect(limiter.take('read', 'a').remaining).toBe(597);
    limiter.take('read', 'd');
    expect(limiter.take('read', 'b').remaining).toBe(598);
    expect(limiter.take('read', 'a').remaining).toBe(599);
  });

  test('[R52] locks nobody out when the clock goes back', () => {
    const clock = openClock();
    const limiter = openRateLimiter(clock.now);
    for (let i = 0; i < 21; i++) limiter.take('export', 'a');
    expect(limiter.take('export', 'a')).toMatchObject({ allowed: false, resetSeconds: 60 });
    clock.advance(-86_400_000);
    expect(limiter.take('export', 'a')).toEqual({ allowed: true, limit: 20, remaining: 19, resetSeconds: 60 });
  });
});

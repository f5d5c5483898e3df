/** Monitoring: figures and readiness, and no customer data (contract, REST, R58). */
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openMetrics } from '../../server/run/metrics.ts';
import { engines } from '../kit/engines.ts';
import { alone, metricsToken, openWorld, type World } from '../kit/world.ts';

const monitoring = { authorization: `Bearer ${metricsToken}` };

async function figures(world: World): Promise<Map<string, number>> {
  const answer = await world.api('GET', '/metrics', undefined, monitoring);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = answer.text.split('\n');
  expect(lines.at(-1)).toBe('');
  const samples = lines.slice(0, -1).filter((line) => line !== '' && !line.startsWith('#'));
  for (const sample of samples) expect(sample).toMatch(/^[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? -?[\d.e+-]+$/);
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe.each(engines)('on %s', (engine) => {
  test('[R58] requests are counted and timed by method, route and status class', async () => {
    await using world = await openWorld({ engine });
    const { body } = await world.api<{ id: string }>('POST', '/api/v1/documents', {
      title: 'A',
      document_type: 'rams',
    });
    for (let i = 0; i < 3; i++) await world.api('GET', `/api/v1/documents/${body.id}`);
    await world.api('GET', '/api/v1/documents/none');
    await world.api('GET', '/api/v1/Documents/?per_page=1');
    await world.api('POST', '/api/v1/sync/hello', {});
    for (const path of ['/a', '/b', '/api/v1/c']) await world.api('GET', path);
    const found = await figures(world);
    const total = (method: string, route: string, status: string): number | undefined =>
      found.get(`sitefile_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(total('GET', '/api/v1/documents/{document}', '2xx')).toBe(3);
    expect(total('GET', '/api/v1/documents/{document}', '4xx')).toBe(1);
    expect(total('GET', '/api/v1/documents', '2xx')).toBe(1);
    expect(total('POST', '/api/v1/documents', '2xx')).toBe(1);
    expect(total('GET', 'unmatched', '4xx')).toBe(3);
    expect([...found.keys()].some((name) => name.includes('route="/api/v1/sync/hello"'))).toBe(true);
    const timed = 'sitefile_http_request_duration_seconds';
    const of = 'method="GET",route="/api/v1/documents/{document}"';
    expect(found.get(`${timed}_count{${of}}`)).toBe(4);
    expect(found.get(`${timed}_bucket{le="+Inf",${of}}`)).toBe(4);
  });

  test('[R58] queues are reported by length and age', async () => {
    await using world = await openWorld({ engine, environment: alone });
    const receiver = await world.receiver();
    const create = () => world.api('POST', '/api/v1/documents', { title: 'A', document_type: 'rams' });
    await create();
    await world.app.webhooks.run();
    receiver.answer(500);
    await create();
    await world.app.webhooks.run();
    world.clock.advance(10 * 60_000);
    const found = await figures(world);
    expect(found.get('sitefile_webhook_deliveries_pending')).toBe(1);
    expect(found.get('sitefile_webhook_lag_seconds')).toBeGreaterThan(8 * 60);
    expect(found.get('sitefile_webhook_attempts_total{outcome="succeeded"}')).toBe(1);
    expect(found.get('sitefile_webhook_attempts_total{outcome="failed"}')).toBe(1);
    expect(found.get('sitefile_feed_sequence')).toBeGreaterThan(2);
    for (const name of [
      'sitefile_jobs_queued',
      'sitefile_mails_unsent',
      'sitefile_streams_open',
      'sitefile_webhooks_disabled',
    ])
      expect(found.get(name), name).toBe(0);
  });

  test('[R58] readiness needs a writable store and all migrations, and names what is missing', async () => {
    await using world = await openWorld({ engine });
    const ready = async () => {
      const { status, body } = await world.api('GET', '/readyz', undefined, { authorization: '' });
      return [status, body];
    };
    expect(await ready()).toMatchObject([
      200,
      { status: 'ready', store: engine, migrations: 'current', writable: true, queue_lag_seconds: 0 },
    ]);
    const { store } = world.app.commitContext;
    await store.transaction((trx) => sql`delete from kysely_migration`.execute(trx));
    world.clock.advance(1000);
    expect(await ready()).toMatchObject([503, { status: 'unavailable', migrations: 'pending' }]);
  });
});

test('[R58] a store that refuses writes is not ready, without revealing the reason', async () => {
  let isFull = false;
  await using world = await openWorld({
    onStatement: (statement) => {
      if (isFull && statement.startsWith('update "installation"'))
        throw new Error('disk full at /var/lib/secret-place');
    },
  });
  isFull = true;
  const answer = await world.api('GET', '/readyz');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.body).toMatchObject({ status: 'unavailable', writable: false });
  expect(answer.text).not.toContain('secret-place');
  expect((await world.api('GET', '/healthz')).status).toBe(200);
});

test('[HR30] metrics are for the holder of METRICS_TOKEN, and without one there are none', async () => {
  await using world = await openWorld();
  await using closed = await openWorld({ environment: { METRICS_TOKEN: '' } });
  const ask = async (of: World, authorization: string) =>
    (await of.api('GET', '/metrics', undefined, { authorization })).status;
  expect(await ask(world, monitoring.authorization)).toBe(200);
  for (const wrong of ['', `Bearer ${world.adminToken}`, `${monitoring.authorization}x`, metricsToken, 'Bearer '])
    expect(await ask(world, wrong), wrong).toBe(401);
  for (const any of ['', 'Bearer ', 'Bearer undefined', monitoring.authorization])
    expect(await ask(closed, any), any).toBe(404);
});

test('[R58] the metrics contain no token, id, name or address', async () => {
  await using world = await openWorld();
  await world.receiver();
  const { body } = await world.api<{ id: string }>('POST', '/api/v1/projects', { name: 'Canary Wharf' });
  await world.api('GET', `/api/v1/projects/${body.id}?q=canary`);
  await world.api('GET', `/api/v1/projects/${body.id.toUpperCase()}`);
  await world.api('GET', '/api/v1/%22canary%0a');
  const { text } = await world.api('GET', '/metrics', undefined, monitoring);
  for (const secret of [world.adminToken, world.organisationId, body.id, 'anary', '127.0.0.1'])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('[R58] memory figures are reported where they are available', async () => {
  await using world = await openWorld();
  const figuresOfProcess = { rss: 123, heapUsed: 45, logLinesDropped: 6, uncaughtErrors: 0 };
  const metrics = openMetrics({ now: world.clock.now, process: () => figuresOfProcess });
  const text = await metrics.text(
    world.app.commitContext.store,
    await world.app.clock.state(),
    await world.app.integrity.state(),
  );
  expect(text).toContain('process_resident_memory_bytes 123\n');
  expect(text).toContain('process_heap_used_bytes 45\n');
  expect(text).toContain('sitefile_log_lines_dropped 6\n');
});

/** What a hello tells, beside the settings and grants (contract, Sync). */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

const hello = { protocols: [1], schema: 1 };

describe.each(engines)('hello on %s', (engine) => {
  test('[SY113] the server keeps how far the clock of the caller’s device is off', async () => {
    await using world = await openWorld({ engine });
    const tokens = async (): Promise<readonly JsonObject[]> =>
      (await world.api<{ data: readonly JsonObject[] }>('GET', '/api/v1/tokens')).body.data;
    await world.api('POST', '/api/v1/sync/hello', hello);
    expect(await tokens()).toMatchObject([{ clock_ahead_ms: null }]);
    const slow = { ...hello, device_time: new Date(world.clock.now() - 90_000).toISOString() };
    await world.api('POST', '/api/v1/sync/hello', slow);
    expect(await tokens()).toMatchObject([{ clock_ahead_ms: -90_000 }]);
    const wrong = await world.api('POST', '/api/v1/sync/hello', { ...hello, device_time: 'noon' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/device_time' }] } });
  });

  test('[SY114] a hello tells the language that the organisation writes in', async () => {
    await using world = await openWorld({ engine });
    const told = async (): Promise<unknown> =>
      (await world.api<JsonObject>('POST', '/api/v1/sync/hello', hello)).body['locale'];
    expect(await told()).toBe(null);
    await world.api('PUT', '/api/v1/organisation', { locale: 'pl-PL' });
    expect(await told()).toBe('pl-PL');
  });

  test('[SY125] hello, pull and a long poll name the revision of the organisation', async () => {
    await using world = await openWorld({ engine });
    const ask = async (message: string, body: JsonObject): Promise<JsonObject> =>
      (await world.api<JsonObject>('POST', `/api/v1/sync/${message}`, body)).body;
    const change = async (settings: JsonObject): Promise<unknown> =>
      (await world.api<JsonObject>('PUT', '/api/v1/organisation', { settings })).body['revision'];
    const before = await ask('pull', {});
    expect(before['organisation_revision']).toBe((await ask('hello', hello))['organisation_revision']);
    const poll = ask('pull', { cursor: before['cursor'] ?? null, wait_ms: 20_000 });
    const revision = await change({ signoff: { max_silent_days: 2 } });
    expect(revision).not.toBe(before['organisation_revision']);
    expect(await poll).toMatchObject({ ops: [], organisation_revision: revision });
    expect(await ask('hello', hello)).toMatchObject({
      organisation_revision: revision,
      settings: { signoff: { max_silent_days: 2 } },
    });
  });
});

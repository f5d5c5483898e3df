/** Times from devices: stored in UTC with milliseconds on both sides, except evidence (contract, REST, R91). */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { firstVersion, sealed, signoff, stored } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';

describe.each(engines)('times on %s', (engine) => {
  test('[R91] a device’s times are stored in UTC, and a sign-off’s claim as given', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const [permitId, signoffId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const claimed = '2026-11-21T09:30:00.123456+02:00';
    const signed = signoff(documentId, await firstVersion(world, documentId));
    const capture = { ...(signed['capture'] as JsonObject), captured_at_device: claimed }; // as made there
    const seal = sealed({ ...signed, capture });
    const results = await device.push([
      create('permit', permitId, { permit_type: 'dig', valid_from: claimed, valid_to: '2026-11-21T18:00:00+02:00' }),
      act('permit', permitId, 'request', { at: claimed }),
      create('signoff', signoffId, seal.set),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
    expect((await world.api('GET', `/api/v1/permits/${permitId}`)).body).toMatchObject({
      valid_from: '2026-11-21T07:30:00.123Z',
      valid_to: '2026-11-21T16:00:00.000Z',
      requested_at: '2026-11-21T07:30:00.123Z',
    });
    const kept = await stored(bareDevice(world), signoffId);
    expect(kept).toMatchObject({ capture: { captured_at_device: claimed } });
    // The seal covers exactly these bytes.
    expect(kept['integrity']).toMatchObject({ payload_hash: seal.seal, attestation: { captured_at_device: claimed } });
  });
});

test('[R91] a tablet shows times as the server will, and its later edits do not conflict', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  await tablet.sync();
  const id = await tablet.permits.create({ permit_type: 'dig', valid_from: '2026-11-21T10:00:00+02:00' });
  await tablet.permits.patch(id, { valid_to: '2026-11-21T14:00:00+02:00' });
  await tablet.permits.patch(id, { valid_to: '2026-11-21T13:00:00.5Z' });
  await tablet.permits.request(id, { at: '2026-11-21T10:30:00+02:00' });
  const kept = {
    valid_from: '2026-11-21T08:00:00.000Z',
    valid_to: '2026-11-21T13:00:00.500Z',
    requested_at: '2026-11-21T08:30:00.000Z',
  };
  expect(await tablet.permits.get(id)).toMatchObject({ ...kept, unsent: true });
  expect(await tablet.sync()).toMatchObject({ pushed: 4, refused: 0 });
  expect(await tablet.permits.get(id)).toMatchObject({ ...kept, unsent: false });
  expect(await tablet.conflicts.find()).toEqual([]);
});

test('[R91] an old permit with other spellings of its times expires once', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const id = world.app.commitContext.newId();
  const times = { valid_from: '2026-11-21T08:00:00.000Z', valid_to: '2026-11-21T13:00:00.000Z' };
  const acts = ['request', 'authorise', 'accept', 'open'].map((action) =>
    act('permit', id, action, {
      at: '2026-11-21T08:30:00Z',
      by: { name: action === 'accept' ? 'Rhys Morgan' : 'Sinéad Gallagher' },
    }),
  );
  await device.push([create('permit', id, { permit_type: 'dig', ...times }), ...acts]);
  const { store } = world.app.commitContext;
  await store.transaction(async (trx) => {
    const { body } = await trx.selectFrom('record').select('body').where('id', '=', id).executeTakeFirstOrThrow();
    const old = body.replaceAll('2026-11-21T13:00:00.000Z', '2026-11-21T15:00:00+02:00');
    await trx.updateTable('record').set({ body: old }).where('id', '=', id).execute();
  });
  world.clock.set('2026-11-21T13:31:00.000Z');
  await world.app.calendar.run();
  await world.app.calendar.run();
  const { body } = await world.api<{ state: string; log: readonly { action: string }[] }>(
    'GET',
    `/api/v1/permits/${id}`,
  );
  expect(body.state).toBe('expired');
  expect(body.log.filter(({ action }) => action === 'expire')).toHaveLength(1);
});

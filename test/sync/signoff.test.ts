/** The server's guarantees for sign-offs: bound to the version that was seen, kept even if late, never silently changed. */
import { describe, expect, test } from 'vitest';
import { attestationOf, sealOf } from '../../shared/crypto/attestation.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, documentWithHazard, patch, type BareDevice } from '../kit/bare-device.ts';
import { sign, signoff, stored } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

async function approveNext(device: BareDevice, documentId: string): Promise<void> {
  await device.push(['revise', 'submit_review', 'approve'].map((action) => act('document', documentId, action)));
}

describe.each(engines)('sign-offs on %s', (engine) => {
  test('[SO1] a sign-off is bound to one approved version by its hash', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const { id } = await sign(world, device, signoff(documentId));
    const body = await stored(device, id);
    const versions = await world.api<{ data: { content_hash: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/versions`,
    );
    expect(body).toMatchObject({
      document_version: 1,
      content_hash: versions.body.data[0]?.content_hash,
      status: 'recorded',
    });
  });

  test('[SO2] a late sign-off is kept and names the version it was made for', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    await approveNext(device, documentId);
    const capture = {
      ...(signoff(documentId)['capture'] as JsonObject),
      captured_at_corrected: '2026-11-21T09:30:00.000Z',
    };
    const { id, result } = await sign(world, device, signoff(documentId, { document_version: 1, capture }));
    expect(result.status).toBe('applied');
    expect(await stored(device, id)).toMatchObject({
      document_version: 1,
      flags: expect.arrayContaining(['stale_version']),
    });
    const register = await world.api<{ data: { currency: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/signoffs`,
    );
    expect(register.body.data.map((row) => row.currency)).toEqual(['stale_at_capture']);
  });

  test('[SO3] a new version leaves earlier sign-offs unchanged and shows them as superseded', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const { id } = await sign(world, device, signoff(documentId));
    const before = await stored(device, id);
    await approveNext(device, documentId);
    const register = await world.api<{ data: { currency: string; revision: number }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/signoffs`,
    );
    expect(register.body.data).toMatchObject([{ currency: 'superseded', revision: 1 }]);
    expect(await stored(bareDevice(world), id)).toEqual(before);
  });

  test('[SO4] a sign-off of a wrong hash, unknown version or draft is refused and kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const draft = await documentWithHazard(world, device);
    const codes = [
      (await sign(world, device, signoff(documentId, { content_hash: `sha256:${'0'.repeat(64)}` }))).result.problem
        ?.code,
      (await sign(world, device, signoff(documentId, { document_version: 7 }))).result.problem?.code,
      (await sign(world, device, signoff(draft.documentId))).result.problem?.code,
    ];
    expect(codes).toEqual(['content_hash_mismatch', 'version_not_approved', 'document_not_approved']);
    const kept = await world.api<{ data: unknown[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data).toHaveLength(3);
  });

  test('[SO5] a sign-off cannot be edited or removed', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const { id } = await sign(world, device, signoff(documentId));
    const results = await device.push([
      patch('signoff', id, { worker: { name: 'Somebody Else' }, notes: 'changed' }),
      { op: 'remove', kind: 'signoff', id },
    ]);
    expect(results.map((result) => result.status)).toEqual(['refused', 'refused']);
    expect(await stored(device, id)).toMatchObject({ worker: { name: 'Jordan Blake' } });
  });

  test('[SO6] a sign-off that does not match its seal is refused and kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const versions = await world.api<{ data: { content_hash: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/versions`,
    );
    const content_hash = versions.body.data[0]?.content_hash ?? '';
    const bare = signoff(documentId, { document_version: 1, content_hash });
    const attestation = attestationOf({
      ...bare,
      document_id: documentId,
      content_hash,
      worker: { id: 'worker-1', name: 'Jordan Blake' },
      document_version: 1,
      signature: { sha256: (bare['signature'] as { sha256: string }).sha256 },
      capture: { device_id: 'tablet-1' },
    });
    const integrity = {
      algorithm: 'sha-256',
      attestation,
      previous_on_device: null,
      payload_hash: sealOf(attestation, null),
    };
    expect((await sign(world, device, { ...bare, integrity })).result.status).toBe('applied');
    const changed = { ...bare, worker: { id: 'worker-1', name: 'Jordan Black' }, integrity };
    expect((await sign(world, device, changed)).result.problem?.code).toBe('integrity_mismatch');
  });

  test('[SO7] ink that is not a signature is refused, and a tick needs a witness', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const dot = {
      kind: 'ink_vector',
      strokes: [
        [
          [1, 1, 0],
          [2, 2, 5],
        ],
      ],
    };
    expect((await sign(world, device, signoff(documentId, { signature: dot }))).result.problem?.code).toBe(
      'validation_failed',
    );
    const tick = { kind: 'tick_with_witness' };
    expect((await sign(world, device, signoff(documentId, { signature: tick }))).result.problem?.code).toBe(
      'validation_failed',
    );
    const witness = { name: 'Gareth Pugh', role: 'supervisor', reason: 'hand in a dressing' };
    expect((await sign(world, device, signoff(documentId, { signature: tick, witness }))).result.status).toBe(
      'applied',
    );
  });

  test('[SO8] signing again on a second tablet in one briefing counts and is flagged', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const briefing = { session_id: 'BS-1109', method: 'face_to_face_group' };
    const at = (device_id: string, captured_at_corrected: string) => ({
      ...(signoff(documentId)['capture'] as JsonObject),
      device_id,
      captured_at_corrected,
    });
    const first = await sign(
      world,
      device,
      signoff(documentId, { briefing, capture: at('tablet-1', '2026-11-21T08:50:00.000Z') }),
    );
    const second = await sign(
      world,
      device,
      signoff(documentId, {
        worker: { id: 'WORKER-1', name: 'Jordan Blake' },
        briefing,
        capture: at('phone-2', '2026-11-21T08:58:00.000Z'),
      }),
    );
    expect(await stored(device, second.id)).toMatchObject({
      status: 'recorded',
      duplicate_of: first.id,
      flags: ['signed_twice', 'worker_unknown', 'device_mismatch'],
    });
  });

  test('[SO9] a clock that is a day wrong is flagged, not refused or corrected', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const at = { ...(signoff(documentId)['capture'] as JsonObject), captured_at_device: '2026-11-22T09:00:00.000Z' };
    const { id, result } = await sign(world, device, signoff(documentId, { capture: at }));
    expect(result.status).toBe('applied');
    expect(await stored(device, id)).toMatchObject({
      flags: ['captured_in_future', 'worker_unknown'],
      capture: { captured_at_device: '2026-11-22T09:00:00.000Z' },
    });
    const told = signoff(documentId, { briefing: { session_id: 'B-1', started_at: '2026-11-22T09:00:00.000Z' } });
    const late = await sign(world, device, told);
    expect(await stored(device, late.id)).toMatchObject({ flags: ['captured_in_future', 'worker_unknown'] });
  });

  test('[SO11] late or in time is decided by the instant, whatever the UTC offset', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    world.clock.set('2026-11-21T10:00:00.000Z');
    await approveNext(device, documentId);
    world.clock.set('2026-11-21T12:00:00.000Z');
    const flagsOf = async (captured: string) => {
      const capture = { ...(signoff(documentId)['capture'] as JsonObject), captured_at_device: captured };
      const { id } = await sign(world, device, signoff(documentId, { document_version: 1, capture }));
      return (await stored(bareDevice(world), id))['flags'];
    };
    expect(await flagsOf('2026-11-21T10:30:00+01:00')).not.toContain('stale_version');
    expect(await flagsOf('2026-11-21T09:30:00-01:00')).toContain('stale_version');
  });

  test('[SO12] signing again within 30 minutes is flagged, in any order of arrival', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    world.clock.set('2026-11-21T16:00:00.000Z');
    const isTwin = async (deviceId: string, captured: string, session: string) => {
      const capture = {
        ...(signoff(documentId)['capture'] as JsonObject),
        device_id: deviceId,
        captured_at_device: captured,
      };
      const set = signoff(documentId, { capture, briefing: { session_id: session } });
      const { flags } = await stored(bareDevice(world), (await sign(world, device, set)).id);
      return (flags as readonly string[]).includes('signed_twice');
    };
    expect(await isTwin('tablet-1', '2026-11-21T15:00:00Z', 'a')).toBe(false);
    expect(await isTwin('tablet-2', '2026-11-21T14:45:00Z', 'a')).toBe(true);
    expect(await isTwin('tablet-3', '2026-11-21T10:00:00Z', 'a')).toBe(false);
  });

  test('[SO13] a sign-off that claims to duplicate an unknown one counts and is flagged', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    const unknown = world.app.commitContext.newId();
    const { id } = await sign(world, device, signoff(documentId, { duplicate_of: unknown }));
    expect(await stored(device, id)).toMatchObject({
      status: 'recorded',
      duplicate_of: unknown,
      flags: ['duplicate_unknown', 'worker_unknown'],
    });
  });
});

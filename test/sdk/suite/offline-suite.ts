/** Offline work: a device validates, stores and shows what people enter. */
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { Problem } from '../../../client-sdk/index.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground } from './site.ts';

export function offline(ground: Ground): void {
  test('[DV1] offline work survives reopening the replica, in its order', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const device = await site.device({ place });
    const { documentId } = await approvedDocument(device);
    const draft = await draftWithHazard(device);
    await device.hazards.patch(draft.hazardId, { name: 'Falling beam' });
    const signoffId = await device.sign({
      document_id: documentId,
      worker: { name: 'Jan Kowalski', language: 'pl' },
      signature: ink(),
    });
    const before = {
      outbox: await device.outbox.list(),
      hazard: await device.hazards.get(draft.hazardId),
      signoff: await device.signoffs.get(signoffId),
    };
    await device.close();

    const again = await site.device({ place, ...nowhere });
    const outbox = await again.outbox.list();
    expect(outbox).toEqual(before.outbox);
    expect(outbox.map(({ state, kind, op }) => [state, kind, op])).toEqual([
      ['queued', 'document', 'create'],
      ['queued', 'hazard', 'create'],
      ['queued', 'hazard', 'patch'],
      ['queued', 'signoff', 'create'],
    ]);
    expect(await again.hazards.get(draft.hazardId)).toEqual(before.hazard);
    expect(await again.hazards.get(draft.hazardId)).toMatchObject({
      name: 'Falling beam',
      risk_before: 15,
      position: 1,
      unsent: true,
    });
    expect(await again.signoffs.get(signoffId)).toEqual(before.signoff);
    expect(again.status).toMatchObject({ waiting: 4, refused: 0, online: false });
  });

  test('[DV2] a command names the unsent creation that it builds on', async () => {
    await using site = await openSite(ground);
    const device = await site.device(nowhere);
    const { hazardId } = await draftWithHazard(device);
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    await device.hazards.remove(hazardId);
    const list = await device.outbox.list();
    const [document, hazard] = list.map(({ id }) => id);
    expect(list.map((item) => item.depends_on)).toEqual([[], [document], [hazard], [hazard]]);
  });

  test.each<[string, Record<string, z.core.util.JSONType>]>([
    ['parts', { rows: Array.from({ length: 50_000 }, () => 0) }],
    ['levels', Array.from({ length: 30 }).reduce<Record<string, z.core.util.JSONType>>((inner) => ({ inner }), {})],
  ])('[DV164] a change with more %s than a server reads fails at once, and later ones pass', async (_what, data) => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId, hazardId } = await draftWithHazard(device);
    const long = device.sections.create({ document_id: documentId, title: 'Load table', data });
    await expect(long).rejects.toMatchObject({ code: 'json_too_complex' });
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    expect(await device.sync()).toMatchObject({ pushed: 3, refused: 0 });
  });

  test('[DV3] an invalid edit fails at once and offline with a Problem that names the field', async () => {
    await using site = await openSite(ground);
    const device = await site.device(nowhere);
    const { documentId, hazardId } = await draftWithHazard(device);
    const faults = async (work: Promise<unknown>): Promise<unknown> => {
      const error: unknown = await work.catch((thrown: unknown) => thrown);
      return error instanceof Problem ? [error.code, error.errors.map(({ pointer }) => pointer)] : error;
    };

    expect(await faults(device.hazards.create({ document_id: documentId, name: '' }))).toEqual([
      'validation_failed',
      ['#/name'],
    ]);
    expect(await faults(device.hazards.patch(hazardId, { severity_before: 6 }))).toEqual([
      'validation_failed',
      ['#/severity_before'],
    ]);
    // @ts-expect-error the compiler knows too that there is no such field
    expect(await faults(device.hazards.patch(hazardId, { severity: 3 }))).toEqual([
      'validation_failed',
      ['#/severity'],
    ]);
    expect(await faults(device.documents.patch(documentId, { status: 'approved' }))).toEqual([
      'validation_failed',
      ['#/status'],
    ]);
    expect(await faults(device.hazards.create({ document_id: crypto.randomUUID(), name: 'Dust' }))).toEqual([
      'reference_unknown',
      ['#/document_id'],
    ]);
    expect(await faults(device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() }))).toEqual([
      'document_not_approved',
      [],
    ]);
    expect(await faults(device.hazards.remove(crypto.randomUUID()))).toEqual(['not_found', []]);
    await device.submitForReview(documentId);
    expect(await faults(device.hazards.patch(hazardId, { name: 'Falling beam' }))).toEqual(['document_locked', []]);
    expect(device.status.waiting).toBe(3);
  });

  test('[DV4] returned records are plain and frozen, and a change without effect is not sent', async () => {
    await using site = await openSite(ground);
    const device = await site.device(nowhere);
    const { hazardId } = await draftWithHazard(device);
    const hazard = await device.hazards.get(hazardId);
    expect(Object.isFrozen(hazard) && Object.isFrozen(hazard?.['controls'])).toBe(true);
    expect(structuredClone(hazard)).toEqual(hazard);
    await device.hazards.patch(hazardId, { name: 'Falling load' });
    expect(device.status.waiting).toBe(2);
  });

  test('[DV5] new entries go last, positions count from 1, and follow a new order', async () => {
    await using site = await openSite(ground);
    const device = await site.device(nowhere);
    const documentId = await device.documents.create({ title: 'Lift', document_type: 'method_statement' });
    const make = (title: string): Promise<string> => device.sections.create({ document_id: documentId, title });
    // Not awaited singly: each still goes after the one before it.
    const [a, b, c] = await Promise.all([make('Scope'), make('Plant'), make('Rescue')]);
    const order = async (): Promise<unknown> =>
      (await device.sections.find({ document_id: documentId })).map(({ title, position }) => [position, title]);
    expect(await order()).toEqual([
      [1, 'Scope'],
      [2, 'Plant'],
      [3, 'Rescue'],
    ]);
    await device.reorder(documentId, 'section', [c, a, b]);
    expect(await order()).toEqual([
      [1, 'Rescue'],
      [2, 'Scope'],
      [3, 'Plant'],
    ]);
    expect((await device.outbox.list()).filter(({ op }) => op === 'patch')).toHaveLength(1);
    await device.sections.remove(a);
    expect(await order()).toEqual([
      [1, 'Rescue'],
      [2, 'Plant'],
    ]);
    await expect(device.reorder(documentId, 'section', [c, a, b])).rejects.toMatchObject({ code: 'order_mismatch' });
  });

  test('[DV38] a change too large or too deep for any push fails at once and blocks nothing', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId } = await draftWithHazard(device);
    const nested = (levels: number): z.core.util.JSONType => (levels === 0 ? 0 : [nested(levels - 1)]);
    const make = (data: Record<string, z.core.util.JSONType>) =>
      device.sections.create({ document_id: documentId, title: 'Plan', data });
    await expect(make({ deep: nested(30) })).rejects.toMatchObject({ code: 'json_too_complex' });
    await expect(make({ photo: 'x'.repeat(1_000_000) })).rejects.toMatchObject({ code: 'payload_too_large' });
    await make({ allowed: nested(25) });
    expect(await device.sync()).toMatchObject({ pushed: 3, refused: 0 });
  });

  test('[DV39] a value that others have changed is sent, even without local effect', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    const seen = await ann.hazards.get(hazardId);
    await tom.hazards.patch(hazardId, { name: 'Falling truss' });
    await tom.sync();
    await ann.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling slab' }, seen);
    await ann.sync();
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss', unsent: false });
    expect(await ann.conflicts.find({})).toMatchObject([
      { mine: 'Falling slab', theirs: 'Falling truss', kept: 'theirs' },
    ]);
  });
}

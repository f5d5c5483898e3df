/** Changes that the server refuses: kept, shown with the reason, and resolved by a person. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Document } from '../../../shared/resources/document/shape.ts';
import type { Device } from '../../../client-sdk/index.ts';
import { draftWithHazard, type Place } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

/** Ann edits two documents offline; meanwhile Tom submits one of them for review, which locks it. */
async function lockedMeanwhile(tom: Device, ann: Device): Promise<{ locked: Place; open: Place }> {
  const [locked, open] = [await draftWithHazard(tom), await draftWithHazard(tom)];
  await tom.sync();
  await ann.sync();
  await tom.submitForReview(locked.documentId);
  await tom.sync();
  return { locked, open };
}

export function refusal(ground: Ground): void {
  test('[DV12] a refused change shows its reason and both values, and others pass', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tom = await site.device();
    const ann = await site.device({ place });
    const { locked, open } = await lockedMeanwhile(tom, ann);
    await ann.hazards.patch(locked.hazardId, { name: 'Falling truss' });
    await ann.hazards.patch(open.hazardId, { name: 'Falling slab' });
    expect(await ann.sync()).toMatchObject({ pushed: 2, refused: 1 });

    expect(await ann.hazards.get(open.hazardId)).toMatchObject({ name: 'Falling slab', unsent: false });
    expect(await ann.hazards.get(locked.hazardId)).toMatchObject({
      name: 'Falling load',
      unsent: false,
      refused: { code: 'document_locked' },
    });
    const expected = [
      {
        state: 'refused',
        kind: 'hazard',
        record_id: locked.hazardId,
        mine: { name: 'Falling truss' },
        was: { name: 'Falling load' },
        theirs: { name: 'Falling load' },
        reason: { code: 'document_locked', status: 409 },
      },
    ];
    expect(await ann.outbox.refused()).toMatchObject(expected);
    expect(ann.status).toMatchObject({ waiting: 0, refused: 1, online: true });
    await ann.sync();
    await ann.close();
    const again = await site.device({ place });
    expect(await again.outbox.refused()).toMatchObject(expected);
  });

  test('[DV12] after a restart a refused change can still be resent or discarded', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tom = await site.device();
    const ann = await site.device({ place });
    const { locked } = await lockedMeanwhile(tom, ann);
    await ann.hazards.patch(locked.hazardId, { name: 'Falling truss' });
    await ann.hazards.create({ document_id: locked.documentId, name: 'Dust' });
    expect(await ann.sync()).toMatchObject({ refused: 2 });
    await ann.close();
    const again = await site.device({ place });
    const refused = await again.outbox.refused();
    expect(refused.map(({ reason }) => reason?.code)).toEqual(['document_locked', 'document_locked']);
    await tom.act('document', locked.documentId, 'withdraw');
    await tom.sync();
    await again.sync();
    const [patch, create] = refused;
    await again.outbox.resend(patch?.id ?? '');
    await again.outbox.discard(create?.id ?? '');
    expect(await again.sync()).toMatchObject({ refused: 0 });
    const shown = await again.hazards.find({ document_id: locked.documentId });
    expect(shown.map(({ name }) => name)).toEqual(['Falling truss']);
    expect(again.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV13] commands that depend on a refused creation are refused and discarded with it', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { locked } = await lockedMeanwhile(tom, ann);
    const hazardId = await ann.hazards.create({ document_id: locked.documentId, name: 'Dust' });
    await ann.hazards.patch(hazardId, { name: 'Silica dust' });
    expect(await ann.sync()).toMatchObject({ pushed: 2, refused: 2 });

    const [first, second] = await ann.outbox.refused();
    expect([first, second].map((item) => [item?.op, item?.reason?.code, item?.depends_on])).toEqual([
      ['create', 'document_locked', []],
      ['patch', 'depends_on_refused', [first?.id]],
    ]);
    const shown = await ann.hazards.find({ document_id: locked.documentId });
    expect(shown).toMatchObject([
      { name: 'Falling load', position: 1 },
      { name: 'Silica dust', position: null, unsent: false, refused: { code: 'document_locked' } },
    ]);
    await expect(ann.hazards.patch(hazardId, { name: 'Wood dust' })).rejects.toMatchObject({
      code: 'depends_on_refused',
    });
    const ids = [first?.id ?? '', second?.id];
    expect(await ann.outbox.discard(ids[0] ?? '')).toEqual(ids);
    expect(await ann.outbox.list()).toEqual([]);
    expect(await ann.hazards.get(hazardId)).toBeUndefined();
    await expect(ann.outbox.discard(ids[0] ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('[DV14] resending sends a refused change with corrections, and then its dependents', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { locked, open } = await lockedMeanwhile(tom, ann);
    const hazardId = await ann.hazards.create({ document_id: locked.documentId, name: 'Dust' });
    await ann.hazards.patch(hazardId, { who_at_risk: 'Everybody near' });
    await ann.sync();
    // The device now knows that the document is locked, so the same edit fails locally and changes nothing.
    const id = (await ann.outbox.refused())[0]?.id ?? '';
    await expect(ann.outbox.resend(id)).rejects.toMatchObject({ code: 'document_locked' });
    expect(await ann.outbox.refused()).toHaveLength(2);
    const sent = await ann.outbox.resend(id, { set: { document_id: open.documentId, name: 'Silica dust' } });
    expect(sent).toEqual((await ann.outbox.list()).map((item) => item.id));
    expect(ann.status).toMatchObject({ waiting: 2, refused: 0 });
    expect(await ann.sync()).toMatchObject({ pushed: 2, refused: 0 });
    await tom.sync();
    expect(await tom.hazards.get(hazardId)).toMatchObject({
      document_id: open.documentId,
      name: 'Silica dust',
      who_at_risk: 'Everybody near',
      position: 2,
    });
  });

  test('[DV15] all unsent work can be exported as JSON', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { locked, open } = await lockedMeanwhile(tom, ann);
    await ann.hazards.patch(locked.hazardId, { name: 'Falling truss' });
    await ann.sync();
    await ann.hazards.patch(open.hazardId, { name: 'Falling slab' });
    expect(JSON.parse(await ann.outbox.exportUnsent())).toMatchObject({
      format: 'sitefile-unsent-1',
      device_id: ann.deviceId,
      organisation_id: site.organisationId,
      commands: [
        { state: 'queued', command: { set: { name: 'Falling slab' } }, refused: null },
        { state: 'refused', command: { set: { name: 'Falling truss' } }, refused: { code: 'document_locked' } },
      ],
    });
  });

  test('[LC13] a mark said without signal takes nothing back that was found since', async () => {
    await using site = await openSite(ground);
    const office = async <Body>(method: string, path: string, ...body: JsonObject[]): Promise<Body> =>
      (await site.server.api<Body>(method, `/api/v1/documents${path}`, ...body)).body;
    const { id } = await office<{ id: string }>('POST', '', { title: 'Roof', document_type: 'rams' });
    await office('POST', `/${id}/submit-review`, {});
    await office('POST', `/${id}/approve`, { conditions: [{ text: 'The tag hangs.', due_on: '2026-12-10' }] });
    const manager = await site.device();
    await manager.sync();
    const word = { version: 1, condition: 1 };
    await manager.act('document', id, 'meet_condition', { ...word, note: 'Looked fine', seen: 0 });
    await office('POST', `/${id}/meet-condition`, { ...word, note: 'Tag 1', seen: 0 });
    await office('POST', `/${id}/reopen-condition`, { ...word, note: 'The inspector took it off', seen: 1 });
    expect(await manager.sync()).toMatchObject({ refused: 1 });
    expect(await manager.documents.get(id)).toMatchObject({ refused: { code: 'conflict' } });
    const { condition_marks: marks, conditions_open: open } = await office<Document>('GET', `/${id}`);
    expect([marks?.map(({ met }) => met), open]).toMatchObject([[true, false], [{ condition: 1 }]]);
  });
}

/** Sync with the real server when all goes well: concurrent changes merge, and clashes become conflicts. */
import { expect, test } from 'vitest';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

export function exchange(ground: Ground): void {
  test('[DV6] a local change shows at once and never reverts while in flight', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId, hazardId } = await draftWithHazard(device);
    const seen: string[] = [];
    const watching = device.hazards.watch({ document_id: documentId }).subscribe((hazards) => {
      seen.push(hazards.map(({ name, unsent, rev }) => `${name} ${unsent ? 'unsent' : 'sent'} r${rev}`).join());
    });
    await device.sync();
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    await device.sync();
    await device.hazards.remove(hazardId);
    await device.sync();
    watching.unsubscribe();
    expect(seen).toEqual([
      'Falling load unsent r0',
      'Falling load sent r0',
      'Falling load sent r1',
      'Falling beam unsent r1',
      'Falling beam sent r1',
      'Falling beam sent r2',
      '',
    ]);
  });

  test('[DV7] edits of different fields by two devices both apply, on both', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers', description: 'Near the crane' });
    await tom.sync();
    await ann.sync();
    await tom.sync();
    const expected = { name: 'Falling beam', who_at_risk: 'Slingers', description: 'Near the crane', unsent: false };
    expect(await tom.hazards.get(hazardId)).toMatchObject(expected);
    expect(await ann.hazards.get(hazardId)).toEqual(await tom.hazards.get(hazardId));
    expect(await ann.conflicts.find()).toEqual([]);
  });

  test('[DV8] of two edits of one field the first wins, and both devices show the conflict', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await tom.sync();
    await ann.sync();
    await tom.sync();
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', unsent: false });
    for (const device of [tom, ann])
      expect(await device.conflicts.find({ document_id: documentId, state: 'open' })).toMatchObject([
        {
          record_id: hazardId,
          field: 'name',
          was: 'Falling load',
          theirs: 'Falling beam',
          mine: 'Falling truss',
          kept: 'theirs',
        },
      ]);
    const [conflict] = await tom.conflicts.find();
    await tom.act('conflict', conflict?.id ?? '', 'settle');
    expect(await tom.conflicts.find({ state: 'open' })).toEqual([]);
    await tom.sync();
    await ann.sync();
    expect(await ann.conflicts.find({ state: 'open' })).toEqual([]);
  });

  test.each([
    ['keep', undefined, 'Falling beam'],
    ['take', undefined, 'Falling truss'],
    ['write', 'Falling steel', 'Falling steel'],
  ] as const)('[DV40] a device resolves a conflict offline: %s', async (resolution, value, name) => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await tom.sync();
    await ann.sync();
    const [conflict] = await ann.conflicts.find();
    await ann.resolveConflict(conflict?.id ?? '', resolution, value);
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name });
    await ann.sync();
    await tom.sync();
    expect(await tom.hazards.get(hazardId)).toMatchObject({ name });
    expect(await tom.conflicts.find()).toMatchObject([
      { state: 'settled', resolution, settled_by: { name: expect.any(String) } },
    ]);
  });

  test('[DV40] if the resolving edit is refused, the conflict stays open', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await tom.sync();
    await ann.sync();
    const [conflict] = await ann.conflicts.find();
    await ann.resolveConflict(conflict?.id ?? '', 'take');
    await site.server.api('POST', `/api/v1/documents/${documentId}/submit-review`);
    await ann.sync();
    expect((await ann.outbox.refused()).map(({ reason }) => reason?.code)).toEqual([
      'document_locked',
      'depends_on_refused',
    ]);
    await tom.sync();
    expect(await tom.conflicts.find()).toMatchObject([{ state: 'open' }]);
  });

  test('[DV9] a device’s own edits do not block its removal, but another’s edit does', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const [first, second] = [await draftWithHazard(tom), await draftWithHazard(tom)];
    await tom.sync();
    await ann.sync();
    await tom.hazards.patch(first.hazardId, { name: 'Falling beam' });
    await tom.hazards.patch(first.hazardId, { name: 'Falling truss' });
    await tom.hazards.remove(first.hazardId);
    await ann.hazards.patch(second.hazardId, { name: 'Falling slab' });
    await ann.sync();
    await tom.hazards.remove(second.hazardId);
    expect(await tom.hazards.find()).toEqual([]);
    await tom.sync();
    await ann.sync();
    expect((await tom.hazards.find()).map(({ name }) => name)).toEqual(['Falling slab']);
    expect(await ann.hazards.find()).toEqual(await tom.hazards.find());
    expect(await ann.conflicts.find()).toMatchObject([
      { record_id: second.hazardId, field: '(removed)', kept: 'theirs' },
    ]);
  });

  test('[DV5] entries follow a new order, and keep it on the server', async () => {
    await using site = await openSite(ground);
    const ann = await site.device();
    const { documentId, hazardId } = await draftWithHazard(ann);
    const second = await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    await ann.reorder(documentId, 'hazard', [second, hazardId]);
    await ann.sync();
    const tom = await site.device();
    await tom.sync();
    const shown = await tom.hazards.find({ document_id: documentId });
    expect(shown.map(({ name, position }) => [name, position])).toEqual([
      ['Dust', 1],
      ['Falling load', 2],
    ]);
  });

  test('[DV10] a form left open changes only the fields its author changed', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    const seen = await ann.hazards.get(hazardId);
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await tom.sync();
    await ann.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling load', who_at_risk: 'Slingers' }, seen);
    await ann.sync();
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', who_at_risk: 'Slingers' });
    expect(await ann.conflicts.find()).toEqual([]);
  });

  test('[DV243] who writes on after a space that was saved has no conflict with themselves', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { hazardId } = await draftWithHazard(device);
    const shown = await device.hazards.get(hazardId);
    if (!shown) throw new Error('there is no hazard');
    const controls = [{ id: crypto.randomUUID(), description: 'Tag ' }];
    await device.hazards.patch(hazardId, { name: 'Falling ', controls }, shown);
    const first = { ...shown, name: 'Falling ', controls };
    const more = controls.map((control) => ({ ...control, description: 'Tag lines' }));
    await device.hazards.patch(hazardId, { name: 'Falling glass', controls: more }, first);
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling glass', controls: more });
    await device.sync();
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling glass', controls: more });
    expect(await device.conflicts.find()).toEqual([]);
  });

  test('[DV11] members of the request that a sign-off does not take stay out of it', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId } = await approvedDocument(device);
    const copied = { id: 'form-1', duplicate_of: documentId, flags: ['stale_version'], void: null };
    const request = { ...copied, document_id: documentId, worker: { name: 'Jan' }, signature: ink() };
    const id = await device.sign(request);
    await device.sync();
    expect(await device.signoffs.get(id)).toMatchObject({ status: 'recorded', flags: [], unsent: false });
  });
}

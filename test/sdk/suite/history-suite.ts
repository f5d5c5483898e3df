/** Diverged histories: a server restored from a backup, and a feed reset. */
import { expect, test } from 'vitest';
import { draftWithHazard } from '../support/site-day.ts';
import { shownBy } from '../../kit/shown-by.ts';
import { openSite, type Ground } from './site.ts';

export function history(ground: Ground): void {
  test('[DV22] after a server restore, the replica takes a snapshot and resends what was lost', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const tom = await site.device({ through: gateway });
    const ann = await site.device({ through: gateway });
    const kept = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await site.server.backUp();
    const lost = await draftWithHazard(ann);
    await ann.sync();
    await tom.sync();
    await tom.hazards.patch(kept.hazardId, { name: 'Falling beam' });
    // The server has accepted it and the answer is known, but the feed has not returned it yet.
    gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
    await expect(tom.sync()).rejects.toMatchObject({ fault: 'busy' });
    await tom.hazards.patch(kept.hazardId, { who_at_risk: 'Slingers' });
    const seen: unknown[] = [];
    const watching = tom.hazards
      .watch({ document_id: kept.documentId })
      .subscribe(([hazard]) => seen.push(hazard?.name));

    await site.restart('restore');
    gateway.interfere = undefined;
    expect(await tom.sync()).toMatchObject({ pushed: 2, refused: 0 });
    watching.unsubscribe();
    expect(await tom.hazards.get(kept.hazardId)).toMatchObject({
      name: 'Falling beam',
      who_at_risk: 'Slingers',
      unsent: false,
    });
    expect(await tom.documents.get(lost.documentId)).toBeUndefined();
    expect(tom.status).toMatchObject({ waiting: 0, refused: 0, online: true });
    expect(new Set(seen)).toEqual(new Set(['Falling beam']));
    // What only her tablet still holds, it gives back.
    await ann.sync();
    await tom.sync();
    expect(await tom.documents.get(lost.documentId)).toMatchObject({ unsent: false });
    expect(await ann.hazards.find()).toEqual(await tom.hazards.find());
  });

  test('[DV168] a replica of a lost history becomes exactly what the restored server has', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const [tom, ann] = [await site.device({ through }), await site.device({ through })];
    const { documentId, hazardId } = await draftWithHazard(ann);
    await ann.sync();
    await site.server.backUp();
    await ann.hazards.patch(hazardId, { name: 'Limit 2 t' });
    const lost = await draftWithHazard(ann);
    await ann.sync();
    await tom.sync();
    expect(await tom.hazards.get(hazardId)).toMatchObject({ name: 'Limit 2 t', rev: 2 });
    await site.restart('restore');
    const office = await site.device({ through });
    await office.sync();
    await office.hazards.patch(hazardId, { name: 'Limit 5 t' });
    // Beyond the replicas' position, so that only the history tells the feeds apart.
    for (let i = 0; i < 9; i++) await office.hazards.create({ document_id: documentId, name: `Hazard ${i}` });
    await office.sync();
    await tom.sync();
    expect(await tom.hazards.get(hazardId)).toMatchObject({ name: 'Limit 5 t', rev: 2 });
    expect(await tom.documents.get(lost.documentId)).toBeUndefined();
    expect(await shownBy(tom)).toEqual(await site.server.recordsOf(null));
    expect(await tom.verify()).toBe(true);
  });

  test('[DV22] work of which only the answer had arrived is given back after a restore', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const [tom, ann] = [await site.device({ through: gateway }), await site.device({ through: gateway })];
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await site.server.backUp();
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
    await expect(ann.sync()).rejects.toMatchObject({ fault: 'busy' });
    gateway.interfere = undefined;
    await site.restart('restore');
    // The feed grows past the place that the answer named.
    for (const title of ['One', 'Two', 'Three']) await tom.documents.patch(documentId, { title });
    await tom.sync();
    expect(await ann.sync()).toMatchObject({ refused: 0 });
    await tom.sync();
    for (const device of [tom, ann])
      expect(await device.hazards.get(hazardId)).toMatchObject({ who_at_risk: 'Slingers', unsent: false });
    expect(ann.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV22] what was answered before a restore is given back, even in the middle of a sync', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const tom = await site.device({ through });
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await site.server.backUp();
    let sleep: (() => Promise<void>) | undefined;
    const ann = await site.device({
      through: {
        server: through.server,
        fetch: async (input, init) => {
          // The tablet falls asleep with the answers of its push, and wakes up beside a restored server.
          if (String(input).endsWith('/pull')) await sleep?.();
          return fetch(input, init);
        },
      },
    });
    await ann.sync();
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    sleep = async () => {
      sleep = undefined;
      await site.restart('restore');
      for (const title of ['One', 'Two', 'Three']) await tom.documents.patch(documentId, { title });
      await tom.sync();
    };
    expect(await ann.sync()).toMatchObject({ refused: 0 });
    await ann.sync();
    await tom.sync();
    for (const device of [tom, ann])
      expect(await device.hazards.get(hazardId)).toMatchObject({ who_at_risk: 'Slingers', unsent: false });
    expect(ann.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV22] what one tablet gives back may wait for a record that another gives back', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const [tom, ann] = [await site.device({ through: gateway }), await site.device({ through: gateway })];
    await tom.sync();
    await site.server.backUp();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    await ann.sync();
    await site.restart('restore');
    // First the tablet that did not make the document.
    expect(await ann.sync()).toMatchObject({ refused: 0 });
    expect(ann.status).toMatchObject({ waiting: 2, refused: 0 });
    // What she does meanwhile follows, in her queue, commands that still wait to be given back.
    await ann.documents.create({ title: 'Next floor', document_type: 'rams' });
    expect(await ann.sync()).toMatchObject({ pushed: 1, refused: 0 });
    for (const device of [tom, ann, tom]) expect(await device.sync()).toMatchObject({ refused: 0 });
    for (const device of [tom, ann])
      expect((await device.hazards.find()).map(({ name, who_at_risk }) => [name, who_at_risk ?? null])).toEqual([
        ['Falling load', 'Slingers'],
        ['Dust', null],
      ]);
    expect(ann.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV188] what a restored server lacks waits in the outbox with the reason', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const place = site.newPlace();
    const [tom, ann] = [await site.device({ through }), await site.device({ through, place })];
    await tom.sync();
    await site.server.backUp();
    const { documentId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    const hazardId = await ann.hazards.create({ document_id: documentId, name: 'Dust' });
    await ann.hazards.create({ document_id: documentId, name: 'Noise' });
    await ann.sync();
    expect(await ann.outbox.list()).toEqual([]);
    await site.restart('restore');
    await ann.sync();
    const [, noise] = await ann.outbox.list();
    expect(await ann.outbox.discard(noise?.id ?? '')).toEqual([noise?.id]);
    expect(await ann.outbox.list()).toMatchObject([
      { state: 'again', record_id: hazardId, mine: { name: 'Dust' }, reason: { code: 'reference_unknown' } },
    ]);
    await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1, refused: 0 });
    expect(JSON.parse(await ann.outbox.exportUnsent())).toMatchObject({
      commands: [{ state: 'queued', refused: null, command: { set: { name: 'Dust' } } }],
    });
    await ann.logOut({ keep: true });
    const back = await site.device({ through, place });
    expect(back.status).toMatchObject({ waiting: 1 });
    await tom.sync();
    await back.sync();
    expect(await back.outbox.list()).toEqual([]);
    expect(await back.hazards.get(hazardId)).toMatchObject({ name: 'Dust', unsent: false });
  });

  test('[DV22] what fits no single push is given back in several', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ through: await site.gateway() });
    await device.sync();
    await site.server.backUp();
    const { documentId } = await draftWithHazard(device);
    for (let i = 0; i < 40; i++)
      await device.sections.create({ document_id: documentId, title: `Section ${i}`, body: '€'.repeat(39_000) });
    await device.sync();
    await site.restart('restore');
    await device.sync();
    expect(device.status).toMatchObject({ waiting: 0, refused: 0, online: true });
    expect(await device.sections.find({ document_id: documentId })).toHaveLength(40);
  });

  test('[DV23] a feed reset drops records the server no longer has, and nothing of the outbox', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    const { body: start } = await site.server.api<{ cursor: string }>('POST', '/api/v1/sync/pull', {});
    const { documentId, hazardId } = await draftWithHazard(device);
    await device.sync();
    const page = {
      cursor: start.cursor,
      more: false,
      schema: 1,
      seq: 99,
      server_time: '2026-11-21T09:00:00Z',
    };
    const ghostId = crypto.randomUUID();
    const envelope = { project_id: null, created_at: '', updated_at: '', created_by: '', updated_by: '' };
    const body = { document_id: documentId, name: 'A hazard of another history' };
    const ghost = {
      op: 'put',
      kind: 'hazard',
      id: ghostId,
      seq: 90,
      rev: 1,
      document_id: documentId,
      body,
      ...envelope,
    };
    const answer = (reply: object) => ({ status: 200, type: 'application/json', body: JSON.stringify(reply) });
    gateway.interfere = ({ door }) => (door === 'pull' ? answer({ ...page, ops: [ghost] }) : undefined);
    await device.sync();
    expect(await device.hazards.find()).toHaveLength(2);

    let editing: Promise<void> | undefined;
    gateway.interfere = ({ door }) => {
      if (door !== 'pull' || editing) return undefined;
      editing = device.hazards.patch(hazardId, { name: 'Falling beam' });
      return answer({ ...page, more: true, ops: [{ op: 'reset' }] });
    };
    await device.sync();
    await editing;
    expect(await device.outbox.list()).toMatchObject([{ state: 'queued', mine: { name: 'Falling beam' } }]);
    expect(await device.hazards.find()).toMatchObject([{ id: hazardId, name: 'Falling beam', unsent: true }]);
    expect(await device.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling beam', unsent: false, rev: 2 });
  });
}

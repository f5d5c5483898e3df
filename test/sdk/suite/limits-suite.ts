/** Limits of a replica: what a device holds, what it evicts, and what happens when its storage is full. */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { fillable } from '../support/fillable.ts';
import { ink } from '../support/ink.ts';
import { inStep, openWire } from '../support/live-day.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

const day = 86_400_000;

async function titles(device: Device): Promise<readonly string[]> {
  return (await device.documents.find()).map(({ title }) => title);
}

export function limits(ground: Ground): void {
  test('[DV68] a document archived long ago is evicted whole, and the server keeps it', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const old = await draftWithHazard(tom);
    await tom.act('document', old.documentId, 'archive');
    await tom.sync();
    await site.advance(20 * day);
    const fresh = await draftWithHazard(tom);
    await tom.act('document', fresh.documentId, 'archive');
    const open = await draftWithHazard(tom);
    await tom.sync();
    const ann = await site.device({ keep: {} });
    await ann.sync();
    expect((await ann.documents.find()).map(({ id }) => id).toSorted()).toEqual(
      [fresh.documentId, open.documentId].toSorted(),
    );
    expect((await ann.hazards.find()).map(({ id }) => id).toSorted()).toEqual(
      [fresh.hazardId, open.hazardId].toSorted(),
    );
    expect(ann.status.rows).toBe(4);
    expect(await tom.documents.get(old.documentId)).toBeDefined();
    expect(await ann.evict()).toBe(0);
    await site.advance(20 * day);
    expect(await ann.evict()).toBe(2);
  });

  test('[DV68] old sign-offs are evicted, and versions that no remaining sign-off needs', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId, hazardId } = await approvedDocument(tom);
    await tom.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await tom.sync();
    await site.advance(40 * day);
    await tom.act('document', documentId, 'revise', { change_significance: 'material', change_summary: 'New crane' });
    await tom.hazards.patch(hazardId, { name: 'Falling truss' });
    await tom.submitForReview(documentId);
    await tom.act('document', documentId, 'approve');
    await tom.sync();
    await tom.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
    await tom.sync();
    expect(tom.status.refused).toBe(0);
    const ann = await site.device({ keep: { signoffDays: 30 } });
    await ann.sync();
    expect((await ann.signoffs.find()).map(({ worker, currency }) => [worker.name, currency])).toEqual([
      ['Ola', 'current'],
    ]);
    expect((await ann.versions.find()).map(({ version }) => version)).toEqual([2]);
  });

  test('[DV69] records that unsent or refused work depends on stay on the device, however old', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    const place = site.newPlace();
    const first = await site.device({ place });
    await first.sync();
    await first.hazards.patch(hazardId, { name: 'Falling truss' });
    await first.close();
    await tom.act('document', documentId, 'archive');
    await tom.sync();
    await site.advance(20 * day);
    const ann = await site.device({ place, keep: {} });
    await ann.sync();
    expect(ann.status).toMatchObject({ waiting: 0, refused: 1 });
    expect(await ann.hazards.get(hazardId)).toMatchObject({ refused: { code: 'document_archived' } });
    expect(await ann.evict()).toBe(0);
    for (const { id } of await ann.outbox.refused()) await ann.outbox.discard(id);
    expect(await ann.evict()).toBe(2);
    expect(await ann.hazards.find()).toEqual([]);
  });

  test('[DV70] raised limits fetch evicted records again, and so does a revived document', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const old = await draftWithHazard(tom);
    await tom.act('document', old.documentId, 'archive');
    await tom.sync();
    await site.advance(20 * day);
    const place = site.newPlace();
    const narrow = await site.device({ place, keep: { archivedDays: 14 } });
    await narrow.sync();
    expect(await titles(narrow)).toEqual([]);
    await narrow.close();
    const wide = await site.device({ place, keep: { archivedDays: 60 } });
    expect(await titles(wide)).toEqual([]);
    await wide.sync();
    expect(await wide.hazards.find()).toHaveLength(1);

    const ann = await site.device({ keep: {} });
    await ann.sync();
    expect(await titles(ann)).toEqual([]);
    await tom.act('document', old.documentId, 'restore');
    await tom.sync();
    await ann.sync();
    expect(await ann.hazards.find({ document_id: old.documentId })).toMatchObject([
      { name: 'Falling load', position: 1 },
    ]);
  });

  test('[DV68] only the requested projects are held, and records without a project', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const [east, west] = [await tom.projects.create({ name: 'East' }), await tom.projects.create({ name: 'West' })];
    await tom.documents.create({ title: 'In the east', document_type: 'rams', project_id: east });
    await tom.documents.create({ title: 'In the west', document_type: 'rams', project_id: west });
    await tom.documents.create({ title: 'Anywhere', document_type: 'rams' });
    await tom.sync();
    const gateway = await site.gateway();
    const ann = await site.device({ keep: { projects: [east] }, through: gateway });
    // West, its document and the document's absent entries are not even sent.
    expect(await ann.sync()).toMatchObject({ pulled: 4 });
    expect((await titles(ann)).toSorted()).toEqual(['Anywhere', 'In the east']);
    expect((await ann.projects.find()).map(({ name }) => name)).toEqual(['East']);
  });

  test('[DV214] a document that is restored while it is being evicted stays', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await draftWithHazard(tom);
    await tom.act('document', documentId, 'archive');
    await tom.sync();
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'records');
    const wire = openWire();
    const ann = await site.device({
      place: { ...place, storage: () => filling.storage },
      keep: { archivedDays: 14 },
      autoSync: true,
      fetch: wire.fetch,
      WebSocket: wire.WebSocket,
    });
    await inStep(ann, wire);
    await site.advance(20 * day);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: dropping, resolve: reach } = Promise.withResolvers<void>();
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    filling.held = held;
    filling.onWrite = reach;
    wire.onPage = (data, deliver) => (deliver(data), tell());
    const evicting = ann.evict();
    await dropping;
    // Only the write that drops the rows waits.
    delete filling.held;
    await tom.act('document', documentId, 'restore');
    await tom.sync();
    await told;
    for (let i = 0; i < 3; i++) await tom.sync();
    release();
    await evicting;
    await ann.sync();
    expect(await ann.documents.get(documentId)).toMatchObject({ status: 'draft' });
    expect(await ann.hazards.get(hazardId)).toBeDefined();
  });

  test('[DV68] beyond `maxRows`, the least recently changed documents are evicted whole', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.push((await draftWithHazard(tom)).documentId);
      await tom.sync();
      await site.advance(60_000);
    }
    const ann = await site.device({ keep: { maxRows: 5 } });
    await ann.sync();
    expect((await ann.documents.find()).map(({ id }) => id)).toEqual(made.slice(3));
    expect(ann.status.rows).toBe(4);
  });

  test('[DV70] a higher `maxRows` refetches the documents that a lower one left out', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    for (let i = 0; i < 3; i++) await draftWithHazard(ann);
    await ann.sync();
    await ann.close();
    const narrow = await site.device({ place, keep: { maxRows: 4 } });
    await narrow.sync();
    expect([(await narrow.documents.find()).length, narrow.status.rows]).toEqual([2, 4]);
    await narrow.close();
    const wide = await site.device({ place, keep: { maxRows: 6 } });
    await wide.sync();
    expect(await wide.documents.find()).toHaveLength(3);
  });

  test('[DV158] records edited here stay beyond `maxRows` for a day, over a restart', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const keep = { maxRows: 10 };
    const first = await site.device({ place, keep });
    const old: string[] = [];
    for (let i = 0; i < 4; i++) old.push((await draftWithHazard(first)).documentId);
    await first.sync();
    expect(first.status).toMatchObject({ rows: 8, leftOut: [] });
    await site.advance(2 * day);
    const own = await first.documents.create({ title: 'Many hazards', document_type: 'rams' });
    for (let i = 0; i < 15; i++) await first.hazards.create({ document_id: own, name: `Hazard ${i}` });
    await first.sync();
    expect(await titles(first)).toEqual(['Many hazards']);
    expect(await first.hazards.find({ document_id: own })).toHaveLength(15);
    expect(first.status.rows).toBe(16);
    expect(first.status.leftOut.toSorted()).toEqual(old.toSorted());
    await first.close();

    const again = await site.device({ place, keep });
    const nextDay = await again.documents.create({ title: 'Of the next day', document_type: 'rams' });
    await again.sync();
    expect((await titles(again)).toSorted()).toEqual(['Many hazards', 'Of the next day']);
    await site.advance(day - 60_000);
    await again.documents.patch(nextDay, { title: 'Of the day after' });
    await again.sync();
    await site.advance(120_000);
    expect(await again.evict()).toBe(16);
    expect(await titles(again)).toEqual(['Of the day after']);
    expect(again.status.leftOut.toSorted()).toEqual([...old, own].toSorted());
  });

  test('[DV158] a sign-off made here stays with its document; others are evicted', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const { documentId } = await approvedDocument(tom);
    const ann = await site.device({ keep: { maxRows: 4 } });
    await ann.sync();
    await ann.sign({ document_id: documentId, worker: { name: 'Ann' }, signature: ink() });
    await ann.sync();
    await site.advance(60_000);
    for (const name of ['Ben', 'Cat']) await tom.sign({ document_id: documentId, worker: { name }, signature: ink() });
    await tom.sync();
    await ann.sync();
    expect((await ann.signoffs.find()).map(({ worker, currency }) => [worker.name, currency])).toEqual([
      ['Ann', 'current'],
    ]);
    expect(ann.status).toMatchObject({ rows: 4, leftOut: [] });
  });

  test.for([
    ['a browser’s share', Object.assign(new Error('no room'), { name: 'QuotaExceededError' })],
    [
      'a browser’s share, as Dexie says it',
      Object.assign(new Error('aborted'), { inner: { name: 'QuotaExceededError' } }),
    ],
    ['a disk', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ['a disk, as SQLite says it', new Error('not written', { cause: { errcode: 13 } })],
  ] as const)('[DV71] a full storage refuses new work with an error and keeps the old: %s', async ([, fault]) => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'journal');
    const ann = await site.device({ place: { ...place, storage: () => filling.storage } });
    await ann.documents.create({ title: 'Before', document_type: 'rams' });
    filling.fault = fault;
    await expect(ann.documents.create({ title: 'Too much', document_type: 'rams' })).rejects.toMatchObject({
      name: 'StorageError',
      fault: 'full',
      cause: fault,
    });
    expect(ann.status).toMatchObject({ storage: 'full', waiting: 1 });
    expect(await titles(ann)).toEqual(['Before']);
    await expect(ann.sync()).rejects.toMatchObject({ fault: 'device' });
    expect(ann.status).toMatchObject({ storage: 'full', waiting: 1 });
    filling.fault = undefined;
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    await ann.documents.create({ title: 'After', document_type: 'rams' });
    expect(ann.status).toMatchObject({ storage: 'ok', waiting: 1 });
  });

  test('[DV72] the first sign-off asks for persistent storage, and the status has the answer', async () => {
    await using site = await openSite(ground);
    for (const answer of [true, false, null]) {
      let asked = 0;
      const persist = async (): Promise<boolean | null> => (asked++, answer);
      const ann = await site.device({ persist });
      const { documentId } = await approvedDocument(ann);
      expect([asked, ann.status.persisted]).toEqual([0, null]);
      await ann.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
      await ann.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
      await ann.sync();
      expect([asked, ann.status.persisted]).toEqual([1, answer]);
      await ann.close();
    }
  });
}

/** Log-out: no work is lost, and nothing but unsent work stays. */
import { expect, test } from 'vitest';
import { storageErrorOf } from '../../../client-sdk/base/storage-error.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { wrappedStorage } from '../support/wrapped-storage.ts';
import { openSite, type Ground } from './site.ts';

const passphrase = 'correct horse battery';

export function logOut(ground: Ground): void {
  test('[DV60] log-out refuses with the counts while work is unsent, and the device continues', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.submitForReview(documentId);
    await tom.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1, refused: 0 });
    await ann.sync();
    await ann.documents.create({ title: 'Hot works', document_type: 'permit' });
    await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1, refused: 1 });
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    await expect(ann.logOut()).rejects.toMatchObject({ name: 'UnsentWorkError', waiting: 0, refused: 1 });
    const [refused] = await ann.outbox.refused();
    await ann.outbox.discard(refused!.id); // one was there
    await ann.logOut();
  });

  test('[DV60] log-out refuses until the sign-offs are delivered, and then removes them', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    const { documentId } = await approvedDocument(ann);
    for (const name of ['Jan', 'Ola']) await ann.sign({ document_id: documentId, worker: { name }, signature: ink() });
    await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 2 });
    await ann.sync();
    expect((await ann.signoffs.find()).map(({ currency, unsent }) => [currency, unsent])).toEqual([
      ['current', false],
      ['current', false],
    ]);
    await ann.logOut();
    const nobody = await site.device({ place });
    expect(await nobody.signoffs.find()).toEqual([]);
  });

  test('[DV60] a log-out that is called off while it waits leaves the device as it was', async () => {
    await using site = await openSite(ground);
    const ann = await site.device();
    const { documentId } = await draftWithHazard(ann);
    await ann.sync();
    const calledOff = new AbortController();
    const leaving = ann.logOut({
      export: 'eight hard hats',
      save: () => calledOff.abort(),
      signal: calledOff.signal,
    });
    await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
    expect(await ann.documents.get(documentId)).toBeDefined();
    await ann.sync();
  });

  test('[DV60] a caller that does not confirm calls a log-out off, however it leaves', async () => {
    await using site = await openSite(ground);
    const ann = await site.device();
    const { documentId } = await draftWithHazard(ann);
    await ann.sync();
    const confirm = (): Promise<void> => Promise.reject(new Error('A check waits.'));
    const ways = [{}, { keep: true }, { force: true }, { export: 'eight hard hats', save: () => undefined }];
    for (const way of ways) await expect(ann.logOut({ ...way, confirm })).rejects.toThrow('A check waits.');
    expect(await ann.documents.get(documentId)).toBeDefined();
    await ann.sync();
  });

  test('[DV61] after a log-out nothing of the replica is left', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    await draftWithHazard(ann);
    await ann.sync();
    const before = ann.deviceId;
    await ann.logOut();
    await ann.close();
    const again = await site.device({ place });
    expect(await again.documents.find()).toEqual([]);
    expect(again.status).toMatchObject({ waiting: 0, refused: 0, cursor: null });
    expect(again.deviceId).not.toBe(before);
  });

  test('[DV61] a log-out that was cut off half-way is finished at the next opening', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const cut = (): never => {
      throw storageErrorOf(new Error('the power is gone'));
    };
    const storage = wrappedStorage(
      place.storage(),
      (table, name) => ({
        write: async (write) => {
          if (name === 'records' && write.remove?.length) cut();
          await table.write(write);
        },
      }),
      cut,
    );
    const ann = await site.device({ place: { ...place, storage: () => storage } });
    await draftWithHazard(ann);
    await ann.sync();
    await draftWithHazard(ann);
    await expect(ann.logOut({ force: true })).rejects.toMatchObject({ name: 'StorageError' });
    await ann.close().catch(() => undefined);
    const again = await site.device({ place });
    expect(await again.documents.find()).toEqual([]);
    expect(again.status).toMatchObject({ waiting: 0, cursor: null });
  });

  test('[DV61] a forced log-out removes unsent work too', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    await draftWithHazard(ann);
    await ann.logOut({ force: true });
    const again = await site.device({ place });
    expect(again.status.waiting).toBe(0);
  });

  test('[DV62] log-out with an export completes only after the export is saved', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    await ann.sync();
    await draftWithHazard(ann);
    const full = async (): Promise<void> => Promise.reject(new Error('the stick is full'));
    await expect(ann.logOut({ export: passphrase, save: full })).rejects.toThrow('the stick is full');
    expect(ann.status.waiting).toBe(2);
    let saved = '';
    await ann.logOut({ export: passphrase, save: (text) => void (saved = text) });
    const tom = await site.device();
    expect(await tom.outbox.importUnsent(saved, passphrase)).toMatchObject({ taken: { length: 2 }, skipped: 0 });
    expect(await tom.sync()).toMatchObject({ pushed: 2, refused: 0 });
  });

  test('[DV63] log-out with `keep` leaves the outbox, and the next log-in delivers it', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const ann = await site.device({ place });
    const { hazardId } = await draftWithHazard(ann);
    await ann.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await ann.logOut({ keep: true });
    const again = await site.device({ place });
    expect(await again.documents.find()).toEqual([]);
    expect(again.status).toMatchObject({ waiting: 1, cursor: null });
    expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await again.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss', unsent: false });
  });

  test('[DV63] a log-out with `keep` that was cut off is finished at the next opening', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    let isCut = false;
    const storage = wrappedStorage(place.storage(), (table, name) => ({
      write: async (write) => {
        // The fence of a shared storage is written before the log-out begins.
        if (isCut && name === 'records' && write.remove?.length) throw storageErrorOf(new Error('the power is gone'));
        await table.write(write);
      },
    }));
    const ann = await site.device({ place: { ...place, storage: () => storage } });
    const { hazardId } = await draftWithHazard(ann);
    await ann.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    isCut = true;
    await expect(ann.logOut({ keep: true })).rejects.toMatchObject({ name: 'StorageError' });
    await ann.close();
    const again = await site.device({ place });
    expect(await again.documents.find()).toEqual([]);
    expect(again.status).toMatchObject({ waiting: 1, cursor: null });
    expect(await again.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await again.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss', unsent: false });
  });

  test('[DV64] revoking a token deletes nothing: the work waits, and log-out is still refused', async () => {
    await using site = await openSite(ground);
    const ann = await site.device({ token: 'rk_nobody' });
    await ann.documents.create({ title: 'Lift', document_type: 'rams' });
    await expect(ann.sync()).rejects.toMatchObject({ fault: 'unauthorised' });
    await expect(ann.logOut()).rejects.toMatchObject({ waiting: 1 });
    ann.useToken(site.adminToken);
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
  });
}

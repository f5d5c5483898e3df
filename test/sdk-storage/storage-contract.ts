/** What RxDB's own databases find on a storage (rules ST2 to ST7). */
import { filter, firstValueFrom, ReplaySubject } from 'rxjs';
import { expect, test } from 'vitest';
import { hazard, openSite, stored, type Place } from './site-database.ts';

/** Registers the contract's tests; `newPlace` gives each test an empty place of its own. */
export function storageContract(kind: string, newPlace: () => Place): void {
  test(`[ST2] ${kind}: inserts, patches, upserts and removals read back as written`, async () => {
    await using site = await openSite(newPlace());
    const first = await site.hazards.insert(hazard(1));
    await first.patch({ title: 'edge without a rail' });
    await site.hazards.bulkInsert([hazard(2), hazard(3)]);
    await site.hazards.bulkUpsert([hazard(3, 'third, again'), hazard(4)]);
    await site.hazards.findOne('h2').remove();
    await site.notes.insert({ id: 'n1', text: 'gate code changed' });

    const titles = (await site.hazards.find().exec()).map((found) => `${found.id} ${found.title}`);
    expect(titles.toSorted()).toEqual(['h1 edge without a rail', 'h3 third, again', 'h4 hazard 4']);
    expect((await site.hazards.findOne('h1').exec())?.toJSON()).toEqual(hazard(1, 'edge without a rail'));
    expect(await site.hazards.findOne('h2').exec()).toBeNull();
    expect(await site.notes.count().exec()).toBe(1);
  });

  test(`[ST3] ${kind}: a query sorted by an index returns the documents in order, by page`, async () => {
    await using site = await openSite(newPlace());
    await site.hazards.bulkInsert([30, 4, 200, 1, 5000, 77].map((severity) => hazard(severity)));
    const sort: { severity: 'asc' | 'desc' }[] = [{ severity: 'desc' }];
    const selector = { severity: { $gt: 1 } };
    const severities = async (skip: number): Promise<number[]> =>
      (await site.hazards.find({ selector, sort, skip, limit: 3 }).exec()).map((found) => found.severity);

    expect(await severities(0)).toEqual([5000, 200, 77]);
    expect(await severities(3)).toEqual([30, 4]);
  });

  test(`[ST4] ${kind}: a watched query reports each change once, and only those it selects`, async () => {
    await using site = await openSite(newPlace());
    const seen: string[] = [];
    const latest = new ReplaySubject<string>(1);
    const watching = site.hazards
      .find({ selector: { severity: { $gte: 10 } }, sort: [{ severity: 'asc' }] })
      .$.subscribe((found) => {
        const titles = found.map((each) => each.title).join();
        seen.push(titles);
        latest.next(titles);
      });
    const shows = (titles: string): Promise<string> => firstValueFrom(latest.pipe(filter((shown) => shown === titles)));

    await shows('');
    const eleventh = await site.hazards.insert(hazard(11));
    await shows('hazard 11');
    await site.hazards.insert(hazard(9));
    const renamed = await eleventh.patch({ title: 'open trench' });
    await shows('open trench');
    await renamed.remove();
    await shows('');
    expect(seen).toEqual(['', 'hazard 11', 'open trench', '']);
    watching.unsubscribe();
  });

  test(`[ST5] ${kind}: a closed database reopens with the same documents and tombstones`, async () => {
    const place = newPlace();
    const before = await openSite(place);
    await before.hazards.bulkInsert(Array.from({ length: 100 }, (_, number) => hazard(number)));
    await before.hazards.findOne('h7').patch({ title: 'seven' });
    await before.hazards.findOne('h8').remove();
    const ids = Array.from({ length: 100 }, (_, number) => `h${number}`);
    const written = await stored(before.hazards, ids);
    const token = await before.storageToken;
    await before.close();

    await using after = await openSite(place);
    expect(Object.keys(written)).toHaveLength(100);
    expect(written['h8']?._deleted).toBe(true);
    expect(await stored(after.hazards, ids)).toEqual(written);
    expect(await after.storageToken).toBe(token);
    expect(await after.hazards.count().exec()).toBe(99);
    expect(
      (await after.hazards.find({ sort: [{ severity: 'asc' }], skip: 6, limit: 2 }).exec()).map((each) => each.title),
    ).toEqual(['hazard 6', 'seven']);
  });

  test(`[ST6] ${kind}: a bulk write refuses a stale row and keeps its neighbours`, async () => {
    const place = newPlace();
    const before = await openSite(place);
    await before.hazards.insert(hazard(1));
    const result = await before.hazards.bulkInsert([hazard(1, 'a second first'), hazard(2)]);

    expect(result.error.map((error) => [error.documentId, error.status])).toEqual([['h1', 409]]);
    const written = await stored(before.hazards, ['h1', 'h2']);
    await before.close();
    await using after = await openSite(place);
    expect(await stored(after.hazards, ['h1', 'h2'])).toEqual(written);
    expect(written['h1']?.title).toBe('hazard 1');
  });

  test(`[ST7] ${kind}: deleted tombstones and removed collections do not come back`, async () => {
    const place = newPlace();
    const before = await openSite(place);
    await before.hazards.bulkInsert([hazard(1), hazard(2)]);
    await before.notes.insert({ id: 'n1', text: 'gate code changed' });
    await before.hazards.findOne('h1').remove();
    await before.hazards.storageInstance.cleanup(0);
    await before.notes.remove();
    await before.close();

    await using after = await openSite(place);
    expect(Object.keys(await stored(after.hazards, ['h1', 'h2']))).toEqual(['h2']);
    expect(await stored(after.notes, ['n1'])).toEqual({});
  });
}

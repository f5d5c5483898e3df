/** Changes received by the stream, its faults, and the fallback where there is no stream (contract, Devices). */
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import type { StreamSocket } from '../../../client-sdk/index.ts';
import { shownBy } from '../../kit/shown-by.ts';
import { fillable } from '../support/fillable.ts';
import { empties, inStep, isSent, liveDay, openWire, patience, shows } from '../support/live-day.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground } from './site.ts';

export function live(ground: Ground): void {
  test('[DV55] a change arrives by the stream, without a pull', async () => {
    await using site = await openSite(ground);
    const { tom, ann, wire, hazardId, change } = await liveDay(site);
    const before = wire.pulls$.value;
    for (const name of ['Falling beam', 'Falling glass']) await change(name);
    await tom.hazards.remove(hazardId);
    await tom.sync();
    await firstValueFrom(
      ann.hazards.watch().pipe(
        filter((list) => list.length === 0),
        patience,
      ),
    );
    expect(wire.pulls$.value).toBe(before);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test.each(['lost', 'doubled', 'late', 'garbled'] as const)(
    '[DV56] stream frames that are %s do no harm: the replica converges',
    async (fault) => {
      await using site = await openSite(ground);
      const tom = await site.device();
      const { documentId, hazardId } = await draftWithHazard(tom);
      await tom.sync();
      const wire = openWire();
      const ann = await site.device({
        autoSync: true,
        fetch: wire.fetch,
        WebSocket: wire.WebSocket,
      });
      await inStep(ann, wire);
      const held: unknown[] = [];
      let met = 0;
      wire.onPage = (data, deliver) => {
        met++;
        if (fault === 'doubled') [data, data].forEach(deliver);
        else if (fault === 'garbled') deliver(String(data).replace('"op":"put"', '"op":"put","body":7'));
        else if (fault === 'lost' && met % 2 === 1) return;
        else if (fault === 'late' && met % 2 === 1) held.push(data);
        else [data, ...held.splice(0)].forEach(deliver);
      };
      for (let i = 1; i <= 6; i++) {
        const name = `Falling load ${i}`;
        await tom.hazards.patch(hazardId, { name });
        await tom.hazards.create({ document_id: documentId, name: `Another ${i}` });
        await tom.sync();
        // A lost or late frame is only noticed when the next one arrives.
        if (i % 2 === 0 || fault === 'doubled' || fault === 'garbled') await shows(ann, name);
      }
      await tom.sync();
      await ann.sync();
      expect(met).toBeGreaterThan(0);
      expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
      expect(await ann.verify()).toBe(true);
    },
  );

  test('[DV120] a live change shows once it is stored, and never before', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'records');
    const { tom, ann, wire, hazardId, last } = await liveDay(site, { place, filling });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    await inStep(ann, wire);
    filling.held = held;
    filling.onWrite = reach;
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await tom.sync();
    await reached;
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: last() });
    release();
    await shows(ann, 'Falling beam');
    await ann.close();
    const again = await site.device({ place, ...nowhere });
    expect(await shownBy(again)).toEqual(await site.server.recordsOf(null));
    expect(again.status.cursor).toBe(wire.told$.value);
  });

  test('[DV121] a live change that cannot be stored arrives again when there is room', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'records');
    const { tom, ann, hazardId, last } = await liveDay(site, { place, filling });
    await ann.sync();
    filling.fault = Object.assign(new Error('write'), { code: 'ENOSPC' });
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await tom.sync();
    await firstValueFrom(
      ann.status$.pipe(
        filter(({ storage, online }) => storage === 'full' && !online),
        patience,
      ),
    );
    await shows(ann, last());
    filling.fault = undefined;
    await ann.sync();
    await shows(ann, 'Falling beam');
    expect(ann.status).toMatchObject({ storage: 'ok', online: true });
    expect(await ann.verify()).toBe(true);
  });

  test.each(['answer', 'stream'] as const)(
    '[DV127] an edit on a live device returns by the stream without a pull (%s first)',
    async (first) => {
      await using site = await openSite(ground);
      const { ann, wire, hazardId } = await liveDay(site);
      const pulls = wire.pulls$.value;
      const { promise: came, resolve: come } = Promise.withResolvers<void>();
      if (first === 'stream') wire.held = came;
      wire.onPage = (data, deliver) => (deliver(data), come());
      await ann.hazards.patch(hazardId, { name: 'Falling glass' });
      await empties(ann);
      expect(wire.pulls$.value).toBe(pulls);
      expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling glass', unsent: false });
      expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
      expect(await ann.verify()).toBe(true);
    },
  );

  test('[DV128] if an edit’s effect does not arrive by the stream, the device pulls it', async () => {
    await using site = await openSite(ground);
    const { ann, wire, hazardId } = await liveDay(site);
    const pulls = wire.pulls$.value;
    wire.onPage = () => undefined;
    await ann.hazards.patch(hazardId, { name: 'Falling glass' });
    await empties(ann);
    expect(wire.pulls$.value).toBeGreaterThan(pulls);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV133] if no effect arrives by the stream, the device pulls it while edits go on', async () => {
    await using site = await openSite(ground);
    const { ann, wire, hazardId } = await liveDay(site);
    const pulls = wire.pulls$.value;
    wire.onPage = () => undefined;
    // Long before the next scheduled sync.
    for (let i = 1; wire.pulls$.value === pulls && i <= 500; i++) {
      await ann.hazards.patch(hazardId, { name: `Falling glass ${i}` });
      await isSent(ann);
    }
    expect(wire.pulls$.value).toBeGreaterThan(pulls);
    await empties(ann);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV129] an edit stays in the outbox until its effect is stored', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'records');
    const { ann, wire, hazardId } = await liveDay(site, { place, filling });
    await ann.sync();
    wire.onPage = (data, deliver) => {
      filling.fault = Object.assign(new Error('write'), { code: 'ENOSPC' });
      deliver(data);
    };
    await ann.hazards.patch(hazardId, { name: 'Falling glass' });
    await firstValueFrom(
      ann.status$.pipe(
        filter(({ storage, online }) => storage === 'full' && !online),
        patience,
      ),
    );
    expect(await ann.outbox.list()).toMatchObject([{ state: 'acked', record_id: hazardId }]);
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling glass' });
    wire.onPage = (data, deliver) => deliver(data);
    filling.fault = undefined;
    await ann.sync();
    expect(await ann.outbox.list()).toEqual([]);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV130] a local edit never reverts, whatever the stream brings before its effect', async () => {
    await using site = await openSite(ground);
    const { tom, ann, wire, documentId, hazardId, last } = await liveDay(site);
    const names = new BehaviorSubject<readonly (string | undefined)[]>([]);
    const watching = ann.hazards
      .watch({ document_id: documentId })
      .subscribe((list) => names.next([...names.value, list.find(({ id }) => id === hazardId)?.name]));
    const held$ = new BehaviorSubject<readonly (() => void)[]>([]);
    wire.onPage = (data, deliver) => held$.next([...held$.value, () => deliver(data)]);
    const frames = (count: number) =>
      firstValueFrom(
        held$.pipe(
          filter(({ length }) => length >= count),
          patience,
        ),
      );
    await tom.hazards.create({ document_id: documentId, name: 'Dust' });
    await tom.sync();
    await frames(1);
    await ann.hazards.patch(hazardId, { name: 'Falling glass' });
    await frames(2);
    wire.onPage = () => undefined;
    held$.value[0]?.();
    await empties(ann);
    watching.unsubscribe();
    expect([...new Set(names.value)]).toEqual([last(), 'Falling glass']);
    expect(names.value.lastIndexOf(last())).toBeLessThan(names.value.indexOf('Falling glass'));
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV57] a local change settles as usual while others’ changes arrive by the stream', async () => {
    await using site = await openSite(ground);
    const wire = openWire();
    const tom = await site.device();
    const ann = await site.device({ autoSync: true, fetch: wire.fetch, WebSocket: wire.WebSocket });
    const documentId = await tom.documents.create({ title: 'Glulam lift', document_type: 'rams' });
    await tom.sync();
    await firstValueFrom(
      ann.documents.watch().pipe(
        filter((list) => list.length === 1),
        patience,
      ),
    );
    for (let i = 0; i < 5; i++) {
      await ann.hazards.create({ document_id: documentId, name: `Of Ann ${i}` });
      await tom.hazards.create({ document_id: documentId, name: `Of Tom ${i}` });
      await tom.sync();
    }
    const all = ann.hazards.watch().pipe(
      filter((list) => list.length === 10 && list.every(({ unsent, rev }) => !unsent && rev > 0)),
      patience,
    );
    expect(await firstValueFrom(all)).toHaveLength(10);
    const empty = ann.status$.pipe(
      filter(({ waiting, phase }) => waiting === 0 && phase === 'idle'),
      patience,
    );
    expect(await firstValueFrom(empty)).toMatchObject({ refused: 0, problem: null });
  });

  test('[DV58] without a WebSocket, changes arrive by long polling', async () => {
    await using site = await openSite(ground);
    /** A proxy that blocks WebSocket upgrades. */
    class Blocked implements StreamSocket {
      addEventListener(type: string, listener: (event: object) => void): void {
        if (type === 'close') queueMicrotask(() => listener({}));
      }
      send(): void {
        throw new Error('not open');
      }
      close(): void {}
    }
    const waits$ = new BehaviorSubject(0);
    const tom = await site.device();
    const documentId = await tom.documents.create({ title: 'Glulam lift', document_type: 'rams' });
    await tom.sync();
    const ann = await site.device({
      autoSync: true,
      WebSocket: Blocked,
      fetch: (input, init) => {
        if (String(init?.body).includes('"wait_ms":')) waits$.next(waits$.value + 1);
        return fetch(input, init);
      },
    });
    await firstValueFrom(
      waits$.pipe(
        filter((waits) => waits > 0),
        patience,
      ),
    );
    for (const name of ['Falling load', 'Falling beam']) {
      await tom.hazards.create({ document_id: documentId, name });
      await tom.sync();
      await shows(ann, name);
    }
    expect(ann.status.online).toBe(true);
  });
}

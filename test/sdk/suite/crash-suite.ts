/** Rows and cursor never disagree: rows stored without their cursor are read again. */
import { expect, test } from 'vitest';
import { breaking } from '../support/breaking.ts';
import { heldReading } from '../support/held-reading.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

/** Envelope fields of an operation in a page that the test writes itself. */
const envelope = {
  op: 'put',
  rev: 9,
  project_id: null,
  created_at: '',
  updated_at: '',
  created_by: '',
  updated_by: '',
};

export function crash(ground: Ground): void {
  test.each(['records', 'journal'] as const)(
    '[DV34] a power loss before the %s are stored only repeats one page',
    async (collection) => {
      await using site = await openSite(ground);
      const tom = await site.device();
      const { hazardId } = await draftWithHazard(tom);
      await tom.sync();
      const place = site.newPlace();
      const power = breaking(place.storage());
      const ann = await site.device({ place: { ...place, storage: () => power.storage } });
      await ann.sync();
      const { cursor } = ann.status;
      await tom.hazards.patch(hazardId, { name: 'Falling beam' });
      await tom.sync();
      power.break(collection);
      await expect(ann.sync()).rejects.toMatchObject({ fault: 'device' });
      expect(ann.status).toMatchObject({ cursor, online: false });
      await ann.close();

      const again = await site.device({ place });
      expect(again.status.cursor).toBe(cursor);
      await again.sync();
      expect(await again.hazards.find()).toEqual(await tom.hazards.find());
    },
  );

  test('[DV36] a read during a sync sees the state before or after, with local changes', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const reading = heldReading(place.storage());
    const device = await site.device({ place: { ...place, storage: () => reading.storage } });
    const { documentId } = await draftWithHazard(device);
    await device.sync();
    await device.documents.patch(documentId, { title: 'Truss lift' });
    const release = reading.hold();
    const slow = device.documents.get(documentId);
    await reading.begun;
    await device.sync();
    release();
    expect(await slow).toMatchObject({ title: 'Truss lift' });
  });

  test('[DV37] with half of the feed received, a record shows others’ newer changes', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    const { documentId, hazardId } = await draftWithHazard(device);
    await device.sync();
    await device.hazards.patch(hazardId, { severity_before: 4 });
    const ops = [
      {
        ...envelope,
        kind: 'hazard',
        id: hazardId,
        seq: 99,
        document_id: documentId,
        body: { document_id: documentId, name: 'Falling load', severity_before: 2 },
      },
    ];
    let pulls = 0;
    gateway.interfere = ({ door }) => {
      if (door !== 'pull') return undefined;
      if (++pulls > 1) return { status: 503, body: '' };
      const page = {
        cursor: 'c',
        more: true,
        schema: 1,
        seq: 99,
        server_time: '2026-11-21T09:00:00Z',
        ops,
      };
      return { status: 200, type: 'application/json', body: JSON.stringify(page) };
    };
    await expect(device.sync()).rejects.toMatchObject({ fault: 'busy' });
    expect(await device.outbox.list()).toMatchObject([{ state: 'acked' }]);
    expect(await device.hazards.get(hazardId)).toMatchObject({ severity_before: 2, rev: 9 });
  });

  test('[DV35] unknown data from a newer server is skipped without harm', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    const { hazardId } = await draftWithHazard(device);
    await device.sync();
    const ops = [
      {
        ...envelope,
        kind: 'drone_flight',
        id: crypto.randomUUID(),
        seq: 98,
        document_id: null,
        body: { height_m: 40 },
      },
      { op: 'rename', from: 'a', to: 'b' },
      {
        ...envelope,
        kind: 'hazard',
        id: hazardId,
        seq: 99,
        document_id: null,
        body: { name: 'Falling load', aura: 'bad' },
        signed: true,
      },
    ];
    gateway.interfere = ({ door }) => {
      if (door !== 'pull') return undefined;
      const page = {
        cursor: 'c',
        more: false,
        schema: 1,
        seq: 99,
        server_time: '2026-11-21T09:00:00Z',
        ops,
        hint: 1,
      };
      return { status: 200, type: 'application/json', body: JSON.stringify(page) };
    };
    expect(await device.sync()).toMatchObject({ pulled: 3 });
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling load', aura: 'bad', rev: 9 });
  });
}

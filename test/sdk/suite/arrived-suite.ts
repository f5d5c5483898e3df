/** What a device can say of each change: that it is being sent, that it arrived and when, and what went on without one that was refused. */
import { firstValueFrom, filter } from 'rxjs';
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

const dayMs = 86_400_000;
const today = (site: Site): string => new Date(site.now() - 60_000).toISOString();

function arrivedOf(device: Device, since: string) {
  return firstValueFrom(device.outbox.watchArrived(since));
}

export function arrived(ground: Ground): void {
  test('[WB677] a change has arrived once the feed brought it, with its time and its number', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const device = await site.device({ place, through: gateway });
    await device.sync();
    const since = today(site);
    const { documentId, hazardId } = await draftWithHazard(device);
    gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'busy' });
    // The server has answered, and its effect has not come.
    expect(await arrivedOf(device, since)).toEqual({ items: [], latest: null });
    gateway.interfere = undefined;
    await site.advance(60_000);
    const at = new Date(site.now()).toISOString();
    await device.sync();
    const listed = await arrivedOf(device, since);
    expect(listed.items).toMatchObject([
      { op: 'create', kind: 'hazard', record_id: hazardId, mine: { name: 'Falling load' }, arrived_at: at },
      { op: 'create', kind: 'document', record_id: documentId, action: null, arrived_at: at },
    ]);
    expect(listed.latest).toBe(listed.items[0]?.id);
    const [number = 0, before = 0] = listed.items.map(({ seq }) => seq);
    expect(number).toBeGreaterThan(before);
    expect(before).toBeGreaterThan(0);
    await device.close();
    const again = await site.device({ place, through: gateway });
    expect(await arrivedOf(again, since)).toEqual(listed);
    // The next day they are not of today any more; that something went on is still known.
    expect(await arrivedOf(again, new Date(site.now() + 1).toISOString())).toEqual({
      items: [],
      latest: listed.latest,
    });
  });

  test('[DV239] work that waited for weeks is listed once it arrives, by when it does', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const device = await site.device({ place });
    await device.sync();
    const { documentId, hazardId } = await draftWithHazard(device);
    await site.advance(40 * dayMs);
    const since = today(site);
    await device.sync();
    const listed = await arrivedOf(device, since);
    const at = new Date(site.now()).toISOString();
    expect(listed.items).toMatchObject([
      { kind: 'hazard', record_id: hazardId, arrived_at: at },
      { kind: 'document', record_id: documentId, arrived_at: at },
    ]);
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    await device.sync();
    await device.close();
    const again = await site.device({ place });
    expect((await arrivedOf(again, since)).items.map(({ op }) => op)).toEqual(['patch', 'create', 'create']);
    await site.advance(dayMs);
    expect((await arrivedOf(again, today(site))).items).toEqual([]);
  });

  test('[DV237] what a restored server was given back has arrived again', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    await device.sync();
    const since = today(site);
    await site.server.backUp();
    const { documentId, hazardId } = await draftWithHazard(device);
    await device.sync();
    const before = await arrivedOf(device, since);
    expect(before.items).toHaveLength(2);
    await site.restart('restore');
    await device.sync();
    const after = await arrivedOf(device, since);
    expect(after.items).toMatchObject([
      { op: 'create', kind: 'hazard', record_id: hazardId, seq: expect.any(Number) },
      { op: 'create', kind: 'document', record_id: documentId, seq: expect.any(Number) },
    ]);
    expect(after.items.every(({ seq }) => seq > 0)).toBe(true);
    expect(after.latest).toBe(before.latest);
    expect(await device.outbox.list()).toEqual([]);
  });

  test('[WB678] a change is being sent from when its batch goes until it is answered', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    await device.sync();
    await draftWithHazard(device);
    const sending = firstValueFrom(
      device.outbox.watch().pipe(filter((items) => items.length > 0 && items.every(({ isSending }) => isSending))),
    );
    expect((await device.outbox.list()).map(({ isSending }) => isSending)).toEqual([false, false]);
    gateway.interfere = ({ door }) => (door === 'push' ? { status: 503, body: '' } : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'busy' });
    expect(await sending).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
    expect((await device.outbox.list()).map(({ isSending }) => isSending)).toEqual([false, false]);
  });
}

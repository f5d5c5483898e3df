/** Clocks of devices that are wrong, or put right: what is dated, taken and evicted by them. */
import { expect, test } from 'vitest';
import { ink } from '../support/ink.ts';
import { approvedDocument } from '../support/site-day.ts';
import { nowhere, openSite, type Ground } from './site.ts';

const day = 86_400_000;

export function clocks(ground: Ground): void {
  test('[DV11] a clock two days off changes no merge, and its offset is measured and recorded', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ now: () => site.now() + 2 * day });
    const { documentId } = await approvedDocument(device);
    expect(device.status.clockOffsetMs).toBe(2 * day);
    const id = await device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await device.sync();
    const { capture, flags } = (await device.signoffs.get(id)) ?? {};
    expect(capture).toMatchObject({
      captured_at_device: '2026-11-23T09:00:00.000Z',
      captured_at_corrected: '2026-11-21T09:00:00.000Z',
      device_clock_offset_ms: 2 * day,
      clock_confidence: 'server_synced',
      offline: false,
    });
    expect(flags).toEqual([]);
  });

  test('[DV225] a clock set back while the app was closed is not trusted, and its work is taken', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const year = 365 * day;
    const office = await site.device();
    const { documentId, hazardId } = await approvedDocument(office);
    await office.sync();
    const ahead = await site.device({ place, now: () => site.now() + year });
    await ahead.sync();
    await ahead.close();
    const behind = await site.device({ place, now: () => site.now() - 2 * year, ...nowhere });
    const signed = await behind.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await behind.act('document', documentId, 'revise');
    await behind.hazards.patch(hazardId, { name: 'Falling truss' });
    await behind.close();
    await (await site.device({ place, now: () => site.now() + 2 * year, ...nowhere })).close();
    const later = await site.device({ place, now: () => site.now() + 2 * year, ...nowhere });
    const again = await later.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
    await later.close();
    const online = await site.device({ place });
    expect(await online.sync()).toMatchObject({ pushed: 4, refused: 0 });
    for (const id of [signed, again])
      expect(await online.signoffs.get(id)).toMatchObject({
        capture: { captured_at_corrected: null, device_clock_offset_ms: null },
      });
  });

  test('[DV226] by a clock that the server has not confirmed in this run, nothing is evicted', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const keep = { signoffDays: 30 };
    const first = await site.device({ place, keep });
    const { documentId } = await approvedDocument(first);
    await first.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    await first.sync();
    await first.close();
    const ahead = await site.device({ place, keep, now: () => site.now() + 60 * day });
    expect(await ahead.evict()).toBe(0);
    await ahead.sync();
    expect(await ahead.evict()).toBe(0);
    expect(await ahead.signoffs.find()).toHaveLength(1);
    await site.advance(31 * day);
    expect(await ahead.evict()).toBe(1);
  });
}

/** A tablet without signal acts on a permit as it last saw it; what the office did there meanwhile is not changed unseen. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/base/json.ts';
import { openSite, type Ground, type Site } from './site.ts';

const issuer = { name: 'Sinéad Gallagher' };
const [ann, bob, carl] = [{ name: 'Ann Lee' }, { name: 'Bob Orr' }, { name: 'Carl Roy' }];
const minute = 60_000;

/** One that is open, as tablet and server have it, and what the office does with it. */
async function openPermit(site: Site) {
  const tablet = await site.device();
  const { permits } = tablet;
  const times = { valid_from: '2026-11-21T09:00:00Z', valid_to: '2026-11-21T15:00:00Z' };
  const id = await permits.create({ permit_type: 'hot_work', ...times });
  await permits.request(id);
  await permits.authorise(id, { by: issuer });
  await permits.accept(id, { by: ann });
  await permits.open(id, { by: issuer });
  const office = async (action: string, body: JsonObject): Promise<void> => {
    await site.advance(minute);
    await site.server.api('POST', `/api/v1/permits/${id}/${action}`, body);
    await site.advance(minute);
  };
  /** Sends what the tablet did. Its last act is refused, and it shows what the office has. */
  const isRefused = async (detail: string): Promise<void> => {
    expect(await tablet.sync()).toMatchObject({ refused: 1 });
    expect(await permits.get(id)).toMatchObject({
      refused: { code: 'conflict', detail: expect.stringContaining(detail) },
    });
  };
  return { tablet, permits, id, office, isRefused };
}

export function permitsSeen(ground: Ground): void {
  test('[PW39] work goes on only from the stop that was seen', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office, isRefused } = await openPermit(site);
    await permits.suspend(id, { by: ann, reason: 'Rain' });
    await tablet.sync();
    await office('resume', { by: issuer, revalidated_checks: ['dry'] });
    await office('suspend', { by: issuer, reason: 'Gas smelt in the duct' });
    await permits.resume(id, { by: issuer, revalidated_checks: ['dry'] });
    await isRefused('Gas smelt in the duct');
    expect(await permits.get(id)).toMatchObject({ state: 'suspended' });
    await permits.resume(id, { by: issuer, revalidated_checks: ['no gas'] });
    await tablet.sync();
    expect(await permits.get(id)).toMatchObject({ state: 'open' });
  });

  test('[PW39] a stop of the office is not lifted with one that the tablet made after it', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office, isRefused } = await openPermit(site);
    await tablet.sync();
    await office('suspend', { by: issuer, reason: 'Gas smelt in the duct' });
    await permits.suspend(id, { by: ann, reason: 'Wind' });
    await permits.resume(id, { by: issuer, revalidated_checks: ['calm'] });
    await isRefused('Gas smelt in the duct');
    expect(await permits.get(id)).toMatchObject({ state: 'suspended' });
    await permits.resume(id, { by: issuer, revalidated_checks: ['calm', 'no gas'] });
    await tablet.sync();
    expect(await permits.get(id)).toMatchObject({ state: 'open' });
  });

  test('[PW39] gas that a tablet measured stops work that the office had stopped for rain', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office } = await openPermit(site);
    await tablet.sync();
    await office('suspend', { by: issuer, reason: 'Rain' });
    await permits.recordGasTest(id, { by: ann, o2_percent: 15 });
    await tablet.sync();
    const stops = (await permits.get(id))?.suspensions.filter(({ resumed_at: at }) => !at);
    expect(stops?.map(({ reason }) => reason)).toEqual(['Rain', 'Gas outside the limits: oxygen 15 %']);
  });

  test('[PW39] a permit is handed over only by whom the tablet saw as its holder', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office, isRefused } = await openPermit(site);
    await tablet.sync();
    await office('hand-over', { by: ann, to: carl });
    await permits.handOver(id, { by: ann, from: ann, to: bob });
    await isRefused('Carl Roy');
    expect((await permits.get(id))?.holder).toMatchObject(carl);
  });

  test('[PW39] a system that was isolated again is not put back in service unseen', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office, isRefused } = await openPermit(site);
    await permits.recordIsolation(id, { system: 'Pump 1', by: ann });
    await tablet.sync();
    const isolated_at = (await permits.get(id))?.isolations[0]?.isolated_at ?? '';
    await office('reinstate-isolation', { system: 'Pump 1' });
    await office('record-isolation', { system: 'Pump 1', by: carl });
    await permits.reinstateIsolation(id, { system: 'Pump 1', isolated_at, by: ann });
    await isRefused('That isolation has ended');
    expect((await permits.get(id))?.isolations.at(-1)).toMatchObject({ reinstated_at: null });
  });

  test('[PW39] a tablet ends the fire watch that it saw, and not the next one', async () => {
    await using site = await openSite(ground);
    const { tablet, permits, id, office, isRefused } = await openPermit(site);
    await permits.workComplete(id, { by: ann });
    await permits.startFireWatch(id, { by: ann, fire_watcher: ann });
    await tablet.sync();
    await office('end-fire-watch', { by: ann });
    await office('start-fire-watch', { by: bob, fire_watcher: bob });
    await permits.endFireWatch(id, { by: ann });
    await isRefused('That fire watch has ended');
    expect((await permits.get(id))?.fire_watch).toMatchObject({ fire_watcher: bob, ended_at: null });
    await permits.endFireWatch(id, { by: bob });
    await tablet.sync();
    expect((await permits.get(id))?.fire_watch?.ended_at).toBeTruthy();
  });
}

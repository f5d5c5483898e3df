/** The answers to a push are stored in one row beside the commands, for as long as those exist and the answers are valid. */
import { expect, test } from 'vitest';
import type { Place } from '../../kit/places.ts';
import { journalRows } from '../support/journal-rows.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground, type Site } from './site.ts';

export function answers(ground: Ground): void {
  test('[DV135] an answered push rewrites no command, and a restarted app knows its answers', async () => {
    await using site = await openSite(ground);
    const place = await answeredPlace(site);
    const rows = await journalRows(place);
    expect(kindsOf(rows)).toEqual(['command', 'command', 'push-answer', 'state']);
    expect([...rows.values()].map((row) => row['state'])).toEqual(['queued', 'queued', undefined, undefined]);

    const again = await site.device({ place });
    expect(again.status.waiting).toBe(0);
    expect(await again.outbox.list()).toMatchObject([{ state: 'acked' }, { state: 'acked' }]);
    expect(await again.sync()).toMatchObject({ pushed: 0 });
    await again.close();
    expect(kindsOf(await journalRows(place))).toEqual(['answered', 'answered', 'state']);
  });

  test('[DV135] after a partly refused push, each command keeps its own answer', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const office = await site.device();
    const [locked, open] = [await draftWithHazard(office), await draftWithHazard(office)];
    await office.sync();
    const tom = await site.device({ place, through: gateway });
    await tom.sync();
    await office.submitForReview(locked.documentId);
    await office.sync();
    await tom.hazards.patch(locked.hazardId, { name: 'Falling truss' });
    await tom.hazards.patch(open.hazardId, { name: 'Falling slab' });
    holdPulls(gateway);
    await expect(tom.sync()).rejects.toMatchObject({ fault: 'busy' });
    const said = await tom.outbox.list();
    expect(said.map(({ state }) => state)).toEqual(['refused', 'acked']);
    await tom.close();
    const again = await site.device({ place });
    expect(await again.outbox.list()).toEqual(said);
    await again.sync();
    expect(await again.outbox.list()).toMatchObject([{ state: 'refused', record_id: locked.hazardId }]);
    await again.close();
    expect(kindsOf(await journalRows(place))).toEqual(['answered', 'command', 'state']);
  });

  test('[DV160] after a restore, answers survive an offline restart and nothing is doubled', async () => {
    await using site = await openSite(ground);
    const place = await answeredPlace(site);
    await site.server.backUp();
    await site.restart('restore');
    const gateway = await site.gateway();
    holdPulls(gateway);
    const tablet = await site.device({ place, through: gateway });
    await expect(tablet.sync()).rejects.toMatchObject({ fault: 'busy' });
    await tablet.close();
    const offline = await site.device({ place, ...nowhere });
    expect(offline.status).toMatchObject({ waiting: 0, refused: 0 });
    expect(await offline.outbox.list()).toMatchObject([{ state: 'acked' }, { state: 'acked' }]);
    await offline.close();
    const again = await site.device({ place });
    expect(await again.sync()).toMatchObject({ refused: 0 });
    expect(await again.hazards.find()).toMatchObject([{ name: 'Falling load', unsent: false }]);
    expect(await again.outbox.list()).toEqual([]);
  });
}

/** A replica whose two commands were answered before the connection broke, and whose effects were not pulled. */
async function answeredPlace(site: Site): Promise<Place> {
  const gateway = await site.gateway();
  const place = site.newPlace();
  const device = await site.device({ place, through: gateway });
  await device.sync();
  await draftWithHazard(device);
  holdPulls(gateway);
  await expect(device.sync()).rejects.toMatchObject({ fault: 'busy' });
  await device.close();
  return place;
}

function holdPulls(gateway: Awaited<ReturnType<Site['gateway']>>): void {
  gateway.interfere = ({ door }) => (door === 'pull' ? { status: 503, body: '' } : undefined);
}

/** Of the keys, without the ids. */
function kindsOf(rows: ReadonlyMap<string, unknown>): string[] {
  return [...rows.keys()].map((key) => /^[a-z-]*[a-z](?=-[0-9a-f]{8}-|$)/.exec(key)?.[0] ?? key);
}

/** The projects that a device’s token reaches, as reported by the server (contract, Devices). */
import { expect, test } from 'vitest';
import { journalRows } from '../support/journal-rows.ts';
import { nowhere, openSite, type Ground } from './site.ts';

/** Counts the device's hellos. */
function countingFetch(): { readonly fetch: typeof fetch; hellos: number } {
  const counting = {
    hellos: 0,
    fetch: (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      if (String(input).endsWith('/sync/hello')) counting.hellos++;
      return fetch(input, init);
    },
  };
  return counting;
}

export function grantsKnown(ground: Ground): void {
  test('[DV86] a device knows its token’s projects, also offline, and learns of changes', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const a = await office.projects.create({ name: 'Harrow Lane' });
    const b = await office.projects.create({ name: 'Mill Road' });
    expect(office.status.grants).toBe(undefined);
    await office.sync();
    expect(office.status.grants).toBe(null);

    const { token, limitTo } = await site.limitedToken([a]);
    const place = site.newPlace();
    const net = countingFetch();
    const first = await site.device({ place, token, fetch: net.fetch });
    await first.sync();
    await first.sync();
    expect([first.status.grants, net.hellos]).toEqual([[a], 1]);
    for (const grants of [[a, b].toSorted(), [b], null, [a], []]) {
      await limitTo(grants);
      await first.sync();
      expect(first.status.grants).toEqual(grants);
      const { hellos } = net;
      await first.sync();
      expect(net.hellos).toBe(hellos);
    }
    await limitTo([b]);
    await first.sync();
    await first.close();
    const offline = await site.device({ place, token, ...nowhere });
    expect(offline.status.grants).toEqual([b]);
  });

  test('[DV86] another token may have other projects, and a kept outbox names none', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const a = await office.projects.create({ name: 'Harrow Lane' });
    await office.sync();
    const { token } = await site.limitedToken([a]);
    const place = site.newPlace();
    const device = await site.device({ place, token });
    await device.sync();
    device.useToken(site.adminToken);
    await device.sync();
    expect(device.status.grants).toBe(null);
    await device.logOut({ keep: true });
    const next = await site.device({ place, token });
    expect(next.status.grants).toBe(undefined);
    await next.sync();
    expect(next.status.grants).toEqual([a]);
  });

  test('[DV215] of a lost project only work made here stays, and no view or export has it', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const [lost, left] = [
      await office.projects.create({ name: 'Lost' }),
      await office.projects.create({ name: 'Left' }),
    ];
    await office.documents.create({ title: 'By others', document_type: 'rams', project_id: lost });
    await office.sync();
    const place = site.newPlace();
    const { token, limitTo } = await site.limitedToken([lost, left]);
    const tablet = await site.device({ token, place });
    await tablet.sync();
    await tablet.documents.create({ title: 'Made here', document_type: 'rams', project_id: lost });
    await tablet.sync();
    await limitTo([left]);
    await tablet.sync();
    expect(await tablet.documents.find()).toEqual([]);
    expect(await tablet.outbox.exportUnsent()).not.toContain('Made here');
    await tablet.close();
    const rows = JSON.stringify([...(await journalRows(place))]);
    expect([rows.includes('Made here'), rows.includes('By others')]).toEqual([true, false]);
    const again = await site.device({ token, place });
    await again.logOut({ keep: true });
    expect(JSON.stringify([...(await journalRows(place))])).not.toContain('Made here');
  });
}

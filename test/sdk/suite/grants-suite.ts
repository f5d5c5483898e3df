/** What of the organisation a device’s token reaches, as the server says it (contract, Devices). */
import { expect, test } from 'vitest';
import { nowhere, openSite, type Ground } from './site.ts';

/** Every greeting of a device is counted; an older server says nothing of grants. */
function watchedFetch(): { readonly fetch: typeof fetch; greetings: number; isOlder: boolean } {
  const watched = {
    greetings: 0,
    isOlder: false,
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const answer = await fetch(input, init);
      if (!String(input).endsWith('/sync/hello')) return answer;
      watched.greetings++;
      if (!watched.isOlder) return answer;
      const { grants: _, ...reply } = (await answer.json()) as Readonly<Record<string, unknown>>;
      return Response.json(reply);
    },
  };
  return watched;
}

export function grantsKnown(ground: Ground): void {
  test('[DV86] a device says which projects its token reaches, also offline, and hears of changes with its next exchange', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const a = await office.projects.create({ name: 'Harrow Lane' });
    const b = await office.projects.create({ name: 'Mill Road' });
    expect(office.status.grants).toBe(undefined);
    await office.sync();
    expect(office.status.grants).toBe(null);

    const { token, limitTo } = await site.limitedToken([a]);
    const place = site.newPlace();
    const net = watchedFetch();
    const first = await site.device({ place, token, fetch: net.fetch });
    await first.sync();
    await first.sync();
    expect([first.status.grants, net.greetings]).toEqual([[a], 1]);
    for (const grants of [[a, b].toSorted(), [b], null, [a], []]) {
      await limitTo(grants);
      await first.sync();
      expect(first.status.grants).toEqual(grants);
      const { greetings } = net;
      await first.sync();
      expect(net.greetings).toBe(greetings);
    }
    await limitTo([b]);
    await first.sync();
    await first.close();
    const offline = await site.device({ place, token, ...nowhere });
    expect(offline.status.grants).toEqual([b]);
  });

  test('[DV86] of an older server, which says nothing of it, nothing is claimed, and it is not asked again', async () => {
    await using site = await openSite(ground);
    const office = await site.device();
    const a = await office.projects.create({ name: 'Harrow Lane' });
    await office.sync();
    const { token, limitTo } = await site.limitedToken([]);
    const net = watchedFetch();
    net.isOlder = true;
    const device = await site.device({ token, fetch: net.fetch });
    await device.sync();
    await limitTo([a]);
    await device.sync();
    expect([device.status.grants, net.greetings]).toEqual([undefined, 1]);
    expect(await device.projects.find()).toMatchObject([{ id: a }]);
  });

  test('[DV86] another token may reach other projects, and what was kept over a log-out says nothing of the next one', async () => {
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
}

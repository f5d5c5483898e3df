/** A device whose token is replaced: what was begun under one token ends with it, and work stays with the person who made it. */
import { filter, firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { fillable } from '../support/fillable.ts';
import { inStep, isSent, openWire, patience } from '../support/live-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

const unknownToken = 'rk_live_revoked_long_ago';

/** A network that can be down, and that can hold the answers to one kind of request. */
function openNetwork() {
  let held: { readonly path: string; readonly release: Promise<void>; readonly reached: () => void } | undefined;
  const network = {
    isDown: false,
    /** Resolves when the server has answered such a request; the device has the answer after `release`. */
    hold: (path: string) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { path, release: released.promise, reached: reached.resolve };
      return { reached: reached.promise, release: released.resolve };
    },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      if (network.isDown) throw new TypeError('the network is down');
      const response = await fetch(input, init);
      const hold = held;
      if (!hold || !String(input).endsWith(hold.path)) return response;
      held = undefined;
      hold.reached();
      await hold.release;
      return response;
    },
  };
  return network;
}

const draft = { title: 'Glulam lift', document_type: 'rams' } as const;

/** Id of the person that a token belongs to. */
async function personOf(site: Site, token: string): Promise<string> {
  const device = await site.device({ token });
  const id = await device.documents.create(draft);
  await device.sync();
  const person = (await device.documents.get(id))?.created_by ?? '';
  await device.close();
  return person;
}

async function makerOf(device: Device, id: string): Promise<string | undefined> {
  return (await device.documents.get(id))?.created_by;
}

export function tokens(ground: Ground): void {
  test('[DV210] the result of a hello has no effect under a later token', async () => {
    await using site = await openSite(ground);
    const [anna, bert] = [await site.server.token('manager'), await site.server.token('manager')];
    const bertsId = await personOf(site, bert);
    const network = openNetwork();
    const tablet = await site.device({ token: anna, through: { server: site.url, fetch: network.fetch } });
    const { reached, release } = network.hold('/sync/hello');
    const syncing = tablet.sync();
    await reached;
    tablet.useToken(bert);
    release();
    await syncing;
    const id = await tablet.documents.create(draft);
    await tablet.sync();
    expect(await makerOf(tablet, id)).toBe(bertsId);
  });

  test('[DV210] a push under way is not sent on under the token of another organisation', async () => {
    await using site = await openSite(ground);
    const sent: string[] = [];
    const wire = openWire();
    const tablet = await site.device({
      autoSync: true,
      WebSocket: wire.WebSocket,
      fetch: (input, init) => {
        if (String(input).endsWith('/sync/push')) sent.push(new Headers(init?.headers).get('authorization') ?? '');
        return wire.fetch(input, init);
      },
    });
    await inStep(tablet, wire);
    wire.held = new Promise(() => undefined);
    const isPushing = firstValueFrom(tablet.status$.pipe(filter(({ phase }) => phase === 'pushing')));
    const id = await tablet.documents.create(draft);
    await isPushing;
    const foreign = await site.server.token('owner', await site.server.organisation('Another firm'));
    tablet.useToken(foreign);
    delete wire.held;
    await firstValueFrom(
      tablet.status$.pipe(
        filter(({ problem }) => problem?.fault === 'other_organisation'),
        patience,
      ),
    );
    expect(sent).not.toContain(`Bearer ${foreign}`);
    tablet.useToken(site.adminToken);
    await isSent(tablet);
    expect((await site.server.api('GET', `/api/v1/documents/${id}`)).status).toBe(200);
  });

  test('[DV212] one stream is open at a time, and none of a stopped device', async () => {
    await using site = await openSite(ground);
    const sockets: WebSocket[] = [];
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    }
    const open = (): number => sockets.filter(({ readyState }) => readyState <= WebSocket.OPEN).length;
    const tablet = await site.device({ token: unknownToken, autoSync: true, WebSocket: Counted });
    const reaches = (wanted: string): Promise<unknown> =>
      firstValueFrom(
        tablet.status$.pipe(
          filter(({ phase }) => phase === wanted),
          patience,
        ),
      );
    await reaches('stopped');
    await expect(tablet.sync()).rejects.toMatchObject({ fault: 'unauthorised' });
    expect(open()).toBe(0);
    for (const token of [await site.server.token('manager'), await site.server.token('author')]) {
      tablet.useToken(token);
      await tablet.sync();
      await reaches('idle');
      expect(open()).toBe(1);
    }
    tablet.stop();
    expect(open()).toBe(0);
    tablet.useToken(await site.server.token('manager'));
    expect(open()).toBe(0);
  });

  test('[DV211] work made before the first hello stays with the person whose token it was', async () => {
    await using site = await openSite(ground);
    const [anna, bert, cleo] = await Promise.all([1, 2, 3].map(() => site.server.token('manager')));
    const [bertsId, cleosId] = [await personOf(site, bert!), await personOf(site, cleo!)];
    const network = openNetwork();
    const tablet = await site.device({ token: anna!, through: { server: site.url, fetch: network.fetch } });
    await tablet.sync();
    network.isDown = true;
    tablet.useToken(bert!);
    const id = await tablet.documents.create(draft);
    tablet.useToken(cleo!);
    const own = await tablet.documents.create(draft);
    network.isDown = false;
    await tablet.sync();
    expect(await makerOf(tablet, id)).toBe(bertsId);
    expect(await makerOf(tablet, own)).toBe(cleosId);
  });

  test('[DV211] work made under a token that the server never issued has no known author', async () => {
    await using site = await openSite(ground);
    const anna = await site.server.token('manager');
    const tablet = await site.device({ token: unknownToken });
    const id = await tablet.documents.create(draft);
    await expect(tablet.sync()).rejects.toMatchObject({ fault: 'unauthorised' });
    tablet.useToken(anna);
    await tablet.sync();
    expect(await makerOf(tablet, id)).toBe('unknown');
  });

  test('[DV211] a new token counts at once, even while the storage refuses every write', async () => {
    await using site = await openSite(ground);
    const [anna, bert] = [await site.server.token('manager'), await site.server.token('manager')];
    const place = site.newPlace();
    const filling = fillable(place.storage(), 'journal');
    const tablet = await site.device({ token: anna, place: { ...place, storage: () => filling.storage } });
    await tablet.sync();
    filling.fault = Object.assign(new Error('write'), { code: 'ENOSPC' });
    tablet.useToken(bert);
    await expect(tablet.documents.create(draft)).rejects.toMatchObject({ fault: 'full' });
    filling.fault = undefined;
    const id = await tablet.documents.create(draft);
    await tablet.sync();
    expect(await makerOf(tablet, id)).toBe(await personOf(site, bert));
  });
}

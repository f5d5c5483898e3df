/** Photos of a tablet: taken offline, kept over a restart, sent last, resumed after every cut, and released once delivered. */
import { expect, test } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { journalRows } from '../support/journal-rows.ts';
import { nowhere, openSite, type Ground, type Site } from './site.ts';

/** A photo with the metadata that a phone writes into it, which no page can produce. */
export async function pictureFor(site: Site): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from((await site.server.pictures()).jpeg);
}

/** A network on which some requests are lost. */
function unless(isLost: (url: string) => boolean): typeof fetch {
  return async (input, init) => {
    if (isLost(String(input))) throw new TypeError('lost on the way');
    return await fetch(input, init);
  };
}

export async function siteOn(device: Device): Promise<string> {
  const project_id = await device.projects.create({ name: 'Block C' });
  return await device.sites.create({ project_id, name: 'East gate' });
}

export function photos(ground: Ground): void {
  test('[BL8] a photo added offline is counted, uploads last, and leaves the device', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const place = site.newPlace();
    const first = await site.device({ place, ...nowhere });
    const site_id = await siteOn(first);
    const id = await first.addPhoto({ site_id, bytes: picture, file_name: 'crack.jpg' });
    expect(first.status).toMatchObject({ waiting: 3, photos: 1, refused: 0 });
    await expect(first.sync()).rejects.toMatchObject({ fault: 'offline' });
    await first.close();

    const tablet = await site.device({ place });
    expect(tablet.photos.list()).toMatchObject([{ id, site_id, file_name: 'crack.jpg', bytes: picture.length }]);
    expect(await tablet.sync()).toMatchObject({ pushed: 3, refused: 0 });
    expect(tablet.status).toMatchObject({ waiting: 0, photos: 0, refused: 0 });
    expect(tablet.photos.list()).toEqual([]);
    expect(await site.server.photos()).toEqual([id]);
    expect((await site.server.api('GET', `/api/v1/photos/${id}`)).status).toBe(200);
    expect(await tablet.outbox.list()).toEqual([]);
  });

  test('[BL14] a server that lost the file before its command gets it again', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    let isCut = false;
    const first = await site.device({ place, fetch: unless((url) => isCut && url.endsWith('/push')) });
    const site_id = await siteOn(first);
    await first.sync();
    await site.server.backUp();
    const id = await first.addPhoto({ site_id, bytes: await pictureFor(site) });
    isCut = true;
    await expect(first.sync()).rejects.toMatchObject({ fault: 'offline' });
    expect(first.status).toMatchObject({ waiting: 1, photos: 0 });
    await first.close();

    await site.restart('restore');
    const tablet = await site.device({ place });
    await tablet.sync();
    expect(await site.server.photos()).toEqual([id]);
    expect(tablet.status).toMatchObject({ waiting: 0, photos: 0, refused: 0 });
    expect(await tablet.outbox.list()).toEqual([]);
    await tablet.close();
    expect([...(await journalRows(place)).keys()].filter((key) => !key.startsWith('answered-'))).toEqual(['state']);
  });

  test('[BL14] a delivered photo that a restored server lost is shown as refused', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const first = await site.device({ place });
    const site_id = await siteOn(first);
    await first.sync();
    await site.server.backUp();
    const id = await first.addPhoto({ site_id, bytes: await pictureFor(site) });
    await first.sync();
    expect(await site.server.photos()).toEqual([id]);
    await first.close();
    await site.restart('restore');
    const tablet = await site.device({ place });
    await tablet.sync();
    expect(await site.server.photos()).toEqual([]);
    expect(await tablet.outbox.refused()).toMatchObject([{ kind: 'photo', record_id: id, reason: { code: 'gone' } }]);
  });

  test('[BL14] log-out reports unsent work until the server has the file and the command', async () => {
    await using site = await openSite(ground);
    const through = await site.gateway();
    const tablet = await site.device({ through });
    const site_id = await siteOn(tablet);
    await tablet.sync();
    await tablet.addPhoto({ site_id, bytes: await pictureFor(site) });
    through.interfere = ({ door }) => (door === 'push' ? { status: 503, body: '' } : undefined);
    await expect(tablet.sync()).rejects.toMatchObject({ fault: 'busy' });
    expect(tablet.status).toMatchObject({ waiting: 1, photos: 0 });
    await expect(tablet.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1 });
    through.interfere = undefined;
    await tablet.sync();
    await tablet.logOut();
    expect(await site.server.photos()).toHaveLength(1);
  });

  test('[BL9] an upload resumes wherever the connection was cut, and arrives once', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const through = { server: await site.server.openProxy() };
    const place = site.newPlace();
    const tablet = await site.device({ place, through });
    const site_id = await siteOn(tablet);
    await tablet.sync();
    // Cleaning cuts off the bytes after the end of a JPEG.
    const id = await tablet.addPhoto({
      site_id,
      bytes: Uint8Array.from([...picture, ...Array.from({ length: 900_000 }, () => 7)]),
    });
    // Each response of the sync is lost once: after hello these are the pull, the status request, each part and the push.
    let cuts = 0;
    for (let bytes = 1; tablet.status.waiting > 0 || (await tablet.outbox.list()).length > 0; bytes += 300) {
      await site.server.healProxy();
      await site.server.cutProxyAfter(bytes);
      await tablet.sync().then(
        () => undefined,
        () => cuts++,
      );
      expect(bytes).toBeLessThan(60_000);
    }
    expect(cuts).toBeGreaterThan(3);
    await site.server.healProxy();
    await site.server.cutProxyAfter(Number.MAX_SAFE_INTEGER);
    await tablet.sync();
    expect(await site.server.photos()).toEqual([id]);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV201] new work, and what others did, goes before the rest of a file', async () => {
    await using site = await openSite(ground);
    const doors: string[] = [];
    const tablet = await site.device({
      fetch: async (input, init) => {
        const isFirst = init?.method === 'PUT' && !doors.includes('PUT');
        if (isFirst) await tablet.documents.create({ title: 'Urgent', document_type: 'rams' });
        doors.push(init?.method === 'PUT' ? 'PUT' : (String(input).split('/').at(-1) ?? ''));
        return fetch(input, init);
      },
    });
    const site_id = await siteOn(tablet);
    await tablet.sync();
    const padding = Array.from({ length: 2_200_000 }, () => 7);
    await tablet.addPhoto({ site_id, bytes: Uint8Array.from([...(await pictureFor(site)), ...padding]) });
    await tablet.sync();
    const parts = doors.slice(doors.indexOf('PUT')).join(' ');
    expect(parts).toBe('PUT push pull PUT PUT PUT PUT pull PUT PUT PUT PUT pull push pull');
    expect(await site.server.photos()).toHaveLength(1);
  });

  test('[WB526] a photo that was replaced is dropped, unless something names it or it is sent', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const place = site.newPlace();
    const offline = await site.device({ place, ...nowhere });
    const site_id = await siteOn(offline);
    const add = () => offline.addPhoto({ site_id, bytes: picture });
    const [replaced, reported, last] = [await add(), await add(), await add()];
    const { project_id = '' } = (await offline.sites.get(site_id)) ?? {};
    const about = {
      incident_type: 'near_miss',
      project_id,
      site_id,
      description: 'A slip',
      location: 'Bay 2',
    } as const;
    await offline.reportIncident({ ...about, photos: [{ id: reported.toUpperCase() }] });
    await Promise.all([replaced, reported, replaced, 'unknown'].map((id) => offline.photos.dropUnused(id)));
    expect(
      offline.photos
        .list()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([reported, last].toSorted());
    await offline.close();
    const tablet = await site.device({ place });
    await tablet.sync();
    expect((await site.server.photos()).toSorted()).toEqual([reported, last].toSorted());
    await tablet.photos.dropUnused(last);
    expect(await site.server.photos()).toHaveLength(2);
  });

  test('[WB526] a photo that the app withholds waits, and so do all while it cannot say which', async () => {
    await using site = await openSite(ground);
    const bytes = await pictureFor(site);
    let withheld: () => Promise<readonly string[]> = () => Promise.reject(new Error('not now'));
    const tablet = await site.device({ withheldPhotos: () => withheld() });
    const site_id = await siteOn(tablet);
    const id = '01890b3e-7c10-7000-8000-00000000000a';
    expect(await tablet.addPhoto({ id, site_id, bytes })).toBe(id);
    const other = await tablet.addPhoto({ site_id, bytes });
    expect(await tablet.sync()).toMatchObject({ pushed: 2 });
    expect(tablet.status).toMatchObject({ waiting: 2, photos: 2 });
    withheld = () => Promise.resolve([id.toUpperCase()]);
    const passphrase = 'correct horse battery';
    const elsewhere = await site.device();
    await elsewhere.outbox.importUnsent(await tablet.outbox.exportUnsent({ passphrase }), passphrase);
    expect(elsewhere.photos.list().map((photo) => photo.id)).toEqual([other]);
    await tablet.sync();
    expect(await site.server.photos()).toEqual([other]);
    for (const taken of [id, site_id])
      await expect(tablet.addPhoto({ id: taken, site_id, bytes })).rejects.toMatchObject({ code: 'id_conflict' });
    withheld = () => Promise.resolve([]);
    await tablet.sync();
    expect((await site.server.photos()).toSorted()).toEqual([id, other].toSorted());
  });

  test('[BL10] a refused file is shown with its reason and blocks no other', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const tablet = await site.device({ place });
    const site_id = await siteOn(tablet);
    const bad = await tablet.addPhoto({ site_id, bytes: new TextEncoder().encode('this is a letter and no picture') });
    const good = await tablet.addPhoto({ site_id, bytes: Uint8Array.from((await site.server.pictures()).png) });
    await tablet.sync();
    expect(await site.server.photos()).toEqual([good]);
    expect(tablet.photos.list()).toMatchObject([{ id: bad, refused: { code: 'unsupported_media_type' } }]);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 1, photos: 0 });
    await tablet.close();
    const again = await site.device({ place });
    expect(again.photos.list()).toMatchObject([{ id: bad, refused: { code: 'unsupported_media_type' } }]);
    await again.photos.discard(bad);
    expect(again.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[BL10] a photo beyond the quota is refused, and can be resent once there is room', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const tablet = await site.device();
    const site_id = await siteOn(tablet);
    await site.server.setPhotoQuota(10);
    const id = await tablet.addPhoto({ site_id, bytes: picture });
    await tablet.sync();
    expect(tablet.photos.list()).toMatchObject([{ id, refused: { code: 'quota_exceeded' } }]);
    await site.server.setPhotoQuota(1_000_000);
    await tablet.photos.resend(id);
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await site.server.photos()).toEqual([id]);
  });

  test('[BL11] a photo that no server would accept fails at once', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const tablet = await site.device(nowhere);
    const site_id = await siteOn(tablet);
    const add = (bytes: Uint8Array, at = site_id) => tablet.addPhoto({ site_id: at, bytes });
    await expect(add(new Uint8Array())).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(add(new Uint8Array(15 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'payload_too_large' });
    await expect(add(picture, crypto.randomUUID())).rejects.toMatchObject({ code: 'reference_unknown' });
    expect(tablet.photos.list()).toEqual([]);
    const id = await tablet.addPhoto({ site_id, bytes: new Blob([picture]) });
    expect(tablet.photos.list()).toMatchObject([{ id, bytes: picture.length }]);
  });

  test('[BL12] a log-out that would lose photos is refused, like one that would lose changes', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const tablet = await site.device();
    const site_id = await siteOn(tablet);
    await tablet.sync();
    await tablet.addPhoto({ site_id, bytes: picture });
    await expect(tablet.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1 });
    await tablet.sync();
    await tablet.logOut();
  });

  test('[BL13] a photo added during a log-out is kept with a refusal, or not accepted at all', async () => {
    await using site = await openSite(ground);
    const picture = await pictureFor(site);
    const outcomes = new Set<string>();
    for (const headStart of [0, 1, 3, 8, 20, 50, 120, 300]) {
      const tablet = await site.device();
      const site_id = await siteOn(tablet);
      await tablet.sync();
      const adding = tablet.addPhoto({ site_id, bytes: picture });
      for (let step = 0; step < headStart; step++) await Promise.resolve();
      const [added, left] = await Promise.allSettled([adding, tablet.logOut()]);
      outcomes.add(`${added.status} ${left.status}`);
      // A photo whose addition was confirmed is there afterwards.
      const kept = left.status === 'rejected' ? tablet.photos.list().map(({ id }) => id) : [];
      expect(kept).toEqual(added.status === 'fulfilled' ? [added.value] : []);
      await tablet.close();
    }
    expect([...outcomes].filter((outcome) => !['fulfilled rejected', 'rejected fulfilled'].includes(outcome))).toEqual(
      [],
    );
  });
}

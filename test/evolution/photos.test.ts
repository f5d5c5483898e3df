/** Photos of a tablet: taken offline, kept through a restart, sent last, resumed at every cut, and let go when the server has them. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { places } from '../kit/places.ts';
import { openProxy } from '../kit/proxy.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { exif, jpegWith, plainPng } from '../photos/pictures.ts';

const nowhere = { server: 'http://127.0.0.1:9' };
const picture = jpegWith(exif(6));

async function siteOn(device: Device): Promise<string> {
  const project_id = await device.projects.create({ name: 'Block C' });
  return await device.sites.create({ project_id, name: 'East gate' });
}

/** A picture of about that many bytes: what follows the end of a JPEG is cut off when it is cleaned. */
function large(bytes: number): Uint8Array {
  return Buffer.concat([picture, Buffer.alloc(bytes, 7)]);
}

async function photos(world: World): Promise<readonly { id: string; body: string }[]> {
  return await world.app.ground.store.db
    .selectFrom('record')
    .select(['id', 'body'])
    .where('kind', '=', 'photo')
    .execute();
}

describe.each(places)('on %s storage', (_name, newPlace) => {
  test('[BL8] a photo added offline is counted, survives a restart, goes up after everything else, and leaves the device', async () => {
    await using world = await openWorld();
    const place = newPlace();
    const first = await openTablet(world, { place, ...nowhere });
    const site_id = await siteOn(first);
    const id = await first.addPhoto({ site_id, bytes: picture, file_name: 'crack.jpg' });
    expect(first.status).toMatchObject({ waiting: 3, photos: 1, refused: 0 });
    await expect(first.sync()).rejects.toMatchObject({ fault: 'offline' });
    await first.close();

    await using tablet = await openTablet(world, { place, seed: 101 });
    expect(tablet.photos.list()).toMatchObject([{ id, site_id, file_name: 'crack.jpg', bytes: picture.length }]);
    expect(await tablet.sync()).toMatchObject({ pushed: 3, refused: 0 });
    expect(tablet.status).toMatchObject({ waiting: 0, photos: 0, refused: 0 });
    expect(tablet.photos.list()).toEqual([]);
    expect((await photos(world)).map((row) => row.id)).toEqual([id]);
    expect((await world.api('GET', `/api/v1/photos/${id}`)).status).toBe(200);
    expect(await tablet.outbox.list()).toEqual([]);
  });

  test('[BL9] a photo goes on where the line was cut, wherever that is, and arrives once', async () => {
    await using world = await openWorld();
    await using proxy = await openProxy({ target: world.url });
    const place = newPlace();
    await using tablet = await openTablet(world, { place, server: proxy.url });
    const site_id = await siteOn(tablet);
    await tablet.sync();
    const id = await tablet.addPhoto({ site_id, bytes: large(900_000) });
    // Every answer of the exchange is lost once: that to hello is past, so pull, the question, each piece, and the push remain.
    let cuts = 0;
    for (let bytes = 1; tablet.status.waiting > 0 || (await tablet.outbox.list()).length > 0; bytes += 300) {
      proxy.heal();
      proxy.cutAfter(bytes);
      await tablet.sync().then(
        () => undefined,
        () => cuts++,
      );
      expect(bytes).toBeLessThan(60_000);
    }
    expect(cuts).toBeGreaterThan(3);
    proxy.heal();
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    await tablet.sync();
    expect((await photos(world)).map((row) => row.id)).toEqual([id]);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[BL10] a file that the server does not take is shown with its reason, and holds up no other', async () => {
    await using world = await openWorld();
    const place = newPlace();
    const tablet = await openTablet(world, { place });
    const site_id = await siteOn(tablet);
    const bad = await tablet.addPhoto({ site_id, bytes: Buffer.from('this is a letter and no picture') });
    const good = await tablet.addPhoto({ site_id, bytes: plainPng() });
    await tablet.sync();
    expect((await photos(world)).map((row) => row.id)).toEqual([good]);
    expect(tablet.photos.list()).toMatchObject([{ id: bad, refused: { code: 'unsupported_media_type' } }]);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 1, photos: 0 });
    await tablet.close();
    await using again = await openTablet(world, { place, seed: 101 });
    expect(again.photos.list()).toMatchObject([{ id: bad, refused: { code: 'unsupported_media_type' } }]);
    await again.photos.discard(bad);
    expect(again.status).toMatchObject({ waiting: 0, refused: 0 });
  });
});

test('[BL10] beyond the quota the photo is refused in the outbox, and can be sent again when there is room', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  const site_id = await siteOn(tablet);
  const quota = (quota_bytes: number) =>
    world.app.ground.store.transaction((trx) =>
      trx
        .updateTable('feed')
        .set({ settings: JSON.stringify({ photos: { quota_bytes } }) })
        .execute(),
    );
  await quota(10);
  const id = await tablet.addPhoto({ site_id, bytes: picture });
  await tablet.sync();
  const [refused] = await tablet.outbox.refused();
  expect(refused).toMatchObject({ kind: 'photo', record_id: id, reason: { code: 'quota_exceeded' } });
  await quota(1_000_000);
  await tablet.outbox.resend(refused?.id ?? 0);
  expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
  expect((await photos(world)).map((row) => row.id)).toEqual([id]);
});

test('[BL11] what no server would take fails at once: an empty file, one of more than 15 MiB, a site that is not there', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world, nowhere);
  const site_id = await siteOn(tablet);
  const add = (bytes: Uint8Array, site = site_id) => tablet.addPhoto({ site_id: site, bytes });
  await expect(add(new Uint8Array())).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(add(new Uint8Array(15 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'payload_too_large' });
  await expect(add(picture, world.app.ground.newId())).rejects.toMatchObject({ code: 'reference_unknown' });
  expect(tablet.photos.list()).toEqual([]);
  const id = await tablet.addPhoto({ site_id, bytes: new Blob([Uint8Array.from(picture)]) });
  expect(tablet.photos.list()).toMatchObject([{ id, bytes: picture.length }]);
});

test('[BL12] a log-out that would lose photos is refused like one that would lose changes', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  const site_id = await siteOn(tablet);
  await tablet.sync();
  await tablet.addPhoto({ site_id, bytes: picture });
  await expect(tablet.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 1 });
  await tablet.sync();
  await tablet.logOut();
});

/** Photos in an export of unsent work: with their bytes, plain or encrypted, and imported by another device. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { maxUnsentPhotoBytes } from '../../shared/sync/unsent-file.ts';
import { places } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { fileOf, picture } from '../faults/photo-file.ts';

const passphrase = 'correct horse battery';

async function siteOn(device: Device): Promise<string> {
  const project_id = await device.projects.create({ name: 'Block C' });
  return await device.sites.create({ project_id, name: 'East gate' });
}

/** Ids of the photos that the server has, and how often each was written. */
async function photosOn(world: World): Promise<readonly { readonly id: string; readonly rev: number }[]> {
  return await world.app.commitContext.store.db
    .selectFrom('record')
    .select(['id', 'rev'])
    .where('kind', '=', 'photo')
    .execute();
}

interface Export {
  format: string;
  photos: { sha256: string; base64: string; bytes: number }[];
}

function changed(text: string, change: (file: Export) => void): string {
  const file = JSON.parse(text) as Export; // exported by the test itself
  change(file);
  return JSON.stringify(file);
}

describe.each(places)('on %s storage', (_name, newPlace) => {
  test('[DV91] exported photos arrive byte for byte and are uploaded once', async () => {
    await using world = await openWorld();
    await using broken = await openTablet(world, { seed: 1, place: newPlace(), server: 'http://127.0.0.1:9' });
    const site_id = await siteOn(broken);
    const ids = [await broken.addPhoto({ site_id, bytes: fileOf(1).bytes, file_name: 'crack.png' })];
    world.clock.advance(1000);
    ids.push(await broken.addPhoto({ site_id, bytes: picture }));
    const sealed = await broken.outbox.exportUnsent({ passphrase });
    const plain = await broken.outbox.exportUnsent();
    expect(sealed).not.toContain('crack.png');
    expect(JSON.parse(plain)).toMatchObject({
      format: 'sitefile-unsent-1',
      photos: [{ id: ids[0], file_name: 'crack.png', sha256: fileOf(1).hash, refused: null }, { id: ids[1] }],
    });

    const place = newPlace();
    const first = await openTablet(world, { seed: 2, place, server: 'http://127.0.0.1:9' });
    expect(await first.outbox.importUnsent(sealed, passphrase)).toMatchObject({
      taken: { length: 2 },
      skipped: 0,
      photos: ids,
    });
    expect(await first.outbox.importUnsent(plain)).toEqual({ taken: [], skipped: 4, photos: [] });
    expect(first.photos.list()).toEqual(broken.photos.list());
    expect(first.status).toMatchObject({ waiting: 4, photos: 2 });
    await first.close();

    await using other = await openTablet(world, { seed: 3, place });
    expect(await other.sync()).toMatchObject({ pushed: 4, refused: 0 });
    expect(other.status).toMatchObject({ waiting: 0, refused: 0, photos: 0 });
    for (const id of ids) {
      const served = await fetch(`${world.url}/api/v1/photos/${id}`, {
        headers: { authorization: `Bearer ${world.adminToken}` },
      });
      expect(
        createHash('sha256')
          .update(await served.bytes())
          .digest('hex'),
      ).toBe(createHash('sha256').update(picture).digest('hex'));
    }
    expect(await other.outbox.importUnsent(plain)).toMatchObject({ taken: [], photos: [] });
    expect(other.status.waiting).toBe(0);
    const kept = await photosOn(world);
    expect(kept.map(({ rev }) => rev)).toEqual([1, 1]);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('[DV91] a photo whose command has no answer yet is exported with its file', async () => {
    await using world = await openWorld();
    let isLost = false;
    const ann = await openTablet(world, {
      seed: 1,
      place: newPlace(),
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (isLost && String(input).endsWith('/push')) throw new TypeError('the answer is lost');
        return answer;
      },
    });
    const site_id = await siteOn(ann);
    await ann.sync();
    const restore = await world.backUp();
    const id = await ann.addPhoto({ site_id, bytes: fileOf(1).bytes, file_name: 'crack.png' });
    isLost = true;
    await expect(ann.sync()).rejects.toMatchObject({ fault: 'offline' });
    expect(ann.photos.list()).toEqual([]);
    let saved = '';
    await ann.logOut({ export: passphrase, save: (text) => void (saved = text) });
    await restore();
    await using other = await openTablet(world, { seed: 2, place: newPlace() });
    expect(await other.outbox.importUnsent(saved, passphrase)).toEqual({ taken: [], skipped: 0, photos: [id] });
    await other.sync();
    expect(await photosOn(world)).toEqual([{ id, rev: 1 }]);
    expect(other.status).toMatchObject({ waiting: 0, refused: 0 });
    expect(await other.outbox.importUnsent(saved, passphrase)).toMatchObject({ photos: [] });
  });

  test('[DV155] an export that names a photo not waiting here is refused and says which', async () => {
    await using world = await openWorld();
    await using ann = await openTablet(world, { seed: 1, place: newPlace() });
    const site_id = await siteOn(ann);
    const sent = await ann.addPhoto({ site_id, bytes: picture });
    await ann.sync();
    const here = await ann.addPhoto({ site_id, bytes: fileOf(1).bytes });
    for (const [photos, pointer] of [
      [['unknown'], '#/photos/0'],
      [[here, sent], '#/photos/1'],
    ] as const)
      await expect(ann.outbox.exportUnsent({ photos })).rejects.toMatchObject({
        code: 'not_found',
        errors: [{ pointer, code: 'reference_unknown' }],
      });
    const taken = JSON.parse(await ann.outbox.exportUnsent({ photos: [here] })) as Export; // exported here
    expect(taken.photos.map(({ sha256 }) => sha256)).toEqual([fileOf(1).hash]);
    expect(JSON.parse(await ann.outbox.exportUnsent({ photos: [] }))).toMatchObject({ photos: [] });
  });
});

test('[DV91] a refused photo is imported as refused, and can be resent', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1 });
  const site_id = await siteOn(ann);
  const id = await ann.addPhoto({ site_id, bytes: new TextEncoder().encode('not a picture, but long enough for one') });
  await ann.sync();
  expect(ann.photos.list()).toMatchObject([{ id, refused: { code: 'unsupported_media_type' } }]);
  await using other = await openTablet(world, { seed: 2 });
  await other.outbox.importUnsent(await ann.outbox.exportUnsent());
  expect(other.photos.list()).toEqual(ann.photos.list());
  expect(other.status).toMatchObject({ refused: 1, photos: 0 });
  await other.photos.resend(id);
  await other.sync();
  expect(other.photos.list()).toMatchObject([{ id, refused: { code: 'unsupported_media_type' } }]);
});

test('[DV92] an export with an altered or invented photo is refused by name', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1, server: 'http://127.0.0.1:9' });
  const site_id = await siteOn(ann);
  await ann.addPhoto({ site_id, bytes: picture });
  const plain = await ann.outbox.exportUnsent();
  await using other = await openTablet(world, { seed: 2, server: 'http://127.0.0.1:9' });
  const other64 = Buffer.from('other bytes').toString('base64');
  const bad: readonly ((photo: Export['photos'][number]) => object)[] = [
    (photo) => ({ base64: `AAAA${photo.base64.slice(4)}` }),
    (photo) => ({ base64: photo.base64.slice(4) }),
    (photo) => ({ base64: `${photo.base64.slice(0, -8)}!!!!${photo.base64.slice(-4)}` }),
    (photo) => ({ base64: `${photo.base64}AAAA` }),
    () => ({ base64: other64, bytes: 11 }),
    () => ({ sha256: '0'.repeat(64) }),
    () => ({ sha256: '../../etc/passwd' }),
    () => ({ bytes: 0, base64: '' }),
    () => ({ bytes: 1e9 }),
    () => ({ id: '__proto__' }),
    () => ({ site_id: 7 }),
    () => ({ refused: 'yes' }),
  ];
  for (const change of bad)
    await expect(
      other.outbox.importUnsent(changed(plain, ({ photos }) => Object.assign(photos[0]!, change(photos[0]!)))), // one was there
      String(change),
    ).rejects.toMatchObject({ name: 'UnsentFileError', fault: 'not_an_export' });
  const twice = changed(plain, ({ photos }) => photos.push(...photos));
  await expect(other.outbox.importUnsent(twice)).rejects.toMatchObject({ fault: 'not_an_export' });
  expect(other.status).toMatchObject({ waiting: 0, photos: 0 });
  expect(await other.outbox.list()).toEqual([]);
  const without = changed(plain, ({ photos }) => photos.splice(0));
  expect(await other.outbox.importUnsent(without)).toMatchObject({ taken: { length: 2 }, skipped: 0, photos: [] });
});

test('[DV93] photos too large for one export (64 MiB) are refused, and fit into several', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1, server: 'http://127.0.0.1:9' });
  const site_id = await siteOn(ann);
  const ids: string[] = [];
  const most = 15 * 1024 * 1024;
  for (let i = 0; i * most <= maxUnsentPhotoBytes; i++) {
    world.clock.advance(1000);
    ids.push(await ann.addPhoto({ site_id, bytes: Buffer.concat([picture, Buffer.alloc(most - picture.length, i)]) }));
  }
  await expect(ann.outbox.exportUnsent()).rejects.toMatchObject({ name: 'UnsentFileError', fault: 'too_large' });
  expect(ann.status.photos).toBe(ids.length);
  await using other = await openTablet(world, { seed: 2, server: 'http://127.0.0.1:9' });
  const none = await ann.outbox.exportUnsent({ photos: [] });
  const [first = ''] = ids;
  const one = await ann.outbox.exportUnsent({ photos: [first] });
  expect(await other.outbox.importUnsent(one)).toMatchObject({ taken: { length: 2 }, photos: [first] });
  expect(await other.outbox.importUnsent(none)).toEqual({ taken: [], skipped: 2, photos: [] });
  expect(other.photos.list()).toEqual(ann.photos.list().slice(0, 1));
});

test('[DV94] log-out with an export releases only the photos that the export contains', async () => {
  await using world = await openWorld();
  const ann = await openTablet(world, { seed: 1, server: 'http://127.0.0.1:9' });
  const site_id = await siteOn(ann);
  const id = await ann.addPhoto({ site_id, bytes: picture });
  await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', waiting: 3 });
  let saved = '';
  // A photo added while the export is being saved is not in it.
  let late = '';
  const save = async (text: string): Promise<void> => {
    saved = text;
    world.clock.advance(1000);
    late ||= await ann.addPhoto({ site_id, bytes: fileOf(2).bytes });
  };
  await expect(ann.logOut({ export: passphrase, save })).rejects.toMatchObject({ code: 'unsent_work' });
  expect(ann.photos.list().map((photo) => photo.id)).toEqual([id, late]);
  await ann.logOut({ export: passphrase, save });
  await using other = await openTablet(world, { seed: 2 });
  expect(await other.outbox.importUnsent(saved, passphrase)).toMatchObject({
    taken: { length: 2 },
    photos: [id, late],
  });
  expect(await other.sync()).toMatchObject({ pushed: 4, refused: 0 });
  expect(await photosOn(world)).toHaveLength(2);
});

test('[DV94] nor one that the app withheld from the file, once it does no more', async () => {
  await using world = await openWorld();
  let withheld: readonly string[] = [];
  const withheldPhotos = () => Promise.resolve(withheld);
  const ann = await openTablet(world, { seed: 1, server: 'http://127.0.0.1:9', withheldPhotos });
  const site_id = await siteOn(ann);
  const replaced = await ann.addPhoto({ site_id, bytes: picture });
  world.clock.advance(1000);
  const taken = await ann.addPhoto({ site_id, bytes: fileOf(2).bytes });
  withheld = [replaced, taken];
  let saved = '';
  // It is given to a report while the file is being saved.
  const save = (text: string): void => {
    saved = text;
    withheld = [replaced];
  };
  await expect(ann.logOut({ export: passphrase, save })).rejects.toMatchObject({ code: 'unsent_work' });
  expect(ann.photos.list().map(({ id }) => id)).toEqual([replaced, taken]);
  await ann.logOut({ export: passphrase, save });
  await using other = await openTablet(world, { seed: 2 });
  expect(await other.outbox.importUnsent(saved, passphrase)).toMatchObject({ photos: [taken] });
});

test('[DV182] a photo is recorded under who added it, whichever token and device send it', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1, token: await world.token('manager') });
  const site_id = await siteOn(ann);
  await ann.sync();
  const first = await ann.addPhoto({ site_id, bytes: picture });
  const text = await ann.outbox.exportUnsent();
  await using other = await openTablet(world, { seed: 2 });
  await other.outbox.importUnsent(text);
  await other.sync();
  const second = await ann.addPhoto({ site_id, bytes: Buffer.concat([picture, Buffer.alloc(1)]) });
  ann.useToken(await world.token('manager'));
  await ann.sync();
  const { db } = world.app.commitContext.store;
  const rows = await db
    .selectFrom('record')
    .select(['id', 'created_by'])
    .where('id', 'in', [site_id, first, second])
    .execute();
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(({ created_by }) => created_by)).size).toBe(1);
});

/** Photos of a tablet whose app is updated while they wait. */
import { describe, expect, test } from 'vitest';
import { journalSchema, openDatabase } from '../../client-sdk/disk/database.ts';
import type { Device } from '../../client-sdk/index.ts';
import { writeRows } from '../../client-sdk/disk/table.ts';
import { places, type Place } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { exif, jpegWith } from '../photos/pictures.ts';

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
  return await world.app.commitContext.store.db
    .selectFrom('record')
    .select(['id', 'body'])
    .where('kind', '=', 'photo')
    .execute();
}

/** As the app kept them once: in a collection of their own, under other keys. */
async function putApart(place: Place): Promise<void> {
  const database = await openDatabase(place.storage(), 'sitefile');
  const { blobs } = await database.addCollections({ blobs: { schema: journalSchema } });
  const rows = (await database.journal.find().exec()).filter(({ key }) => key.startsWith('blob-'));
  const old = rows.map(({ key, value }) => ({ key: key.replace('blob-', '').replace(/^line/, 'file'), value }));
  await writeRows(blobs, new Map(old.map((row) => [row.key, row])));
  await writeRows(
    database.journal,
    new Map(),
    rows.map(({ key }) => key),
  );
  await database.close();
}

describe.each(places)('on %s storage', (_name, newPlace) => {
  test('[BL8] a photo that waits survives an app from before photos stood in the journal', async () => {
    await using world = await openWorld();
    const place = newPlace();
    const first = await openTablet(world, { place });
    const site_id = await siteOn(first);
    await first.sync();
    const id = await first.addPhoto({ site_id, bytes: large(600_000), file_name: 'crack.jpg' });
    const [photo] = first.photos.list();
    await first.close();
    await putApart(place);

    const second = await openTablet(world, { place, seed: 101, ...nowhere });
    expect(second.photos.list()).toEqual([photo]);
    await second.close();
    await using tablet = await openTablet(world, { place, seed: 102 });
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect((await photos(world)).map((row) => row.id)).toEqual([id]);
    expect(tablet.photos.list()).toEqual([]);
  });
});

/** Photos through the door: what of them is kept, and how many. */
import { describe, expect, test } from 'vitest';
import { updateSettings } from '../../server/store/records/feed.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { png } from '../rest/support/images.ts';
import { photosOf } from '../rest/support/site.ts';
import { exif, jpegWith, secret } from './pictures.ts';

interface Uploaded {
  readonly code?: string;
  readonly data?: readonly { readonly id: string; readonly latitude: number | null; readonly sha256: string }[];
}

async function siteIn(world: World): Promise<string> {
  const project = await world.api<{ id: string }>('POST', '/api/v1/projects', { name: 'Harrow Lane' });
  const site = await world.api<{ id: string }>('POST', '/api/v1/sites', {
    project_id: project.body.id,
    name: 'Block A',
  });
  return site.body.id;
}

async function upload(world: World, site: string, ...files: readonly Uint8Array<ArrayBuffer>[]): Promise<Uploaded> {
  const answer = await fetch(new URL(`/api/v1/sites/${site}/photos`, world.url), {
    method: 'POST',
    body: photosOf(...files),
    headers: { authorization: `Bearer ${world.adminToken}` },
  });
  return (await answer.json()) as Uploaded; // either the list or a problem
}

async function set(world: World, photos: object): Promise<void> {
  await world.app.commitContext.store.write(world.organisationId, world.clock.now, (tx) =>
    updateSettings(tx.trx, tx.orgId, { settings: JSON.stringify({ photos }) }),
  );
}

describe.each(engines)('%s', (engine) => {
  test('[R70] the cleaned file is stored and served; sending the dirty one again is free', async () => {
    await using world = await openWorld({ engine });
    const site = await siteIn(world);
    const dirty = Uint8Array.from(jpegWith(exif(6)));
    const first = await upload(world, site, dirty);
    const served = await world.api('GET', `/api/v1/photos/${first.data?.[0]?.id}`);
    expect(served.status).toBe(200);
    expect(served.text).not.toContain(secret);
    expect((await upload(world, site, dirty)).data).toEqual(first.data);
  });

  test('[R71] the place of a photo is kept beside it only where the organisation asks for that', async () => {
    await using world = await openWorld({ engine });
    const site = await siteIn(world);
    const dirty = Uint8Array.from(jpegWith(exif(1)));
    expect((await upload(world, site, dirty)).data?.[0]).toMatchObject({ latitude: null, longitude: null });
    await set(world, { keep_location: true });
    const other = Uint8Array.from(jpegWith(exif(3)));
    expect((await upload(world, site, other)).data?.[0]).toMatchObject({ latitude: 51.5074, longitude: -0.1278 });
  });

  test('[R72] photos beyond the quota are refused whole, and those that are there stay', async () => {
    await using world = await openWorld({ engine });
    const site = await siteIn(world);
    await set(world, { quota_bytes: png(1).length + png(2).length });
    const first = await upload(world, site, png(1));
    expect(first.data).toHaveLength(1);
    expect(await upload(world, site, png(2), png(3))).toMatchObject({
      code: 'quota_exceeded',
      used_bytes: png(1).length,
    });
    expect((await upload(world, site, png(1), png(2))).data).toHaveLength(2);
    expect((await upload(world, site, png(4))).code).toBe('quota_exceeded');
  });
});

test('[R72] a picture of more than 40 million pixels is refused by its header', async () => {
  await using world = await openWorld();
  const vast = Buffer.from(png(1));
  vast.writeUInt32BE(9000, 16);
  vast.writeUInt32BE(9000, 20);
  expect((await upload(world, await siteIn(world), Uint8Array.from(vast))).code).toBe('validation_failed');
});

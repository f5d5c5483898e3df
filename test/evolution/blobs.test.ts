/** Files of photos by hash: whole or in pieces, before their command or after it, and never anything that was not announced. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openProxy } from '../kit/proxy.ts';
import { openWorld, type World } from '../kit/world.ts';
import { exif, jpegWith, plainPng, secret } from '../photos/pictures.ts';

interface State {
  readonly received?: number;
  readonly complete?: boolean;
  readonly code?: string;
}

const picture = jpegWith(exif(6));
const hash = sha256(picture);

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function put(
  world: World,
  bytes: Uint8Array,
  name = sha256(bytes),
  more: { from?: number; total?: number; token?: string; url?: string; headers?: Record<string, string> } = {},
): Promise<State & { readonly status: number }> {
  const { from = 0, total = bytes.length, token = world.adminToken, url = world.url, headers = {} } = more;
  const range = `bytes ${from}-${from + bytes.length - 1}/${total}`;
  const response = await fetch(new URL(`/api/v1/sync/blobs/${name}`, url), {
    method: 'PUT',
    body: Uint8Array.from(bytes),
    headers: { authorization: `Bearer ${token}`, 'content-range': range, ...headers },
  });
  return { status: response.status, ...((await response.json()) as State) };
}

async function standing(world: World, name: string, token = world.adminToken): Promise<State> {
  const headers = { authorization: `Bearer ${token}` };
  return (await world.api<State>('GET', `/api/v1/sync/blobs/${name}`, undefined, headers)).body;
}

async function site(world: World, device = bareDevice(world)): Promise<string> {
  const [projectId, siteId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
  await device.push([
    create('project', projectId, { name: 'Block C' }),
    create('site', siteId, { project_id: projectId, name: 'East gate' }),
  ]);
  return siteId;
}

describe.each(engines)('files of devices on %s', (engine) => {
  test('[BL1] a file uploaded before its command is cleaned, and never served as sent', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world, await world.token('device'));
    const site_id = await site(world);
    expect(await put(world, picture)).toMatchObject({ status: 200, received: picture.length, complete: true });
    const id = world.app.commitContext.newId();
    const [result] = await device.push([create('photo', id, { site_id, sha256: hash, file_name: 'crack.jpg' })]);
    expect(result).toMatchObject({ status: 'applied', rev: 1 });
    const served = await world.api('GET', `/api/v1/photos/${id}`);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.text).not.toContain(secret);
    const row = await world.app.commitContext.store.db
      .selectFrom('record')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirst();
    const { sha256: keptHash, ...kept } = JSON.parse(row?.body ?? '{}') as JsonObject; // as stored
    expect(kept).toMatchObject({ site_id, file_name: 'crack.jpg', media_type: 'image/jpeg', sent_sha256: hash });
    expect(keptHash).not.toBe(hash);
    expect(row?.body).not.toContain('latitude');
    // The same file and the same command again change nothing.
    expect(await put(world, picture)).toMatchObject({ complete: true });
    const again = await bareDevice(world).push([
      create('photo', id, { site_id, sha256: hash, file_name: 'crack.jpg' }),
    ]);
    expect(again).toMatchObject([{ status: 'noop' }]);
  });

  test('[BL2] a photo command without its file is deferred, and takes effect with the file', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world, await world.token('device', undefined, 'Tablet 1'));
    const site_id = await site(world);
    const [photoId, incidentId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const commands = [
      { id: 1, command: create('photo', photoId, { site_id, sha256: hash }) },
      { id: 2, command: create('document', incidentId, { title: 'Lift', document_type: 'rams' }) },
    ];
    const statuses = (results: readonly CommandResult[]) => results.map(({ status }) => status);
    expect(statuses((await device.send(commands)).body.results)).toEqual(['deferred', 'applied']);
    expect(statuses((await device.send(commands)).body.results)).toEqual(['deferred', 'applied']);
    expect((await world.api('GET', `/api/v1/photos/${photoId}`)).status).toBe(404);
    await put(world, picture);
    const settled = await device.send(commands);
    expect(statuses(settled.body.results)).toEqual(['applied', 'applied']);
    expect((await device.send(commands)).text.replace(/"server_time.*/, '')).toBe(
      settled.text.replace(/"server_time.*/, ''),
    );
    expect((await world.api('GET', `/api/v1/photos/${photoId}`)).status).toBe(200);
    const entries = await world.app.commitContext.store.db.selectFrom('audit').select('entry').execute();
    const [entry] = entries.filter((row) => row.entry.includes(photoId));
    expect(JSON.parse(entry?.entry ?? '{}')).toMatchObject({ actor: { name: 'Tablet 1' } });
  });

  test('[BL2] a deferred command that the rules refuse then is listed as refused', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const photo = create('photo', world.app.commitContext.newId(), {
      site_id: world.app.commitContext.newId(),
      sha256: hash,
    });
    const sent = [{ id: 1, command: photo }];
    expect((await device.send(sent)).body.results).toMatchObject([{ status: 'deferred' }]);
    await put(world, picture);
    expect((await device.send(sent)).body.results).toMatchObject([
      { status: 'refused', problem: { code: 'reference_unknown' } },
    ]);
    const kept = await world.api<{ data: unknown[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data).toHaveLength(1);
  });

  test('[BL3] a file goes on where it was cut, at every cut, and over a restart of the server', async () => {
    await using world = await openWorld({ engine });
    const site_id = await site(world);
    let from = 0;
    for (const to of [1, 2, 100, Math.floor(picture.length / 2), picture.length - 1]) {
      const state = await put(world, picture.subarray(from, to), hash, { from, total: picture.length });
      expect(state).toMatchObject({ status: 200, received: to, complete: false });
      if (to === 100) await world.restart();
      expect(await standing(world, hash)).toEqual({ sha256: hash, received: to, complete: false });
      from = to;
    }
    const gap = await put(world, picture.subarray(5, 6), sha256(plainPng()), { from: 5, total: 9 });
    expect(gap).toMatchObject({ status: 409, code: 'conflict', received: 0 });
    expect(await put(world, picture.subarray(from), hash, { from, total: picture.length })).toMatchObject({
      complete: true,
    });
    const id = world.app.commitContext.newId();
    expect(await bareDevice(world).push([create('photo', id, { site_id, sha256: hash })])).toMatchObject([
      { status: 'applied' },
    ]);
  });

  test('[BL3] what came before the line was cut stays', async () => {
    await using world = await openWorld({ engine });
    await using proxy = await openProxy({ target: world.url });
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.from(picture.subarray(0, 200))),
      pull: async (controller) => {
        for (let tries = 0; (await standing(world, hash)).received !== 200; tries++) if (tries > 2000) break;
        proxy.cut();
        controller.error(new Error('no network'));
      },
    });
    const sending = fetch(new URL(`/api/v1/sync/blobs/${hash}`, proxy.url), {
      method: 'PUT',
      body: broken,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${world.adminToken}`,
        'content-range': `bytes 0-${picture.length - 1}/${picture.length}`,
      },
    } as RequestInit); // `duplex` is of Node's fetch
    await expect(sending).rejects.toThrow();
    expect(await standing(world, hash)).toMatchObject({ received: 200, complete: false });
    expect(await put(world, picture.subarray(200), hash, { from: 200, total: picture.length })).toMatchObject({
      complete: true,
    });
  });

  test('[BL4] a file that does not match its hash, is too large or is not a photo is not kept', async () => {
    await using world = await openWorld({ engine });
    const wrong = await put(world, plainPng(), hash);
    expect(wrong).toMatchObject({ status: 422, code: 'blob_mismatch' });
    expect(await standing(world, hash)).toMatchObject({ received: 0, complete: false });
    const text = Buffer.from('not a picture at all, but long enough to be looked at');
    expect(await put(world, text)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect(await standing(world, sha256(text))).toMatchObject({ received: 0, complete: false });
    const large = await put(world, picture, hash, { total: 15 * 1024 * 1024 + 1 });
    expect(large).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await standing(world, hash)).toMatchObject({ received: 0 });
  });

  test('[BL5] hostile names, ranges and encodings are refused with the fitting error', async () => {
    await using world = await openWorld({ engine });
    const names = ['..%2f..%2fetc%2fpasswd', hash.toUpperCase(), hash.slice(1), `${hash}0`, '__proto__', '%00', 'é'];
    for (const name of names) {
      expect((await put(world, picture, name)).status, name).toBe(422);
      expect((await world.api('GET', `/api/v1/sync/blobs/${name}`)).status, name).toBe(422);
    }
    const ranges = ['bytes */10', 'bytes 5-4/10', 'bytes 0-10/10', 'bytes -1-2/10', 'items 0-1/2', 'bytes 0-1/1e9', ''];
    for (const range of ranges)
      expect((await put(world, picture, hash, { headers: { 'content-range': range } })).status, range).toBe(400);
    const packed = await put(world, picture, hash, { headers: { 'content-encoding': 'gzip' } });
    expect(packed).toMatchObject({ status: 415 });
    expect(await put(world, picture, hash, { token: 'rk_live_nobody' })).toMatchObject({ status: 401 });
    expect(await standing(world, hash)).toMatchObject({ received: 0 });
    const command = create('photo', world.app.commitContext.newId(), { site_id: 7, sha256: ['x'] });
    expect(await bareDevice(world).push([command])).toMatchObject([{ status: 'refused' }]);
  });

  test('[BL6] another organisation sees nothing of a file, and its command waits for its own', async () => {
    await using world = await openWorld({ engine });
    const elsewhere = await world.token('owner', await world.organisation('Another firm'));
    await put(world, picture.subarray(0, 50), hash, { total: picture.length });
    expect(await standing(world, hash, elsewhere)).toMatchObject({ received: 0, complete: false });
    await put(world, picture.subarray(50), hash, { from: 50, total: picture.length });
    expect(await standing(world, hash)).toMatchObject({ complete: true });
    expect(await standing(world, hash, elsewhere)).toMatchObject({ received: 0, complete: false });
    const theirs = bareDevice(world, elsewhere);
    const photo = create('photo', world.app.commitContext.newId(), {
      site_id: world.app.commitContext.newId(),
      sha256: hash,
    });
    expect(await theirs.push([photo])).toMatchObject([{ status: 'deferred' }]);
  });

  test('[BL7] a photo beyond the quota is refused and listed, and its neighbours pass', async () => {
    await using world = await openWorld({ engine });
    const site_id = await site(world);
    await put(world, picture);
    await world.app.commitContext.store.transaction((trx) =>
      trx
        .updateTable('feed')
        .set({ settings: JSON.stringify({ photos: { quota_bytes: 10 } }) })
        .execute(),
    );
    const results = await bareDevice(world).push([
      create('photo', world.app.commitContext.newId(), { site_id, sha256: hash }),
      create('project', world.app.commitContext.newId(), { name: 'Block D' }),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual(['quota_exceeded', 'applied']);
  });

  test('[BL15] a caller without write access uploads nothing, and nobody beyond the quota', async () => {
    await using world = await openWorld({ engine });
    const viewer = await world.token('viewer');
    expect(await put(world, picture, hash, { token: viewer })).toMatchObject({ status: 403, code: 'forbidden' });
    await world.app.commitContext.store.transaction((trx) =>
      trx
        .updateTable('feed')
        .set({ settings: JSON.stringify({ photos: { quota_bytes: 100 } }) })
        .execute(),
    );
    const device = await world.token('device');
    const first = await put(world, picture.subarray(0, 50), hash, { token: device, total: picture.length });
    expect(first).toMatchObject({ code: 'quota_exceeded' });
    expect(await standing(world, hash)).toMatchObject({ received: 0, complete: false });
  });

  test('[BL16] of those who send one file at the same time, each hears that it is there', async () => {
    await using world = await openWorld({ engine });
    const half = Math.ceil(picture.length / 2);
    const slow = request(new URL(`/api/v1/sync/blobs/${hash}`, world.url), {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${world.adminToken}`,
        'content-range': `bytes 0-${picture.length - 1}/${picture.length}`,
      },
    });
    slow.write(picture.subarray(0, half));
    for (let received = 0; received === 0;) received = (await standing(world, hash)).received ?? 0;
    expect(await put(world, picture)).toMatchObject({ status: 200, complete: true });
    slow.end(picture.subarray(half));
    const [answer] = (await once(slow, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await json(answer)]).toMatchObject([200, { complete: true }]);
  });
});

test('[HR72] a waiting command changed past the server acts for nobody, and is refused', async () => {
  await using world = await openWorld();
  const [device, { store }] = [bareDevice(world, await world.token('device')), world.app.commitContext];
  const site_id = await site(world);
  const sent = [{ id: 1, command: create('photo', world.app.commitContext.newId(), { site_id, sha256: hash }) }];
  expect((await device.send(sent)).body.results).toMatchObject([{ status: 'deferred' }]);
  const changed = await store.transaction((trx) =>
    trx
      .updateTable('deferral')
      .set((eb) => ({ actor: eb.fn('replace', ['actor', eb.val('"device"'), eb.val('"owner"')]) }))
      .executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(1n);
  await put(world, picture);
  expect((await device.send(sent)).body.results).toMatchObject([
    { status: 'refused', problem: { code: 'forbidden', detail: expect.stringContaining('send it again') } },
  ]);
});

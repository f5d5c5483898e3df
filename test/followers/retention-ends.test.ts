/** Events, settled conflicts, exports, tokens and sent files end, each at its bound and not before (server/base/retention.ts). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { endSentFiles } from '../../server/followers/retention-of-files.ts';
import { insertSentFile } from '../../server/store/devices/sent-files.ts';
import { bareDevice, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { writeRecords } from '../store/record-rows.ts';
import { openWorld, type World } from '../kit/world.ts';

const day = 86_400_000;
/** `updated_at` only rises, so in a world whose clock stands still it is ahead by as many ms as there were writes. */
const stampMs = 100;

interface EventPage {
  readonly data: readonly { readonly sequence: number }[];
  readonly meta: { readonly next_after: string };
}

function eventsAfter(world: World, after: string) {
  return world.api<EventPage>('GET', `/api/v1/events?after=${after}`);
}

describe.each(engines)('retention on %s', (engine) => {
  test('[DB59] events go after 400 days, and a poller that missed some is told 410', async () => {
    await using world = await openWorld({ engine });
    await world.api('POST', '/api/v1/documents', { title: 'Roof', document_type: 'rams' });
    const { next_after: early } = (await eventsAfter(world, '0')).body.meta;
    await world.api('POST', '/api/v1/documents', { title: 'Wall', document_type: 'rams' });
    const { data, meta } = (await eventsAfter(world, '0')).body;
    expect(data).toHaveLength(2);
    world.clock.advance(400 * day);
    await world.app.retention.run();
    expect((await eventsAfter(world, '0')).body.data).toEqual(data);
    world.clock.advance(1);
    await world.api('POST', '/api/v1/documents', { title: 'Door', document_type: 'rams' });
    await world.app.retention.run();
    const left = (await eventsAfter(world, '0')).body.data;
    expect(left).toHaveLength(1);
    for (const after of [early, String(data[0]?.sequence)])
      expect(await eventsAfter(world, after)).toMatchObject({
        status: 410,
        body: { code: 'events_gone', oldest_sequence: left[0]?.sequence },
      });
    // Nothing is missing behind the last one that was deleted.
    expect((await eventsAfter(world, meta.next_after)).body.data).toEqual(left);
  });

  test('[MG39] what was merged is removed 400 days after the last edit, and not before', async () => {
    await using world = await openWorld({ engine });
    const [one, two] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, one);
    const write = (text: string, seen?: string) =>
      patch('hazard', hazardId, { description: text }, seen === undefined ? undefined : { description: seen });
    await one.push([write('1\n2\n3'), write('one\n2\n3')]);
    await two.push([write('1\n2\nthree', '1\n2\n3')]);
    const listed = async () =>
      (await world.api<{ data: { id: string; edits: number }[] }>('GET', '/api/v1/merged-edits')).body.data;
    const [merged] = await listed();
    world.clock.advance(400 * day);
    await world.app.retention.run();
    expect(await listed()).toMatchObject([{ edits: 1 }]);
    world.clock.advance(stampMs);
    await world.app.retention.run();
    expect(await listed()).toEqual([]);
    const rows = () => world.app.commitContext.store.db.selectFrom('record').where('id', '=', merged?.id ?? '');
    expect(await rows().select('deleted').execute()).toEqual([{ deleted: 1 }]);
    world.clock.advance(400 * day + stampMs);
    await world.app.retention.run();
    expect(await rows().select('deleted').execute()).toEqual([]);
  });

  test('[DB60] a settled conflict is removed after 400 days, an open one stays', async () => {
    await using world = await openWorld({ engine });
    const [one, two] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, one);
    for (const field of ['name', 'description']) {
      await one.push([patch('hazard', hazardId, { [field]: 'by one' })]);
      await two.push([patch('hazard', hazardId, { [field]: 'by two' }, { [field]: 'before' })]);
    }
    const listed = async () => {
      const { body } = await world.api<{ data: { id: string; state: string }[] }>('GET', '/api/v1/conflicts');
      return body.data;
    };
    const [settled, open] = await listed();
    await world.api('POST', `/api/v1/conflicts/${settled?.id}/settle`, { resolution: 'keep' });
    expect(await listed()).toHaveLength(2);
    world.clock.advance(400 * day);
    await world.app.retention.run();
    expect(await listed()).toHaveLength(2);
    world.clock.advance(stampMs);
    await world.app.retention.run();
    expect(await listed()).toMatchObject([{ id: open?.id }]);
    // Its tombstone stays as long again, for devices that hold it.
    const rows = () => world.app.commitContext.store.db.selectFrom('record').where('id', '=', settled?.id ?? '');
    expect(await rows().select('deleted').execute()).toEqual([{ deleted: 1 }]);
    world.clock.advance(400 * day + stampMs);
    await world.app.retention.run();
    expect(await rows().select('deleted').execute()).toEqual([]);
  });

  test('[DB61] a finished export is removed with its file after 90 days', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world), true);
    const { body } = await world.api<{ id: string }>('POST', `/api/v1/documents/${documentId}/export`, {
      format: 'docx',
    });
    const read = () => world.api<{ status: string; download_url: string }>('GET', `/api/v1/exports/${body.id}`);
    while ((await read()).body.status === 'queued') await world.app.exports.run();
    world.clock.advance(90 * day);
    await world.app.retention.run();
    const { download_url: link } = (await read()).body;
    expect((await fetch(link)).status).toBe(200);
    world.clock.advance(stampMs);
    await world.app.retention.run();
    expect((await read()).status).toBe(404);
    expect((await fetch(link)).status).toBe(404);
  });

  test('[DB62] a token is forgotten 400 days after it was revoked or expired', async () => {
    await using world = await openWorld({ engine });
    const { db } = world.app.commitContext.store;
    await world.token('device', undefined, 'Expires', { expiresAt: new Date(world.clock.now() + 1).toISOString() });
    await world.token('device', undefined, 'Stays');
    const { body } = await world.api<{ id: string }>('POST', '/api/v1/tokens', { name: 'Revoked', role: 'device' });
    expect((await world.api('POST', `/api/v1/tokens/${body.id}/revoke`)).status).toBe(200);
    const names = async () => (await db.selectFrom('token').select('name').execute()).map(({ name }) => name);
    world.clock.advance(400 * day);
    await world.app.retention.run();
    expect(await names()).toEqual(expect.arrayContaining(['Expires', 'Stays', 'Revoked']));
    world.clock.advance(2);
    await world.app.retention.run();
    expect((await names()).filter((name) => name === 'Expires' || name === 'Revoked')).toEqual([]);
    expect(await names()).toContain('Stays');
  });

  test('[DB63] a sent file without a photo goes after 400 days, one of a photo stays', async () => {
    await using world = await openWorld({ engine });
    const folder = await mkdtemp(join(tmpdir(), 'sitefile-blobs-'));
    await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    const [blobs, { commitContext }] = [openFileBlobs(folder, world.clock.now), world.app];
    await world.app.retention.run(); // the round of the start is over, and takes none of these
    const organisation = world.organisationId;
    const at = new Date(world.clock.now()).toISOString();
    const files: string[] = [];
    for (const content of ['unused', 'used']) {
      const { sha256 } = await blobs.put(organisation, Buffer.from(content), 100);
      await commitContext.store.transaction((trx) =>
        insertSentFile(trx, organisation, { sha256, photo: JSON.stringify({ sha256 }), at }),
      );
      files.push(sha256);
    }
    const [unused = '', used = ''] = files;
    const photo = { kind: 'photo', body: JSON.stringify({ sha256: used }) };
    await writeRecords(commitContext.store, organisation, [photo]);
    const end = () =>
      endSentFiles({ commitContext, blobs }, organisation, new Date(world.clock.now() - 400 * day).toISOString(), 10);
    world.clock.advance(400 * day);
    expect(await end()).toBe(0);
    world.clock.advance(1);
    expect(await end()).toBe(2);
    expect([await blobs.look(organisation, unused), await blobs.look(organisation, used)]).toEqual(['gone', 'sound']);
  });
});

/** A tablet whose disk is full to the last byte: a small file system of its own, which takes the rights to mount one. */
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../client-sdk/disk/database.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { smallDisk } from '../kit/small-disk.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { openGateway } from '../sdk/support/gateway.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { signUntilRefused } from './sign-until-refused.ts';

const canMount = mayMount();

function mayMount(): boolean {
  using disk = smallDisk(1);
  return disk !== null;
}

/** A folder on a file system of its own. */
function smallFolder(megabytes: number): string {
  const disk = smallDisk(megabytes);
  if (disk === null) throw new Error('no disk could be mounted');
  onTestFinished(() => disk[Symbol.dispose]());
  return disk.folder;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Leaves no byte; returns what gives the room back. */
function fill(folder: string): () => void {
  const filler = join(folder, `filler-${crypto.randomUUID()}`);
  writeFileSync(filler, Buffer.alloc(freeBytes(folder)));
  return () => rmSync(filler);
}

describe.runIf(canMount)('a disk of its own', () => {
  test('[DV195] with 0 bytes free, new work is refused, and what waits is exported and delivered', async () => {
    await using world = await openWorld();
    const folder = smallFolder(40);
    const file = join(folder, 'device.sqlite');
    await using tablet = await openTablet(world, { seed: 1, place: { storage: () => durableStorage({ file }) } });
    const { documentId } = await approvedDocument(tablet);
    for (let i = 0; i < 5; i++)
      await tablet.sign({ document_id: documentId, worker: { name: `Ola ${i}` }, signature: ink() });
    await tablet.sync();
    const waiting: string[] = [];
    for (let i = 0; i < 20; i++)
      waiting.push(await tablet.sign({ document_id: documentId, worker: { name: `Jan ${i}` }, signature: ink() }));

    const give = [fill(folder)];
    const { taken, refusal } = await signUntilRefused(tablet, documentId);
    expect(refusal).toMatchObject({ name: 'StorageError', fault: 'full' });
    waiting.push(...taken);
    give.push(fill(folder));
    expect(freeBytes(folder)).toBe(0);
    expect(tablet.status).toMatchObject({ storage: 'full', waiting: waiting.length, refused: 0 });
    const text = await tablet.outbox.exportUnsent({ passphrase: 'a long enough passphrase' });
    expect(text.length).toBeGreaterThan(1000);

    // What the server sent of it may not fit; the answers do.
    const outcome = await tablet.sync().then(
      () => 'complete',
      ({ cause }: { readonly cause?: { readonly fault?: string } }) => cause?.fault,
    );
    expect(['complete', 'full']).toContain(outcome);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
    await using office = await openTablet(world, { seed: 2 });
    await office.sync();
    expect((await office.signoffs.find()).map(({ id }) => id)).toEqual(expect.arrayContaining(waiting));
    await expect(
      tablet.sign({ document_id: documentId, worker: { name: 'Per' }, signature: ink() }),
    ).rejects.toMatchObject({ fault: 'full' });

    for (const giveBack of give) giveBack();
    const last = await tablet.sign({ document_id: documentId, worker: { name: 'Ida' }, signature: ink() });
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect((await tablet.signoffs.find()).map(({ id }) => id)).toEqual(expect.arrayContaining([...waiting, last]));
    expect(tablet.status).toMatchObject({ storage: 'ok', waiting: 0 });
    expect(existsSync(`${file}-reserve`)).toBe(true);
  });

  test('[DV202] with 0 bytes free, what waits is delivered to a server that was restored', async () => {
    await using world = await openWorld();
    const through = await openGateway(() => world.url);
    const folder = smallFolder(32);
    const place = { storage: () => durableStorage({ file: join(folder, 'device.sqlite') }) };
    await using tablet = await openTablet(world, { seed: 1, place, server: through.url });
    await tablet.sync();
    const restore = await world.backUp();
    for (let i = 0; i < 20; i++) await tablet.documents.create({ title: `Lift ${i}`, document_type: 'rams' });
    await tablet.sync();
    const id = await tablet.documents.create({ title: 'Waits', document_type: 'rams' });
    fill(folder);
    await restore();
    await tablet.sync().catch(() => undefined);
    expect((await world.api('GET', `/api/v1/documents/${id}`)).status).toBe(200);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV202] with 0 bytes free, a log-out with `keep` leaves nothing but the outbox', async () => {
    await using world = await openWorld();
    const folder = smallFolder(32);
    const place = { storage: () => durableStorage({ file: join(folder, 'device.sqlite') }) };
    await using tablet = await openTablet(world, { seed: 1, place });
    for (let i = 0; i < 200; i++)
      await tablet.documents.create({ title: `Lift ${i} ${'y'.repeat(100)}`, document_type: 'rams' });
    await tablet.sync();
    await tablet.documents.create({ title: 'Waits', document_type: 'rams' });
    fill(folder);
    await tablet.logOut({ keep: true });
    await using next = await openTablet(world, { seed: 2, place, server: 'http://127.0.0.1:9' });
    expect((await next.documents.find()).map(({ title }) => title)).toEqual(['Waits']);
  });

  test('[ST26] a removal on a full disk succeeds, and its text goes once there is room', async () => {
    const folder = smallFolder(40);
    const file = join(folder, 'device.sqlite');
    const open = (name: string) => openDatabase(durableStorage({ file }), name);
    const [north, south] = [await open('north'), await open('south')];
    const rows = (word: string) =>
      Array.from({ length: 300 }, (_, i) => ({ key: `command-${i}`, value: { text: `${word} ${i} `.repeat(1000) } }));
    await north.journal.write({ put: rows('north') });
    await south.journal.write({ put: rows('south') });
    const giveBack = fill(folder);
    await north.remove();
    await south.journal.write({ remove: ['command-1'], purpose: 'answer' });
    await south.close();
    giveBack();

    const again = await open('south');
    await again.journal.write({ put: [{ key: 'command-301', value: { text: 'room again' } }] });
    expect(await again.journal.range()).toHaveLength(300);
    await again.close();
    expect(readFileSync(file).includes('north 7 ')).toBe(false);
  });
});

describe.runIf(canMount)('a server on a disk of its own', () => {
  test('[HR31] with 0 bytes free /readyz says so and writes are refused, until there is room', async () => {
    const folder = smallFolder(24);
    await using world = await openWorld({ environment: { DATA_DIR: folder } });
    const write = async () => (await world.api('POST', '/api/v1/projects', { name: 'Block C' })).status;
    const ready = async () => (await world.api('GET', '/readyz')).body;
    expect(await write()).toBe(201);
    const giveBack = fill(folder);
    while ((await write()) === 201); // what the log had room for
    expect(await ready()).toMatchObject({ status: 'unavailable', writable: false });
    giveBack();
    world.clock.advance(1000);
    expect(await ready()).toMatchObject({ status: 'ready', writable: true });
    expect(await write()).toBe(201);
  });
});

/** A device's file that was damaged at rest (contract, Device, DV169 and DV170). */
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError, SyncError, type Device } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { DurableFileError } from '../../client-sdk/storage/durable-file-error.ts';
import { openChance } from '../kit/clock.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';

const words = 'KEEP 3 METRES';

/** A file with thirty hazards, all settled, its log beside it, and what the server has. */
async function openGround(world: World, file: string): Promise<string> {
  const device = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 2 });
  const documentId = await device.documents.create({ title: 'Glulam lift', document_type: 'rams' });
  for (let i = 0; i < 30; i++) await device.hazards.create({ document_id: documentId, name: `${words} ${i}` });
  await device.sync();
  copyFileSync(`${file}-wal`, `${file}.log`);
  copyFileSync(file, `${file}.begun`);
  const shown = await textOf(device);
  await device.close();
  return shown;
}

async function textOf(device: Device): Promise<string> {
  const [documents, hazards] = [await device.documents.find(), await device.hazards.find()];
  return JSON.stringify([documents, hazards.toSorted((a, b) => (a.id < b.id ? -1 : 1))]);
}

function isKnownFailure(error: unknown): boolean {
  return [SyncError, StorageError, DurableFileError].some((known) => error instanceof known);
}

/** Opens the file, syncs, verifies: what is shown then; null if the file was refused. */
async function shownAfter(world: World, file: string): Promise<string | null> {
  let device: Device | undefined;
  try {
    device = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 3 });
    await device.sync();
    while (!(await device.verify()));
    return await textOf(device);
  } catch (error) {
    if (isKnownFailure(error)) return null;
    throw error;
  } finally {
    await device?.close();
  }
}

test('[DV169] one byte changed on disk under an open device is noticed and repaired', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'device.sqlite');
  const shown = await openGround(world, file);
  const device = await openTablet(world, { place: { storage: () => durableStorage({ file }) }, seed: 3 });
  expect(await device.verify()).toBe(true);
  const bytes = readFileSync(file);
  // The row, and what rebalanced pages still keep of it.
  for (let at = bytes.indexOf(`${words} 7`); at >= 0; at = bytes.indexOf(`${words} 7`, at)) bytes.write('1', at + 5);
  writeFileSync(file, bytes);
  expect(await device.verify()).toBe(false);
  expect(await device.verify()).toBe(true);
  expect(await textOf(device)).toBe(shown);
  await device.close();
  expect(await shownAfter(world, file)).toBe(shown);
});

describe('a file damaged at rest', () => {
  test('[DV170] 200 flipped bits never leave a wrong record that counts as verified', async () => {
    await using world = await openWorld();
    const folder = temporaryFolder();
    const file = join(folder, 'device.sqlite');
    const shown = await openGround(world, file);
    const whole = readFileSync(file);
    const chance = openChance(9);
    const wrong: object[] = [];
    let refused = 0;
    for (let i = 0; i < 200; i++) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(chance.next() * bytes.length);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(chance.next() * 8)), at);
      for (const log of ['-wal', '-shm']) rmSync(`${file}${log}`, { force: true });
      writeFileSync(file, bytes);
      const after = await shownAfter(world, file);
      if (after === null) refused++;
      else if (after !== shown) wrong.push({ i, at });
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeLessThan(100);
  });

  test('[DV170] a log cut off at 60 places never leaves a wrong record that counts as verified', async () => {
    await using world = await openWorld();
    const file = join(temporaryFolder(), 'device.sqlite');
    const shown = await openGround(world, file);
    const chance = openChance(10);
    const size = readFileSync(`${file}.log`).length;
    const wrong: number[] = [];
    for (let i = 0; i < 60; i++) {
      rmSync(`${file}-shm`, { force: true });
      copyFileSync(`${file}.begun`, file);
      copyFileSync(`${file}.log`, `${file}-wal`);
      truncateSync(`${file}-wal`, Math.floor(chance.next() * size));
      const after = await shownAfter(world, file);
      if (after !== null && after !== shown) wrong.push(i);
    }
    expect(wrong).toEqual([]);
  });
});

/** Files of photos and sheets that come slowly, or are cut on their way to a device (contract, Devices). */
import { afterEach, expect, test, vi } from 'vitest';
import { Patience } from '../../client-sdk/base/patience.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { plainJpeg, plainPng } from '../photos/pictures.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('[DV236] a file that is cut holds up no other, and is fetched in the next run', async () => {
  await using world = await openWorld();
  await using office = await openTablet(world);
  const site_id = await office.sites.create({
    name: 'East gate',
    project_id: await office.projects.create({ name: 'C' }),
  });
  const first = await office.addPhoto({ site_id, bytes: Uint8Array.from(plainPng()) });
  const second = await office.addPhoto({ site_id, bytes: Uint8Array.from(plainJpeg()) });
  await office.sync();
  let isCut = true;
  const line: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (!isCut || !String(url).endsWith(first)) return response;
    return new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }));
  };
  await using tablet = await openTablet(world, { seed: 2, fetch: line });
  await tablet.sync();
  const held = async () => Promise.all([first, second].map(async (id) => Boolean(await tablet.pictures.read(id))));
  await expect(tablet.pictures.keep([first, second])).rejects.toMatchObject({ fault: 'offline' });
  expect(await held()).toEqual([false, true]);
  isCut = false;
  await tablet.pictures.keep([first, second]);
  expect(await held()).toEqual([true, true]);
});

test('[DV236] a download ends when nothing comes for the time limit, however long it takes', async () => {
  vi.useFakeTimers();
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const response = (): Response =>
    new Response(new ReadableStream({ start: (controller) => void (send = controller) }));
  const steady = new Patience(1000);
  const file = steady.read(response());
  for (let i = 0; i < 9; i++) {
    await vi.advanceTimersByTimeAsync(999);
    send?.enqueue(Uint8Array.of(i));
    await vi.advanceTimersByTimeAsync(0);
  }
  send?.close();
  expect([(await file).size, steady.signal.aborted]).toEqual([9, false]);
  steady.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(steady.signal.aborted).toBe(false);
  const silent = new Patience(1000);
  void silent.read(response());
  await vi.advanceTimersByTimeAsync(999);
  expect(silent.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(silent.signal.aborted).toBe(true);
});

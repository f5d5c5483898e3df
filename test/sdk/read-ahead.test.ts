/** Read-ahead of pages: the next is requested while one is stored, and wrong response headers lose nothing. */
import { beforeAll, afterAll, expect, test } from 'vitest';
import { nextCursorHeader, type PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { shownBy } from '../kit/shown-by.ts';
import { places } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';

const [projects, pageRows] = [2_500, 1_000];
let world: World;

beforeAll(async () => {
  world = await openWorld();
  const office = bareDevice(world);
  for (let made = 0; made < projects; made += 100)
    await office.push(
      Array.from({ length: 100 }, (_, i) =>
        create('project', world.app.commitContext.newId(), { name: `Plot ${made + i}` }),
      ),
    );
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * A network that changes the headers of each pull response. `cursors` = of the requests, in their order; `holds` = a page that names the
 * next one ends only once that is requested.
 */
function through(cursors: (string | null)[], alter: (headers: Headers) => void, holds = false): typeof fetch {
  let release = (): void => undefined;
  return async (input, init) => {
    if (!String(input).endsWith('/sync/pull')) return await fetch(input, init);
    cursors.push((JSON.parse(String(init?.body)) as { readonly cursor: string | null }).cursor); // a request of the device
    release();
    const response = await fetch(input, init);
    const headers = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    alter(headers);
    const { promise: next, resolve } = Promise.withResolvers<void>();
    release = resolve;
    if (!holds || !headers.has(nextCursorHeader)) resolve();
    const text = response.text().then((all) => next.then(() => all));
    const { status } = response;
    return Object.assign(new Response(null, { status, headers }), { text: () => text });
  };
}

test('[DV122] while a page is read, the next is already requested, each once and in order', async () => {
  const cursors: (string | null)[] = [];
  await using device = await openTablet(world, { fetch: through(cursors, () => undefined, true) });
  await device.sync();
  expect(cursors).toHaveLength(Math.ceil(projects / pageRows));
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(await shownBy(device)).toHaveLength(projects);
});

test.each([
  ['says nothing', (headers: Headers) => headers.delete(nextCursorHeader)],
  ['says nonsense', (headers: Headers) => headers.set(nextCursorHeader, 'nonsense')],
  ['names a page where none follows', (headers: Headers) => headers.set(nextCursorHeader, 'MS4xLng')],
] as const)('[DV123] if a response header %s, the replica is still right', async (_what, alter) => {
  await using device = await openTablet(world, { fetch: through([], alter) });
  await device.sync();
  expect(await shownBy(device)).toHaveLength(projects);
  expect(await device.verify()).toBe(true);
});

test.each(places)('[DV124] a record that changes during the first snapshot ends right: %s', async (_name, newPlace) => {
  const office = bareDevice(world);
  const [read] = await bareDevice(world).pull();
  const id = read && 'id' in read ? read.id : '';
  const name = `Plot of ${world.app.commitContext.newId()}`;
  let pulls = 0;
  await using device = await openTablet(world, {
    place: newPlace(),
    fetch: async (input, init) => {
      // The first page had the old record; the last page brings it again.
      if (String(input).endsWith('/sync/pull') && ++pulls === 2)
        await office.push([{ op: 'patch', kind: 'project', id, set: { name } }]);
      return await fetch(input, init);
    },
  });
  await device.sync();
  expect((await device.projects.get(id))?.name).toBe(name);
  expect(await device.verify()).toBe(true);
});

test('[DV125] a row lost during the first snapshot is detected at its end and refetched', async () => {
  let pulls = 0;
  await using device = await openTablet(world, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/sync/pull') || ++pulls !== 2) return response;
      const page = (await response.json()) as PullReply; // of the server itself
      return Response.json({ ...page, ops: page.ops.slice(1) });
    },
  });
  await device.sync();
  expect(await shownBy(device)).toHaveLength(projects);
  expect(device.status.mismatches).toBe(1);
});

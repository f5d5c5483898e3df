/** Who else has a document open, told on the stream (contract, Web). */
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { watchPresence, watchServer } from '../../client-sdk/presence.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Watcher extends Disposable {
  /** Resolves when these are the others. */
  sees(...names: readonly string[]): Promise<void>;
  /** How often somebody was told of. */
  readonly told: readonly (readonly string[])[];
}

function watch(world: World, token: string, document: string, entry: string | null = null): Watcher {
  const told: string[][] = [];
  let look: () => void = () => undefined;
  const end = watchPresence({
    server: world.url,
    token,
    document,
    entry,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, // as far as it is used
    random: () => 0,
    onPeople: (people) => {
      told.push(people.map(({ name, entry: at }) => (at ? `${name} at ${at}` : name)));
      look();
    },
  });
  return {
    told,
    sees: (...names) =>
      new Promise((resolve) => {
        look = () => void (told.at(-1)?.join() === names.join() && told.length > 0 && resolve());
        look();
      }),
    [Symbol.dispose]: end,
  };
}

async function withDocuments(world: World) {
  const [a, b, inA, inB] = [1, 2, 3, 4].map(() => world.app.commitContext.newId()) as [string, string, string, string];
  await bareDevice(world).push([
    create('project', a, { name: 'Harrow Lane' }),
    create('project', b, { name: 'Mill Road' }),
    create('document', inA, { title: 'Glulam lift', document_type: 'rams', project_id: a }),
    create('document', inB, { title: 'Soft strip', document_type: 'rams', project_id: b }),
  ]);
  return { a, b, inA, inB };
}

describe.each(engines)('presence on %s', (engine) => {
  test('[WB777] who leaves a document and comes back on the same stream is told again', async () => {
    await using world = await openWorld({ engine });
    const { inA } = await withDocuments(world);
    using paul = watch(world, await world.token('viewer', undefined, 'Paul'), inA);
    const told: string[] = [];
    let look: () => void = () => undefined;
    const priya = watchServer({
      server: world.url,
      token: await world.token('author', undefined, 'Priya'),
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, // as far as it is used
      onPeople: (people) => {
        told.push(people.map(({ name }) => name).join());
        look();
      },
    });
    const isTold = (times: number): Promise<void> =>
      new Promise((resolve) => (look = () => void (told.length >= times && resolve())));
    const first = isTold(1);
    priya.open(inA);
    await Promise.all([first, paul.sees('Priya')]);
    priya.open(null);
    await paul.sees();
    const second = isTold(2);
    priya.open(inA);
    await second;
    expect(told).toEqual(['Paul', 'Paul']);
    priya.close();
  });

  test('[WB25] who has a document open is told who and where the others are until they leave', async () => {
    await using world = await openWorld({ engine });
    const { inA, inB } = await withDocuments(world);
    const [priya, paul] = [
      await world.token('author', undefined, 'Priya'),
      await world.token('viewer', undefined, 'Paul'),
    ];
    using first = watch(world, priya, inA);
    await first.sees();
    using elsewhere = watch(world, await world.token('author', undefined, 'Ada'), inB);
    {
      using second = watch(world, paul, inA);
      await Promise.all([first.sees('Paul'), second.sees('Priya')]);
      const hazard = world.app.commitContext.newId();
      using sameAgain = watch(world, paul, inA, hazard);
      await Promise.all([sameAgain.sees('Priya'), first.sees(`Paul at ${hazard}`)]);
    }
    await first.sees();
    await elsewhere.sees();
    expect(first.told).not.toContainEqual(['Paul', 'Paul']);
    expect(elsewhere.told.flat()).toEqual([]);
    const { body } = await world.api<{ data: readonly { event: string }[] }>('GET', '/api/v1/events?after=0');
    expect(body.data.filter(({ event }) => event !== 'document.created')).toEqual([]);
  });

  test('[WB25] nobody is told of a document that they may not read, and nobody is told of them', async () => {
    await using world = await openWorld({ engine });
    const { a, inA, inB } = await withDocuments(world);
    const { token: limited } = await limitedToken(world, [a]);
    using reader = watch(world, await world.token('author', undefined, 'Priya'), inB);
    await reader.sees();
    using outsider = watch(world, limited, inB);
    using insider = watch(world, limited, inA);
    await insider.sees();
    using witness = watch(world, await world.token('author', undefined, 'Ada'), inB);
    await Promise.all([witness.sees('Priya'), reader.sees('Ada')]);
    expect(outsider.told).toEqual([]);
  });

  test('[WB318] who loses the project of a document is named no more there, and told of nobody', async () => {
    await using world = await openWorld({ engine });
    const { a, b, inA } = await withDocuments(world);
    const { token: limited, limitTo } = await limitedToken(world, [a]);
    using reader = watch(world, await world.token('author', undefined, 'Priya'), inA);
    using insider = watch(world, limited, inA);
    await Promise.all([reader.sees('admin'), insider.sees('Priya')]);
    await limitTo([b]);
    await world.app.stream.check();
    await Promise.all([reader.sees(), insider.sees()]);
    const frames = reader.told.length;
    await world.app.stream.check();
    expect(reader.told).toHaveLength(frames);
  });
});

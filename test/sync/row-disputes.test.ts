/** Rows of a section that an office and a tablet write at once: what applies, what is disputed, and what settling it leaves. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Open {
  readonly id: string;
  readonly now: unknown;
}

const of = (...items: readonly string[]): JsonObject => ({ items });

async function sectionOf(world: World, ...items: readonly string[]) {
  const body = { title: 'T', document_type: 'rams' };
  const { id: document } = (await world.api<{ id: string }>('POST', '/api/v1/documents', body)).body;
  const path = `/api/v1/documents/${document}/sections`;
  const asked = { title: 'S', section_type: 'custom', data: of(...items) };
  const { id } = (await world.api<{ id: string }>('POST', path, asked)).body;
  const now = async () => (await world.api<{ data: { items: string[] } }>('GET', `${path}/${id}`)).body.data.items;
  const open = async () => (await world.api<{ data: Open[] }>('GET', '/api/v1/conflicts?status=open')).body.data;
  const tablet = async () => {
    const device = await world.device({ token: await world.token('device') });
    await device.sync();
    const first = await device.sections.get(id);
    if (!first) throw new Error('the tablet has no section');
    let shown: typeof first = first;
    /** As its form does, which goes on from its own words. */
    const write = async (...rows: readonly string[]): Promise<void> => {
      const data = of(...rows) as typeof first.data;
      await device.sections.patch(id, { data }, shown);
      shown = { ...shown, data };
      await device.sync();
    };
    return { write, shows: async () => (await device.sections.get(id))?.data };
  };
  return {
    now,
    open,
    tablet,
    office: async (...rows: readonly string[]) =>
      world.api('PATCH', `${path}/${id}`, { data: of(...rows), was: { data: of(...(await now())) } }),
    settle: async (resolution: 'keep' | 'take', more: (conflict: Open | undefined) => object = () => ({})) => {
      const [conflict] = await open();
      const { status } = await world.api('POST', `/api/v1/conflicts/${conflict?.id}/settle`, {
        resolution,
        ...more(conflict),
      });
      expect(status).toBe(200);
    },
  };
}

test('[MG42] rows that nobody disputes are in the draft, and stay when one is settled', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Guard', 'Blade', 'Cable');
  const { write, shows } = await tablet();
  await office('Guard fitted', 'Blade', 'Cable');
  await write('Guard closed', 'Blade', 'Cable tested', 'RCD trips in 30 ms');
  const merged = ['Guard fitted', 'Blade', 'Cable tested', 'RCD trips in 30 ms'];
  expect([await now(), await shows()]).toEqual([merged, of(...merged)]);
  await settle('keep');
  expect([await now(), await open()]).toEqual([merged, []]);
});

test('[MG42] who writes on has one dispute with the last words; other rows go on', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Guard', 'Blade', 'Cable');
  const { write, shows } = await tablet();
  await office('Guard fitted', 'Blade', 'Cable');
  await write('Guard closed', 'Blade', 'Cable tested');
  await office('Guard fitted', 'Blade new', 'Cable tested', 'Key');
  await write('Guard closed', 'Blade', 'Cable tested today');
  await write('Guard closed and locked', 'Blade', 'Cable tested today', 'RCD');
  const merged = ['Guard fitted', 'Blade new', 'Cable tested today'];
  expect((await now()).slice(0, 3)).toEqual(merged);
  expect((await now()).slice(3).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['Key', 'RCD']);
  expect(await shows()).toEqual(of(...(await now())));
  expect(await open()).toHaveLength(1);
  const others = (await now()).slice(1);
  await settle('take');
  expect([await now(), await open()]).toEqual([['Guard closed and locked', ...others], []]);
});

test('[MG18] to take the other value keeps the rows that were added since it was shown', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Gust 9', 'Rain 5');
  const { write } = await tablet();
  await office('Gust 8', 'Rain 5');
  await write('Gust 7', 'Rain 5');
  await office('Gust 8', 'Rain 5', 'Ice', 'Fog');
  await settle('take', (conflict) => ({ seen: conflict?.now }));
  expect([await now(), await open()]).toEqual([['Gust 7', 'Rain 5', 'Ice', 'Fog'], []]);
});

test('[MG45] who takes back what the office did not keep gets what it kept, once', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Saw', 'Drill');
  const { write, shows } = await tablet();
  await office('Saw with guard', 'Drill');
  await write('Drill');
  await settle('keep');
  await write('Saw', 'Drill');
  expect([await now(), await open()]).toEqual([['Saw with guard', 'Drill'], []]);
  await write('Saw', 'Drill', 'Lamp');
  expect([await now(), await shows()]).toEqual([
    ['Saw with guard', 'Drill', 'Lamp'],
    of('Saw with guard', 'Drill', 'Lamp'),
  ]);
});

test('[MG45] who goes on with other rows after that leaves what was decided', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Saw', 'Drill');
  const { write } = await tablet();
  await office('Saw with guard', 'Drill');
  await write('Saw, blunt', 'Drill');
  await settle('keep');
  await write('Saw, blunt', 'Drill', 'Lamp');
  expect([await now(), await open()]).toEqual([['Saw with guard', 'Drill', 'Lamp'], []]);
});

test('[MG45] a removal that the office took can be taken back', async () => {
  await using world = await openWorld();
  const { tablet, office, settle, now, open } = await sectionOf(world, 'Saw', 'Drill');
  const { write } = await tablet();
  await office('Saw with guard', 'Drill');
  await write('Drill');
  await settle('take');
  await write('Saw', 'Drill');
  expect([await now(), await open()]).toEqual([['Saw', 'Drill'], []]);
});

/** Two tablets with open forms and REST write rows of one section, by chance, and somebody settles: `SEEDS=10` runs longer. */
import { expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { openWorld, type World } from '../kit/world.ts';

type Rows = readonly string[];
type Data = { readonly items: Rows };
interface Kept {
  readonly id: string;
  readonly theirs: Data;
  readonly mine: Data;
  readonly state: 'open' | 'settled';
}

const count = 12 * Number(process.env['SEEDS'] ?? 1);

async function openSite(world: World) {
  const body = { title: 'T', document_type: 'rams' };
  const { id: document } = (await world.api<{ id: string }>('POST', '/api/v1/documents', body)).body;
  const path = `/api/v1/documents/${document}/sections`;
  const asked = { title: 'S', section_type: 'custom', data: { items: ['b0', '', 'b1', 'b2', ''] } };
  const { id } = (await world.api<{ id: string }>('POST', path, asked)).body;
  const authorization = `Bearer ${await world.token('author', undefined, 'Office')}`;
  const now = async (): Promise<Rows> => (await world.api<{ data: Data }>('GET', `${path}/${id}`)).body.data.items;
  return {
    now,
    put: (items: Rows, seen: Rows) =>
      world.api('PATCH', `${path}/${id}`, { data: { items }, was: { data: { items: seen } } }, { authorization }),
    conflicts: async () => (await world.api<{ data: Kept[] }>('GET', '/api/v1/conflicts?per_page=100')).body.data,
    tablet: async (name: string) => {
      const device = await world.device({ token: await world.token('device', undefined, name) });
      await device.sync();
      const read = async () => {
        const section = await device.sections.get(id);
        if (!section) throw new Error('the tablet has no section');
        return section;
      };
      const rowsOf = ({ data }: Awaited<ReturnType<typeof read>>): Rows => (data as unknown as Data).items; // as written here
      let form = await read();
      return {
        name,
        reopen: async () => void (form = await read()),
        write: async (change: (rows: Rows) => Rows) => {
          const data = { items: change(rowsOf(form)) } as unknown as typeof form.data;
          await device.sections.patch(id, { data }, form);
          form = { ...form, data };
        },
        sync: () => device.sync(),
        shows: async () => rowsOf(await read()),
      };
    },
  };
}

/** What is wrong when everything was sent, by seed; empty if nothing is. */
async function play(seed: number): Promise<readonly string[]> {
  const chance = openChance(seed);
  await using world = await openWorld({ seed });
  const { now, put, conflicts, tablet } = await openSite(world);
  const tablets = [await tablet('A'), await tablet('B')];
  const [written, gone] = [new Set<string>(), new Set<string>()];
  const change = (by: string) => (rows: Rows) => {
    const [kind, at] = [chance.next(), chance.below(rows.length)];
    const row = chance.next() < 0.2 ? '' : `${by}${written.size}`;
    const add = kind < 0.45 || rows.length === 0;
    if (!add) gone.add(rows[at] ?? '');
    if (add || kind < 0.85) written.add(row);
    if (add) return rows.toSpliced(chance.below(rows.length + 1), 0, row);
    return kind < 0.85 ? rows.with(at, row) : rows.toSpliced(at, 1);
  };
  for (let i = 0; i < 24; i++) {
    const [kind, by] = [chance.next(), chance.pick(tablets)];
    if (kind < 0.1) {
      const conflict = (await conflicts()).find(({ state }) => state === 'open');
      const resolution = chance.pick(['keep', 'take']);
      if (conflict) await world.api('POST', `/api/v1/conflicts/${conflict.id}/settle`, { resolution });
    } else if (kind < 0.25) {
      const seen = await now();
      await put(change('R')(seen), seen);
    } else if (kind < 0.7) {
      if (chance.next() < 0.25) await by.reopen();
      await by.write(change(by.name));
    } else await by.sync();
  }
  for (const each of [...tablets, ...tablets]) await each.sync();
  const rows = await now();
  const kept = (await conflicts()).flatMap(({ theirs, mine }) => [...theirs.items, ...mine.items]);
  const lost = [...written].filter((row) => !gone.has(row) && !rows.includes(row) && !kept.includes(row));
  const doubled = rows.filter((row, i) => row !== '' && rows.indexOf(row) !== i);
  const shown = await Promise.all(tablets.map((each) => each.shows()));
  return [
    ...lost.map((row) => `${row} is lost`),
    ...doubled.map((row) => `${row} is there twice`),
    ...shown.filter((each) => each.join() !== rows.join()).map((each) => `${each.join()} is not ${rows.join()}`),
  ];
}

test('[MG48] two tablets and REST lose and double no row, and show the same (12 histories)', async () => {
  for (let seed = 1; seed <= count; seed++) expect(await play(seed), `seed ${seed}`).toEqual([]);
});

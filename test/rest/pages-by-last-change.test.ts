/** Lists by `updated_since` that are read by page while others edit (contract, REST, R17; decision pages-by-last-change). */
import { describe, expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openWorld, type Answer, type World } from '../kit/world.ts';

interface List {
  readonly data: readonly { readonly id: string; readonly updated_at: string }[];
  readonly meta: { readonly total: number; readonly last_page: number; readonly next_cursor: string | null };
}

const start = '2026-01-01T00:00:00Z';

async function makeMany(world: World, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = { title: `Roof ${i}`, document_type: 'rams' };
    ids.push((await world.api<{ id: string }>('POST', '/api/v1/documents', body)).body.id);
  }
  return ids;
}

function edit(world: World, id: string | undefined): Promise<unknown> {
  return world.api('PUT', `/api/v1/documents/${id}`, { title: 'Changed' });
}

function page(world: World, number: number, since = start): Promise<Answer<List>> {
  return world.api<List>('GET', `/api/v1/documents?updated_since=${since}&per_page=20&page=${number}`);
}

function idsOf(...answers: readonly Answer<List>[]): string[] {
  return answers.flatMap(({ body }) => body.data.map(({ id }) => id)).toSorted();
}

describe.each(engines)('on %s', (engine) => {
  test('[R17] page after page misses nothing while rows before the page are edited or removed', async () => {
    await using world = await openWorld({ engine });
    const ids = await makeMany(world, 60);
    const first = await page(world, 1);
    for (const id of [ids[3], ids[7], ids[25]]) await edit(world, id);
    const second = await page(world, 2);
    await world.api('DELETE', `/api/v1/documents/${ids[1]}`);
    await edit(world, ids[22]);
    const third = await page(world, 3);
    expect(third.body.meta).toMatchObject({ last_page: 4 });
    const read = idsOf(first, second, third, await page(world, 4));
    expect([...new Set(read)]).toEqual(ids.toSorted());
  });

  test('[R17] a poller that continues from the last time it read hears of every change', async () => {
    await using world = await openWorld({ engine });
    const ids = await makeMany(world, 60);
    const seen = new Map<string, string>();
    let since = start;
    let edits = 0;
    for (let round = 0; round < 3; round++) {
      const from = since;
      for (let number = 1, last = 1; number <= last; number++) {
        const { body } = await page(world, number, from);
        for (const { id, updated_at } of body.data) {
          seen.set(id, updated_at);
          if (updated_at > since) since = updated_at;
        }
        last = body.meta.last_page;
        if (round < 2) await edit(world, ids[(edits++ * 7) % 60]);
      }
    }
    const now = await world.api<List>('GET', '/api/v1/documents?per_page=100');
    for (const { id, updated_at } of now.body.data) expect(seen.get(id), id).toBe(updated_at);
  });

  test('[R17] pages that are asked for at once, in any order, fit together', async () => {
    await using world = await openWorld({ engine });
    const ids = await makeMany(world, 60);
    const first = await page(world, 1);
    const third = await page(world, 3);
    for (const id of [ids[21], ids[30], ids[41], ids[2]]) await edit(world, id);
    const read = idsOf(first, third, await page(world, 2), await page(world, 4));
    expect([...new Set(read)]).toEqual(ids.toSorted());
  });

  test('[R17] the next link and next_cursor lead along a cursor, and miss nothing', async () => {
    await using world = await openWorld({ engine });
    const ids = await makeMany(world, 60);
    const read: string[] = [];
    let path = `/api/v1/documents?updated_since=${start}&per_page=20`;
    for (let at = 0; path !== ''; at++) {
      const { body, headers } = await world.api<List>('GET', path);
      read.push(...body.data.map(({ id }) => id));
      if (at < 3) await edit(world, ids[at * 3]);
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      expect(next?.includes('cursor=') ?? null).toBe(body.meta.next_cursor === null ? null : true);
      path = next === undefined ? '' : next.slice(next.indexOf('/api/'));
    }
    expect([...new Set(read)].toSorted()).toEqual(ids.toSorted());
  });

  test('[R17] a later page of a walk that began elsewhere is refused, and names the cursor', async () => {
    await using world = await openWorld({ engine });
    await makeMany(world, 45);
    await page(world, 1);
    await world.restart();
    const refused = await page(world, 2);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: [{ parameter: 'page', code: 'page_out_of_turn', detail: expect.stringContaining('next_cursor') }] },
    ]);
    await page(world, 1);
    expect((await page(world, 2)).body.data).toHaveLength(20);
    expect((await page(world, 3)).body).toMatchObject({
      data: { length: 5 },
      meta: { next_cursor: null, last_page: 3 },
    });
    expect((await page(world, 4)).body.data).toEqual([]);
  });
});

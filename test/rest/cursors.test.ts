/** Paging through changing lists: by cursor, in every order, with exact totals (contract, REST, R53 to R55). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { countRecords } from '../../server/store/records/record-lists.ts';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type Answer, type World } from '../kit/world.ts';
import { requireProblem } from './support/outcome.ts';
import { openSite, type Site } from './support/site.ts';

interface Row {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}
interface List {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number; readonly current_page: number; readonly next_cursor: string | null };
}

async function make(world: World, fields: object = {}): Promise<string> {
  const body = { title: 'Roof works', document_type: 'rams', ...fields };
  return (await world.api<{ id: string }>('POST', '/api/v1/documents', body)).body.id;
}

/** Every row of the list at this address, page by page; `between` runs after each page. */
async function walk(
  world: World,
  address: string,
  between: (page: readonly Row[]) => Promise<unknown> = async () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const mark = address.includes('?') ? '&' : '?';
    const from: string = cursor === '' ? '' : `${mark}cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer<List> = await world.api<List>('GET', address + from);
    expect(answer.status, answer.text).toBe(200);
    rows.push(...answer.body.data);
    cursor = answer.body.meta.next_cursor;
    await between(answer.body.data);
  }
  return rows;
}

describe.each(engines)('on %s', (engine) => {
  test('[R53] paging by cursor shows each row once, whatever changes in between', async () => {
    await using world = await openWorld({ engine });
    const chance = openChance(7);
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push(await make(world));
    for (const sort of ['', 'sort=created_at&', 'sort=-created_at&']) {
      const standing = [...ids];
      const rows = await walk(world, `/api/v1/documents?${sort}per_page=4`, async () => {
        ids.push(await make(world));
        await world.api('PUT', `/api/v1/documents/${chance.pick(standing)}`, { title: `Moved ${chance.below(1000)}` });
      });
      const seen = rows.map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(standing));
    }
  });

  test('[R54] the requested order holds over all pages; the default order is unchanged', async () => {
    await using world = await openWorld({ engine });
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) ids.push(await make(world));
    for (const i of [4, 1, 7]) await world.api('PUT', `/api/v1/documents/${ids[i]}`, { title: 'Changed' });
    const walked = async (query: string): Promise<string[]> =>
      (await walk(world, `/api/v1/documents?per_page=2${query}`)).map(({ id }) => id);
    const byUpdate = [0, 2, 3, 5, 6, 8, 4, 1, 7].map((i) => ids[i]);
    expect(await walked('&sort=created_at')).toEqual(ids);
    expect(await walked('&sort=-created_at')).toEqual(ids.toReversed());
    expect(await walked('&sort=updated_at')).toEqual(byUpdate);
    expect(await walked('&sort=-updated_at')).toEqual(byUpdate.toReversed());
    expect(await walked('')).toEqual(ids.toReversed());
    expect(await walked('&updated_since=1970-01-01T00:00:00Z')).toEqual(byUpdate);
  });

  test('[R55] the total is exact after every change, for every filter', async () => {
    await using world = await openWorld({ engine });
    const project = (await world.api<{ id: string }>('POST', '/api/v1/projects', { name: 'Harrow Lane' })).body.id;
    const { db } = world.app.commitContext.store;
    const filters = [
      '',
      'status=draft&',
      'type=rams,permit&',
      `project_id=${project}&`,
      'status=draft,archived&type=rams&',
    ];
    const compare = async (): Promise<void> => {
      for (const filter of filters) {
        const { body } = await world.api<List>('GET', `/api/v1/documents?${filter}per_page=2`);
        const named = Object.fromEntries(
          [...new URLSearchParams(filter)].map(([name, text]) => [name, text.split(',')]),
        );
        const counted = await countRecords(db, world.organisationId, {
          kind: 'document',
          filters: named,
        });
        expect(body.meta.total, filter).toBe(counted);
      }
    };
    for (let i = 0; i < 6; i++) {
      const id = await make(world, { document_type: i % 2 ? 'rams' : 'permit', project_id: i % 3 ? null : project });
      await compare();
      if (i % 2) await world.api('POST', `/api/v1/documents/${id}/archive`, { reason: 'No longer needed.' });
      await compare();
    }
  });
});

describe('a cursor', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    for (let i = 0; i < 6; i++) await site.draft({ project_id: site.ids['project'] });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const listOf = async (query: string): Promise<List> =>
    (await site.world.api<List>('GET', `/api/v1/documents${query}`)).body;
  const refusal = async (address: string, headers?: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await site.world.api('GET', address, undefined, headers);
    expect(answer.status, address).toBe(422);
    const [error] = requireProblem(answer).errors ?? [];
    expect(error?.parameter).toBe('cursor');
    return error?.code ?? '';
  };

  test('[R53] is refused for another list or organisation, other filters, or a forged value', async () => {
    const { meta } = await listOf('?per_page=2&status=draft');
    const cursor = meta.next_cursor ?? '';
    const [place = '', seal = ''] = cursor.split('.');
    const forged = Buffer.from('{"page":2,"perPage":1000000}').toString('base64url');
    const wrong = [
      `/api/v1/documents?cursor=${cursor}`,
      `/api/v1/documents?status=approved&cursor=${cursor}`,
      `/api/v1/documents?status=draft&sort=created_at&cursor=${cursor}`,
      `/api/v1/projects?status=draft&cursor=${cursor}`,
      `/api/v1/projects/${site.ids['project']}/documents?cursor=${cursor}`,
      `/api/v1/documents?status=draft&cursor=${place}.${seal.toLowerCase()}x`,
      `/api/v1/documents?status=draft&cursor=${forged}.${seal}`,
      `/api/v1/documents?status=draft&cursor=${place}`,
      `/api/v1/documents?status=draft&cursor=${'.'.repeat(40)}`,
      '/api/v1/documents?status=draft&cursor=',
      '/api/v1/documents?status=draft&cursor=__proto__',
      '/api/v1/documents?status=draft&cursor=%00%ED%A0%80',
    ];
    for (const address of wrong) expect(await refusal(address)).toBe('invalid_cursor');
    const token = await site.world.token('admin', await site.world.organisation('A third firm'));
    const theirs = `/api/v1/documents?status=draft&cursor=${cursor}`;
    expect(await refusal(theirs, { authorization: `Bearer ${token}` })).toBe('invalid_cursor');
    expect(await refusal(`/api/v1/documents?status=draft&page=2&cursor=${cursor}`)).toBe('page_and_cursor');
    expect((await site.world.api('GET', `/api/v1/documents?cursor=${'x'.repeat(2000)}`)).status).toBe(422);
    expect((await site.world.api('GET', theirs)).status).toBe(200);
  });

  test('[R53] keeps its page size, refuses another one, and ignores unknown parameters', async () => {
    const { meta } = await listOf('?per_page=2');
    for (const beside of ['', '&per_page=2']) {
      const next = await listOf(`?cursor=${meta.next_cursor}${beside}&utm_source=x`);
      expect([next.data.length, next.meta.current_page]).toEqual([2, 2]);
    }
    for (const beside of ['50', '1', '25'])
      expect(await refusal(`/api/v1/documents?cursor=${meta.next_cursor}&per_page=${beside}`)).toBe('invalid_cursor');
  });

  test('[R53] a page reached by cursor links to the next by cursor', async () => {
    const first = await listOf('?per_page=3&status=draft');
    const answer = await site.world.api<List>(
      'GET',
      `/api/v1/documents?per_page=3&status=draft&cursor=${first.meta.next_cursor}`,
    );
    const { next_cursor } = answer.body.meta;
    const base = `${site.world.url}/api/v1/documents?per_page=3&status=draft`;
    expect(answer.headers.get('link')).toBe(
      `<${base}&page=1>; rel="first", <${base}&cursor=${next_cursor}>; rel="next"`,
    );
  });

  const lists = (Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { method, query }]) => method === 'GET' && query && 'cursor' in query.shape,
  );

  test.each(lists)('[R53] %s pages by cursor to its end, each row once', async (name, { path }) => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => site.ids[param] ?? '');
    const needed = name === 'search' ? '?q=ro&' : '?';
    const { body: whole } = await site.world.api<List>('GET', `${address}${needed}per_page=100`);
    const rows = await walk(site.world, `${address}${needed}per_page=2`);
    expect(rows.map((row) => JSON.stringify(row))).toEqual(whole.data.map((row) => JSON.stringify(row)));
  });

  const sorted = lists.filter(([, { query }]) => query && 'sort' in query.shape);

  test.each(sorted)('[R54] %s refuses an unknown order', async (_name, { path }) => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => site.ids[param] ?? '');
    const answer = await site.world.api('GET', `${address}?sort=title`);
    expect(answer.status).toBe(422);
    expect(requireProblem(answer).errors?.[0]?.parameter).toBe('sort');
    expect((await site.world.api('GET', `${address}?sort=-updated_at`)).status).toBe(200);
  });
});

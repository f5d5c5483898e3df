/** Lists under one resource: complete in one response, or paged on request. */
import type * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import { usualPerPage, type Endpoint } from '../../shared/rest/endpoint.ts';
import { engines } from '../kit/engines.ts';
import { openSite, type Site } from './support/site.ts';

interface List {
  readonly data: readonly { readonly id: string }[];
  readonly meta: Readonly<Record<string, unknown>>;
}

const complete = (Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]).filter(([, { query }]) => {
  const size = query?.shape['per_page'] as z.ZodType | undefined; // every member of a zod object is a schema
  return size?.safeParse(undefined).success && size.parse(undefined) === undefined;
});

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  const count = 31;
  beforeAll(async () => {
    site = await openSite(engine);
    const { id: project_id } = await site.must('createProject', { body: { name: 'Long lists' } });
    const { id: document } = await site.draft({ project_id });
    for (let i = 1; i < count; i++) await site.draft({ project_id });
    for (let i = 0; i < count; i++)
      await site.must('createHazard', { params: { document }, body: { name: `Hazard ${i}` } });
    Object.assign(site.ids, { project: project_id, document });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const listAt = async (address: string): Promise<List & { readonly link: string | null }> => {
    const { status, body, headers, text } = await site.world.api<List>('GET', address);
    expect(status, text).toBe(200);
    return { ...body, link: headers.get('link') };
  };

  describe.each(['projects/{project}/documents', 'documents/{document}/hazards'])('%s', (path) => {
    const address = (): string =>
      `/api/v1/${path.replaceAll(/\{(\w+)\}/g, (_, param: string) => site.ids[param] ?? '')}`;

    test('[R14] it is complete on one page by default and reports 25 a page', async () => {
      const { data, meta, link } = await listAt(address());
      expect(data).toHaveLength(count);
      expect(meta).toEqual({ current_page: 1, per_page: 25, total: count, last_page: 1, next_cursor: null });
      expect(link).toBeNull();
    });

    test('[R14] `page` alone means pages of 25, which together are the list', async () => {
      const whole = await listAt(address());
      const [first, second, third] = [
        await listAt(`${address()}?page=1`),
        await listAt(`${address()}?page=2`),
        await listAt(`${address()}?page=3`),
      ];
      expect([first.data.length, second.data.length, third.data.length]).toEqual([25, 6, 0]);
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(whole.data.map(({ id }) => id));
      expect(first.meta).toMatchObject({ current_page: 1, per_page: 25, total: count, last_page: 2 });
      expect(second.meta).toMatchObject({ current_page: 2, per_page: 25, total: count, last_page: 2 });
      expect(first.link).toContain(`<${site.world.url}${address()}?page=2>; rel="next"`);
      const next = await listAt(`${address()}?cursor=${String(first.meta['next_cursor'])}`);
      expect(next.data).toEqual(second.data);
    });

    test('[R14] `per_page` alone pages too', async () => {
      const { data, meta } = await listAt(`${address()}?per_page=30`);
      expect([data.length, meta['per_page'], meta['last_page']]).toEqual([30, 30, 2]);
    });
  });

  test.each(complete)('[R14] %s reports 25 a page by default, with and without `page`', async (_, row) => {
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_match, param: string) => site.ids[param] ?? '');
    expect((await listAt(path)).meta).toMatchObject({ current_page: 1, per_page: usualPerPage, last_page: 1 });
    expect((await listAt(`${path}?page=40`)).meta).toMatchObject({ current_page: 40, per_page: usualPerPage });
    expect((await listAt(`${path}?page=40`)).data).toEqual([]);
  });
});

/** Options by header and method: media types, patches, and links between the pages of a list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { replyTo, requireProblem } from './support/outcome.ts';
import { openSite, type Site } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

describe('Accept', () => {
  test.each(['*/*', 'application/*', 'application/json;q=0.1', 'text/html, application/json', 'text/html, */*;q=0.8'])(
    '[R49] an Accept of %s allows JSON',
    async (accept) => {
      expect((await site.call('getProject', { headers: { accept } })).status).toBe(200);
    },
  );

  test.each(['text/html', 'application/xml, text/*', '*/*, application/json;q=0', 'application/pdf'])(
    '[R49] an Accept of %s excludes JSON and has no effect',
    async (accept) => {
      const { result: answer, events } = await site.eventsOf(() =>
        site.call('createDocument', { body: { title: 'No', document_type: 'rams' }, headers: { accept } }),
      );
      expect([answer.status, requireProblem(answer)['available']]).toEqual([406, ['application/json']]);
      expect(events).toEqual([]);
    },
  );

  test('[R49] a file is sent only in its own media type', async () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect((await site.call('getExportFile', { headers: { accept: docx } })).status).toBe(200);
    const refused = await site.call('getExportFile', { headers: { accept: 'application/pdf, application/json' } });
    expect([refused.status, requireProblem(refused)['available']]).toEqual([406, [docx]]);
    expect((await site.call('getPhoto', { headers: { accept: 'image/*' } })).status).toBe(200);
    expect((await site.call('getPhoto', { headers: { accept: 'image/webp' } })).status).toBe(406);
  });

  test('[R49] a response without a body suits any Accept', async () => {
    const { id: document } = await site.draft();
    const { id } = await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
    const headers = { accept: 'text/html' };
    expect((await site.call('removeHazard', { params: { document, id }, headers })).status).toBe(204);
  });

  test('[R49] every response has Vary: Authorization, Accept', async () => {
    for (const path of ['/api/v1/projects', '/api/v1/nothing', `/api/v1/photos/${site.ids['photo']}`])
      expect((await site.world.api('GET', path)).headers.get('vary')).toMatch(
        /^Authorization, Accept(, Accept-Encoding)?$/,
      );
  });
});

describe('PATCH', () => {
  const updates = Object.entries<Endpoint>(endpoints).filter(
    ([, { method, fields, path }]) => method === 'PUT' && fields && path.includes('{'),
  );

  test.each(updates)('[R50] %s also works as PATCH', async (_name, { path }) => {
    const answer = await site.world.api(
      'PATCH',
      path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-00000000dead'),
      {},
    );
    expect(answer.status).toBe(404);
    expect(requireProblem(answer).detail).toMatch(/^There is no \w+ with this id/);
  });

  async function patch(path: string, body: unknown, type: string, more: Readonly<Record<string, string>> = {}) {
    return await site.world.api('PATCH', path, body, { 'content-type': type, ...more });
  }

  test.each(['application/json', 'application/merge-patch+json', 'application/merge-patch+json; charset=utf-8'])(
    '[R50] as %s it changes what is sent, and null clears',
    async (type) => {
      const { id } = await site.must('createProject', { body: { name: 'Patch', client_name: 'A', address: 'B' } });
      const answer = await patch(`/api/v1/projects/${id}`, { name: 'Patched', client_name: null }, type);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"r2"']);
      expect(replyTo('updateProject', answer.body)).toMatchObject({ name: 'Patched', client_name: null });
    },
  );

  test('[R50] a merge patch changes members of an object; a JSON patch replaces the object', async () => {
    const { id: document } = await site.draft();
    const quantity = { value: 5, unit: 'litres' };
    const params = { document };
    const { id } = await site.must('createCoshhAssessment', { params, body: { substance_name: 'Epoxy', quantity } });
    const path = `/api/v1/documents/${document}/coshh/${id}`;
    const quantityAfter = async (body: JsonObject, type: string): Promise<unknown> =>
      replyTo('updateCoshhAssessment', (await patch(path, body, type)).body).quantity;
    const merge = 'application/merge-patch+json';
    expect(await quantityAfter({ quantity: { value: 7 } }, merge)).toEqual({ value: 7, unit: 'litres' });
    expect(await quantityAfter({ quantity: { value: 8, unit: null } }, merge)).toMatchObject({ value: 8 });
    expect(await quantityAfter({ quantity: { unit: 'kg' } }, 'application/json')).not.toMatchObject({ value: 8 });
    expect(await quantityAfter({ quantity: null }, merge)).toBeNull();
    expect(await quantityAfter({ quantity: { value: 1, unit: 'kg' } }, merge)).toEqual({ value: 1, unit: 'kg' });
  });

  test('[R50] If-Match guards it', async () => {
    const { id } = await site.draft();
    const path = `/api/v1/documents/${id}`;
    expect((await patch(path, { title: 'No' }, 'application/json', { 'if-match': '"r9"' })).status).toBe(412);
  });

  test.each(['application/json-patch+json', 'text/plain', 'application/vnd.api+json'])(
    '[R50] a patch of type %s is refused',
    async (type) => {
      const answer = await patch(`/api/v1/documents/${site.ids['document']}`, [], type);
      expect([answer.status, requireProblem(answer).code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('[R50] PATCH is in Allow, except for a reorder, which is only PUT', async () => {
    const allow = async (path: string): Promise<string | null> =>
      (await site.world.api('POST', path, {})).headers.get('allow');
    expect(await allow(`/api/v1/projects/${site.ids['project']}`)).toBe('GET, HEAD, PUT, PATCH, DELETE');
    expect(await allow(`/api/v1/documents/${site.ids['document']}/hazards/reorder`)).toBe('PUT');
  });
});

describe('a paged list', () => {
  const linksOf = (headers: Headers): Record<string, string> =>
    Object.fromEntries(
      [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
        rel ?? '',
        url ?? '',
      ]),
    );
  const lists = (Object.keys(endpoints) as EndpointName[]).filter((name) => name.startsWith('list')); // the keys of the very object

  test('[R51] leads through its pages from first to last, with its filters', async () => {
    const { id: project_id } = await site.must('createProject', { body: { name: 'Pages' } });
    for (let i = 1; i <= 5; i++) await site.draft({ project_id, title: `Page ${i}` });
    const seen: string[] = [];
    let next: string | undefined = `/api/v1/documents?project_id=${project_id}&status=draft,approved&per_page=2`;
    let links: Record<string, string> = {};
    while (next !== undefined) {
      const answer: Awaited<ReturnType<Site['world']['api']>> = await site.world.api('GET', next);
      links = linksOf(answer.headers);
      const { data, meta } = replyTo('listDocuments', answer.body);
      expect(meta).toMatchObject({ per_page: 2, total: 5, last_page: 3 });
      expect(Object.keys(links)).toEqual(
        ['first', 'prev', 'next', 'last'].filter(
          (rel) => !(rel === 'prev' && meta.current_page === 1) && !(rel === 'next' && meta.current_page === 3),
        ),
      );
      seen.push(...data.map(({ title }) => title));
      next = links['next'];
    }
    expect(seen.toSorted()).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5']);
    expect(links['last']).toContain('page=3');
    expect(new URL(links['prev'] ?? '').searchParams.get('status')).toBe('draft,approved');
    expect(links['first']?.startsWith(`${site.world.url}/api/v1/documents?`)).toBe(true);
  });

  test('[R51] from beyond its end leads back to its last page', async () => {
    const { headers } = await site.world.api('GET', '/api/v1/projects?page=900&per_page=1');
    const { prev, last, next } = linksOf(headers);
    expect([prev, next]).toEqual([last, undefined]);
  });

  // Logs are read on from a place, not by page, and the codes of a day are few.
  const logs: readonly EndpointName[] = ['listEvents', 'listAudit', 'listDeviceCodes'];
  test.each(lists.filter((name) => !logs.includes(name)))('[R51] %s has links when it is paged', async (name) => {
    const answer = await site.call(name, { query: '?per_page=1' });
    expect(Object.keys(linksOf(answer.headers))).toEqual(expect.arrayContaining(['first', 'last']));
  });

  test('[R51] a complete list and a single resource have no links', async () => {
    expect((await site.call('listHazards')).headers.get('link')).toBeNull();
    expect((await site.call('getProject')).headers.get('link')).toBeNull();
  });
});

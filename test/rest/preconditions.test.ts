/** Entity tags: a current copy is not sent again, and a change based on an old one is refused (RFC 9110, section 13). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import { png } from './support/images.ts';
import { requireProblem } from './support/outcome.ts';
import { logoOf, openSite, type Site } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await site.must('uploadLogo', { body: logoOf(png(9)) });
});
afterAll(() => site[Symbol.asyncDispose]());

const names = Object.keys(endpoints) as EndpointName[]; // the keys of the very object that the type is taken from
const told = ({ status, text, headers }: { status: number; text: string; headers: Headers }) => ({
  status,
  text,
  etag: headers.get('etag'),
});

/** Raw, because 304 is neither a success with a body nor a problem. */
async function get(path: string, headers: Readonly<Record<string, string>>) {
  return told(await site.world.api('GET', path, undefined, headers));
}

const pathOf = (name: EndpointName): string =>
  endpoints[name].path.replaceAll(/\{(\w+)\}/g, (_, param: string) => site.ids[param] ?? '') +
  (name === 'search' ? '?q=roof' : '');

describe('If-None-Match', () => {
  // With links that change at each read.
  const linking: readonly EndpointName[] = ['getExport', 'listExports', 'getProjectExport', 'listProjectExports'];
  const reads = names.filter((name) => endpoints[name].method === 'GET' && !linking.includes(name));

  test.each(reads)('[R47] %s has a tag and answers 304 to a client that has it', async (name) => {
    const path = pathOf(name);
    const { etag } = await get(path, {});
    expect(etag).toMatch(/^(W\/)?"[\w.-]+"$/);
    expect(await get(path, { 'if-none-match': etag ?? '' })).toEqual({ status: 304, text: '', etag });
    expect(await get(path, { 'if-none-match': `"other", ${etag}` })).toMatchObject({ status: 304 });
    expect(await get(path, { 'if-none-match': '*' })).toMatchObject({ status: 304 });
    expect(await get(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, etag });
  });

  test('[R47] the tag of a document changes with its entries', async () => {
    const { id: document, revision } = await site.draft();
    const path = `/api/v1/documents/${document}`;
    expect(await get(path, { 'if-none-match': `"r${revision}"` })).toMatchObject({ status: 304 });
    await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
    expect(await get(path, { 'if-none-match': `"r${revision}"` })).toMatchObject({ status: 200 });
  });

  test('[R47] If-None-Match compares tags weakly', async () => {
    const path = `/api/v1/projects/${site.ids['project']}`;
    const { etag } = await get(path, {});
    expect(await get(path, { 'if-none-match': `W/${etag}` })).toMatchObject({ status: 304 });
  });

  test('[R47] the tag of a version changes with its sign-off counts', async () => {
    const { id } = await site.approved();
    const path = `/api/v1/documents/${id}/versions/1`;
    const { etag } = await get(path, {});
    await site.must('recordSignoff', { params: { document: id }, body: { worker_name: 'Jo' } });
    expect(await get(path, { 'if-none-match': etag ?? '' })).toMatchObject({ status: 200 });
  });

  test('[R47] the tag of a list is weak and changes with its content', async () => {
    const path = '/api/v1/documents?status=draft&per_page=1';
    const { etag } = await get(path, {});
    expect(etag).toMatch(/^W\//);
    await site.draft();
    expect(await get(path, { 'if-none-match': etag ?? '' })).toMatchObject({ status: 200 });
  });

  test('[R47] an export never answers 304, because its link is new each time', async () => {
    const answer = await site.world.api('GET', `/api/v1/exports/${site.ids['export']}`, undefined, {
      'if-none-match': '*',
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test('[R47] HEAD is answered like GET', async () => {
    const answer = await site.world.api('HEAD', `/api/v1/photos/${site.ids['photo']}`);
    expect(answer.headers.get('content-length')).toBe(String(png(1).length));
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await site.world.api('HEAD', `/api/v1/photos/${site.ids['photo']}`, undefined, headers)).status).toBe(304);
  });

  test('[R47] a change ignores If-None-Match', async () => {
    const { id } = await site.draft();
    const answer = await site.world.api(
      'PUT',
      `/api/v1/documents/${id}`,
      { title: 'Changed' },
      { 'if-none-match': '*' },
    );
    expect(answer.status).toBe(200);
  });
});

describe('If-None-Match: * on a create', () => {
  const headers = { 'if-none-match': '*' };

  test.each([
    ['createProject', { name: 'Own id' }, '018f0000-0000-7000-8000-0000000000a1'],
    ['createDocument', { title: 'Own id', document_type: 'rams' }, '018f0000-0000-7000-8000-0000000000a2'],
  ] as const)('[R48] %s accepts a free id and refuses a used one', async (name, fields, id) => {
    const body = { ...fields, id };
    expect((await site.call(name, { body, headers })).status).toBe(201);
    for (const again of [body, { ...body, name: 'Other', title: 'Other' }]) {
      const taken = await site.call(name, { body: again, headers });
      expect([taken.status, requireProblem(taken)['current_etag']]).toEqual([412, '"r1"']);
    }
    expect((await site.call(name, { body })).status).toBe(200);
  });

  test('[R48] a used entry id is refused, but a retry under the same key is not', async () => {
    const params = { document: (await site.draft()).id };
    const body = { name: 'Own id', id: '018f0000-0000-7000-8000-0000000000a3' };
    const keyed = { ...headers, 'idempotency-key': 'create-once' };
    const first = await site.must('createHazard', { params, body, headers: keyed });
    expect((await site.call('createHazard', { params, body, headers })).status).toBe(412);
    expect(await site.must('createHazard', { params, body, headers: keyed })).toEqual(first);
  });
});

describe('If-Match', () => {
  test('[R101] a repeat under its key is told what was done, although its tag is old by now', async () => {
    const { id: document } = await site.draft();
    const headers = { 'if-match': '"r1"', 'idempotency-key': 'once' };
    const options = { params: { document }, body: { title: 'Once' }, headers };
    const first = await site.call('updateDocument', options);
    const again = await site.call('updateDocument', options);
    expect([first.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  });

  test.each([
    ['"r1"', 200],
    ['*', 200],
    ['"r7", "r1"', 200],
    [' "a,b" ,, "r1" ', 200],
    ['"r2"', 412],
    ['"r2", "r3"', 412],
    ['W/"r1"', 412],
    ['"r1x"', 412],
    ['""', 412],
  ])('[R48] %s guards a change of revision 1: %i', async (tags, status) => {
    const { id: document } = await site.draft();
    const answer = await site.call('updateDocument', {
      params: { document },
      body: { title: 'Guarded' },
      headers: { 'if-match': tags },
    });
    expect(answer.status).toBe(status);
    if (answer.ok) return;
    expect(requireProblem(answer)).toMatchObject({ code: 'precondition_failed', current_etag: '"r1"' });
    expect((await site.must('getDocument', { params: { document } })).title).toBe('Roof works');
  });

  test('[R48] several tags also guard removals and actions', async () => {
    const { id: document } = await site.draft();
    const { id } = await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
    const [right, wrong] = [{ headers: { 'if-match': '"r9", "r1"' } }, { headers: { 'if-match': '"r9", "r8"' } }];
    const entry = { document, id };
    expect((await site.call('removeHazard', { params: entry, ...wrong })).status).toBe(412);
    expect((await site.call('removeHazard', { params: entry, ...right })).status).toBe(204);
    expect((await site.call('submitReview', { params: { document }, ...wrong })).status).toBe(412);
    const conflict = await site.conflict();
    expect((await site.call('settleConflict', { params: { conflict }, ...wrong })).status).toBe(412);
    expect((await site.call('settleConflict', { params: { conflict }, ...right })).status).toBe(200);
  });

  test.each(['r1', '"r1', '"r1" "r2"', '', ',', '*, "r1"', 'w/"r1"', '"r1"; q=1'])(
    '[R48] %j is refused as a malformed list of tags',
    async (tags) => {
      const answer = await site.call('updateDocument', { body: { title: 'No' }, headers: { 'if-match': tags } });
      expect([answer.status, requireProblem(answer).errors]).toMatchObject([400, [{ header: 'If-Match' }]]);
      const read = await site.call('getDocument', { headers: { 'if-none-match': tags } });
      expect([read.status, requireProblem(read).errors]).toMatchObject([400, [{ header: 'If-None-Match' }]]);
      expect(read.headers.get('etag')).toBeNull();
    },
  );
});

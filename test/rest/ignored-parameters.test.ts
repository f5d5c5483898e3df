/** Unknown query parameters: named to the caller, or refused if the request prefers strict handling. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireProblem } from './support/outcome.ts';
import { openSite, type Site } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const strict = { prefer: 'respond-async, Handling="strict"; a=b' };
const ignored = ({ headers }: { readonly headers: Headers }): string | null => headers.get('x-ignored-parameters');

test('[R96] a list names the parameters that it ignored, and no known one', async () => {
  const answer = await site.call('listDocuments', { query: '?document_type=rams&per_page=1&stauts=draft&stauts=x' });
  expect([answer.status, ignored(answer)]).toEqual([200, 'document_type, stauts']);
  expect(ignored(await site.call('listDocuments', { query: '?type=rams&sort=-created_at' }))).toBeNull();
});

test('[R96] a read, a write and a signed link name them too', async () => {
  expect(ignored(await site.call('getSite', { query: '?fields=name' }))).toBe('fields');
  expect(ignored(await site.call('createProject', { query: '?dry_run=1', body: { name: 'Job' } }))).toBe('dry_run');
  const { download_url: link } = await site.must('getExport');
  const { status, headers } = await fetch(`${link}&x=1`, { method: 'HEAD' });
  expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'x']);
});

test('[R96] names are percent-encoded and cut, and omitted beyond the header’s limits', async () => {
  const many = Array.from({ length: 30 }, (_, i) => `${i}${encodeURIComponent('ł'.repeat(70))}=1`).join('&');
  const named = ignored(await site.call('getSite', { query: `?a%0d%0aSet-Cookie:x=1&${many}` })) ?? '';
  expect(named).toMatch(/^a%0D%0ASet-Cookie%3Ax, 0%C5%82/);
  expect(named.length).toBeLessThanOrEqual(2000);
});

test('[R97] a strict request refuses unknown parameters and fields by name, without effect', async () => {
  const list = await site.call('listDocuments', { query: '?document_type=rams', headers: strict });
  expect([list.status, list.headers.get('preference-applied')]).toEqual([422, 'handling=strict']);
  expect(requireProblem(list).errors).toEqual([
    { parameter: 'document_type', code: 'unknown_parameter', detail: 'is not a parameter of this endpoint' },
  ]);
  const before = (await site.must('listProjects', { query: '?per_page=1' })).meta.total;
  for (const options of [{ query: '?dry_run=1', body: { name: 'Job' } }, { body: { name: 'Job', naem: 'x' } }]) {
    const answer = await site.call('createProject', { ...options, headers: strict });
    expect(answer.status).toBe(422);
  }
  expect((await site.must('listProjects', { query: '?per_page=1' })).meta.total).toBe(before);
});

test('[R97] a strict request without unknown names succeeds; other preferences do nothing', async () => {
  const good = await site.call('listDocuments', { query: '?type=rams', headers: strict });
  expect([good.status, good.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  for (const prefer of ['handling=lenient, handling=strict', 'strict', 'handling=strictly']) {
    const answer = await site.call('listDocuments', { query: '?x=1', headers: { prefer } });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
  }
});

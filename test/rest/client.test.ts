/** The typed client of the SDK against the real server: what it sends, returns and throws. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { NotSitefileError, restClient } from '../../client-sdk/rest.ts';
import { Problem } from '../../shared/model/problem.ts';
import { openWorld } from '../kit/world.ts';
import { png } from './support/images.ts';

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error;
  throw new Error('no problem was thrown');
}

test('[R37] the client creates, lists, changes and removes with the types of the table', async () => {
  await using world = await openWorld();
  const api = restClient({ server: `${world.url}/`, token: world.adminToken });
  const project = await api.createProject({ body: { name: 'Harrow Lane', status: 'active' } });
  const document = await api.createDocument({ body: { title: 'Roof', document_type: 'rams', project_id: project.id } });
  const hazard = await api.createHazard({
    document: document.id,
    body: { name: 'Fall', severity_before: 5, likelihood_before: 3 },
  });
  expect(hazard.risk_before).toBe(15);
  const changed = await api.updateHazard({
    document: document.id,
    id: hazard.id,
    body: { category: 'work_at_height' },
    ifRevision: hazard.revision,
  });
  expect(changed).toMatchObject({ category: 'work_at_height', revision: 2 });
  const { data, meta } = await api.listDocuments({
    query: { project_id: project.id, status: ['draft', 'approved'], per_page: 5 },
  });
  expect([data.map(({ title }) => title), meta.per_page]).toEqual([['Roof'], 5]);
  expect(await api.removeHazard({ document: document.id, id: hazard.id })).toBeNull();
  await api.submitReview({ document: document.id });
  expect((await api.approve({ document: document.id, body: { notes: 'Fine' } })).status).toBe('approved');
  expect((await api.listProjects()).data).toHaveLength(1);
});

test('[R37] the client sends and receives files', async () => {
  await using world = await openWorld();
  const api = restClient({ server: world.url, token: world.adminToken });
  const project = await api.createProject({ body: { name: 'Harrow Lane' } });
  const site = await api.createSite({ body: { project_id: project.id, name: 'Block A' } });
  const form = new FormData();
  form.append('photos[]', new Blob([png(5)]), 'gate.png');
  const { data } = await api.uploadPhotos({ site: site.id, body: form });
  const file = await api.getPhoto({ photo: data[0]?.id ?? '' });
  expect([file.type, new Uint8Array(await file.arrayBuffer())]).toEqual(['image/png', png(5)]);
});

test('[R37] the client throws the server’s problem', async () => {
  await using world = await openWorld();
  const api = restClient({ server: world.url, token: world.adminToken });
  const invalid = await problemOf(api.createProject({ body: { name: '' } }));
  expect([invalid.code, invalid.status, invalid.errors[0]?.pointer]).toEqual(['validation_failed', 422, '#/name']);
  const { id } = await api.createDocument({ body: { title: 'Roof', document_type: 'rams' } });
  const refused = await problemOf(api.approve({ document: id }));
  expect([refused.code, refused.members['from']]).toEqual(['invalid_transition', 'draft']);
  const stale = await problemOf(api.updateDocument({ document: id, body: { title: 'Other' }, ifRevision: 9 }));
  expect(stale.members['current_etag']).toBe('"r1"');
});

test('[R41] the client sends its own key with each change, or the given one', async () => {
  await using world = await openWorld();
  const api = restClient({ server: world.url, token: world.adminToken });
  const body = { title: 'Roof', document_type: 'rams' } as const;
  const [one, other] = [await api.createDocument({ body }), await api.createDocument({ body })];
  expect(other.id).not.toBe(one.id);
  const given = { body, idempotencyKey: 'roof-of-block-c' };
  const sent = await api.createDocument(given);
  expect((await api.createDocument(given)).id).toBe(sent.id);
  const reused = await problemOf(api.createDocument({ ...given, body: { ...body, title: 'Other' } }));
  expect(reused.code).toBe('idempotency_key_reused');
  expect((await api.listDocuments()).meta.total).toBe(3);
  const change = { document: one.id, body: { title: 'Roof of C' }, ifRevision: one.revision, idempotencyKey: 'title' };
  expect(await api.updateDocument(change)).toEqual(await api.updateDocument(change));
});

test.each([
  ['the page of a proxy', 502, '<h1>Bad gateway</h1>'],
  ['its JSON', 524, '{"error":"timeout"}'],
  ['the JSON of a gateway', 500, '{"message":"Internal server error"}'],
  ['a problem of another kind', 404, '{"code":"NoSuchKey","status":404}'],
  ['a problem with another status', 408, '{"code":"not_found","status":404}'],
  ['half a reply', 201, '{"id":"'],
  ['no reply', 201, ''],
  ['another reply', 200, '{"login":"required"}'],
  ['silence instead of a reply', 204, null],
])('[R106] %s is not the server’s answer: nobody knows what was done', async (_, status, body) => {
  const answered: Response[] = [];
  const api = restClient({
    server: 'http://127.0.0.1:9',
    token: 'x',
    fetch: async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
    read: (answer) => answered.push(answer),
  });
  await expect(api.createProject({ body: { name: 'Roof' } })).rejects.toThrow(new NotSitefileError(status));
  expect(answered).toEqual([]);
});

test('[R106] a page is no file', async () => {
  const page = (): Response => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } });
  const api = restClient({ server: 'http://127.0.0.1:9', token: 'x', fetch: async () => page() });
  await expect(api.getPhoto({ photo: 'x' })).rejects.toThrow(new NotSitefileError(200));
});

test('[R106] nobody else does what was asked of the server', async () => {
  await using world = await openWorld();
  const elsewhere = createServer((_, response) => response.writeHead(307, { location: world.url }).end()).listen(0);
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo; // it listens
  const api = restClient({ server: `http://127.0.0.1:${port}`, token: world.adminToken });
  await expect(api.createProject({ body: { name: 'Roof' } })).rejects.toThrow(TypeError);
  elsewhere.close();
});

/** The public check page: what a stranger is told who has a print, and what one who has none. */
import { expect, test } from 'vitest';
import { checkUrl, codeOf } from '../../server/base/check-url.ts';
import { act, bareDevice, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { lookAtPrints } from './support/check-page.ts';

interface Told {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** A stranger's look: no token, no cookie. */
async function look(url: string, accept = 'text/html'): Promise<{ status: number; headers: Headers; text: string }> {
  const { status, headers, ...answer } = await fetch(url, { headers: { accept }, redirect: 'manual' }).then(
    async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
  );
  return { status, headers, ...answer };
}

async function told(url: string): Promise<Told['data']> {
  const { status, text } = await look(url, 'application/json');
  return status === 200 ? (JSON.parse(text) as Told).data : [];
}

/** The address that a print of the version carries. */
async function printed(world: World, documentId: string, version: number): Promise<string> {
  const { body } = await world.api<{ content_hash: string }>(
    'GET',
    `/api/v1/documents/${documentId}/versions/${version}`,
  );
  const { content_hash: contentHash } = body;
  return checkUrl(world.url, { organisationId: world.organisationId, documentId, version, contentHash });
}

async function twoVersions(world: World): Promise<{ documentId: string; first: string; second: string }> {
  const device = bareDevice(world);
  const { documentId, hazardId } = await documentWithHazard(world, device, true);
  await device.push([
    act('document', documentId, 'revise'),
    patch('hazard', hazardId, { name: 'Falling beam' }, { name: 'Falling load' }),
    act('document', documentId, 'submit_review'),
    act('document', documentId, 'approve'),
  ]);
  return { documentId, first: await printed(world, documentId, 1), second: await printed(world, documentId, 2) };
}

test.each(engines)('[WB120] a print says in force, superseded by which version, or archived, on %s', async (engine) => {
  await using world = await openWorld({ engine });
  const { documentId, first, second } = await twoVersions(world);
  const inForce = await look(second);
  expect(inForce.status).toBe(200);
  for (const words of [
    'In force',
    'Glulam lift',
    'v2',
    codeOf(new URL(second).searchParams.get('h') ?? '').slice(0, 4),
  ])
    expect(inForce.text).toContain(words);
  expect((await look(first)).text).toContain('Superseded by version 2');
  expect((await look(second.replace(documentId, documentId.toUpperCase()))).text).toContain('In force');
  expect(inForce.text).toMatch(/<bdi>RAMS-\d+<\/bdi>/);
  expect(await told(first)).toMatchObject([{ status: 'superseded', version: 1, version_in_force: 2 }]);
  // By the id of the version, by the code alone as somebody types it, and by a print that calls itself another version.
  const { body } = await world.api<{ data: { id: string; version: number }[] }>(
    'GET',
    `/api/v1/documents/${documentId}/versions`,
  );
  const id = body.data.find((each) => each.version === 2)?.id ?? '';
  const code = new URL(second).searchParams.get('h') ?? '';
  expect(await told(second.replace('/2?', `/${id}?`))).toMatchObject([{ status: 'in_force', is_version_named: true }]);
  expect(
    await told(`${world.url}/v?h=${encodeURIComponent(` ${code.toUpperCase().replaceAll(/(.{4})/g, '$1-')}`)}`),
  ).toMatchObject([{ status: 'in_force', version: 2 }]);
  const misnamed = first.replace('/1?', '/2?');
  expect(await told(misnamed)).toMatchObject([{ status: 'superseded', version: 1, is_version_named: false }]);
  expect((await look(misnamed)).text).toContain('its code is that of version 1');
  await bareDevice(world).push([act('document', documentId, 'archive')]);
  expect(await told(second)).toMatchObject([{ status: 'archived', version_in_force: null }]);
});

test('[WB121] without an approved version’s code nothing is told, and every answer is the same', async () => {
  await using world = await openWorld();
  const { documentId, second } = await twoVersions(world);
  const [elsewhere, device] = [await world.organisation('Elsewhere'), bareDevice(world)];
  const url = new URL(second);
  const other = (change: (copy: URL) => void): string => {
    const copy = new URL(second);
    change(copy);
    return copy.href;
  };
  const draft = await documentWithHazard(world, device);
  const wrong = [
    other(({ searchParams }) => searchParams.set('h', '0'.repeat(16))),
    other(({ searchParams }) => searchParams.set('h', (url.searchParams.get('h') ?? '').slice(0, 15))),
    other(({ searchParams }) => searchParams.set('o', elsewhere.slice(-8))),
    other((copy) => (copy.pathname = `/v/${draft.documentId}/2`)),
    other((copy) => (copy.pathname = `/v/${world.app.commitContext.newId()}/2`)),
    `${world.url}/v?h=%27%20or%201%3D1--`,
    `${world.url}/v?h=a&h=b`,
  ];
  const pages = await Promise.all(wrong.map((each) => look(each)));
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
  const json = await Promise.all(wrong.map((each) => look(each, 'application/json')));
  expect(new Set(json.map(({ text }) => (JSON.parse(text) as { detail: string }).detail)).size).toBe(1);
  // Without any code it is asked for, whether there is such a document or not.
  const asked = await Promise.all([documentId, elsewhere].map((id) => look(`${world.url}/v/${id}/2`)));
  expect(asked.map(({ status, text }) => [status, text.includes('Code of the print')])).toEqual([
    [200, true],
    [200, true],
  ]);
  expect(asked[0]?.text).toBe(asked[1]?.text);
  // An organisation that does not want to be found is not.
  const { headers } = await world.api('GET', '/api/v1/organisation');
  await world.api(
    'PUT',
    '/api/v1/organisation',
    { settings: { public_check: false } },
    { 'if-match': headers.get('etag') ?? '' },
  );
  expect(await look(second)).toMatchObject({ status: 404, text: pages[0]?.text });
});

test('[WB122] the page names nobody and runs no markup of a title; caches keep it a minute', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const { documentId } = await documentWithHazard(world, device);
  const title = `<script>alert(1)</script>"'&$& <!--answer--> \u202e${'x'.repeat(60)}`;
  await device.push([
    patch('document', documentId, { title, reference: '"><img src=x>' }, { title: 'Glulam lift' }),
    act('document', documentId, 'submit_review'),
    act('document', documentId, 'approve'),
  ]);
  const { text, headers } = await look(await printed(world, documentId, 1));
  expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(text).not.toMatch(/<script|<img|Administrator/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; (?!.*script-src)/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
  expect([headers.get('x-robots-tag'), headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
    'noindex, nofollow',
    'private, max-age=60',
    null,
  ]);
  for (const path of [
    '/v/%00/1?h=00',
    `/v/${'%F0%9F%92%A9'.repeat(500)}/1?h=00`,
    '/v/..%2f..%2fetc/1?h=..%2f',
    '/v/__proto__/constructor?h=0&o=0',
  ])
    expect((await look(world.url + path)).status, path).toBe(404);
  expect((await fetch(`${world.url}/v`, { method: 'POST', body: 'h=1' })).status).toBe(405);
});

test('[WB123] an address has sixty checks a minute, and is told in words how long to wait', async () => {
  await using world = await openWorld({ environment: { RATE_LIMIT: 'on' }, limits: { quotas: { check: 2 } } });
  const url = `${world.url}/v?h=${'0'.repeat(16)}`;
  expect([(await look(url)).status, (await look(url)).status]).toEqual([404, 404]);
  const beyond = await look(url);
  expect([beyond.status, beyond.headers.get('retry-after'), beyond.headers.get('cache-control')]).toEqual([
    429,
    '60',
    'no-store',
  ]);
  expect(beyond.text).toContain('Wait 60 seconds');
  expect(await look(url, 'application/json')).toMatchObject({ status: 429 });
  world.clock.advance(61_000);
  expect((await look(url)).status).toBe(404);
});

test('[WB124] the page holds at 320 px, in light and dark, and the code can be typed', async () => {
  await using world = await openWorld();
  const { first, second } = await twoVersions(world);
  await lookAtPrints(world.url, {
    'check-in-force': [second, 'In force'],
    'check-superseded': [first, 'Superseded by version 2'],
    'check-misnamed': [first.replace('/1?', '/2?'), 'Superseded by version 2'],
    'check-unknown': [`${world.url}/v?h=${'0'.repeat(16)}`, 'Not a version that was approved here'],
    'check-ask': [`${world.url}/v`, 'Check a print'],
  });
});

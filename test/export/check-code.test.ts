/** The code with which a print can be checked: what it says, where it is left out, and that the forms keep to their pages. */
import { expect, test } from 'vitest';
import { checkUrl, codeOf } from '../../server/base/check-url.ts';
import type { ExportInput } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { exportInput } from '../../server/followers/export-input.ts';
import { type Asked, printedBy, printedHash } from '../../server/commit/printed.ts';
import { toRecord } from '../../server/commit/record-rows.ts';
import { loadByIds } from '../../server/store/records/records.ts';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';
import { inputOf } from './inputs.ts';
import { codesInDocx, codesInPdf } from './qr-pictures.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';
import { readTags } from './tag-faults.ts';

const contentHash = `sha256:7c763f88123cd053${'0'.repeat(48)}`;
const print = {
  organisationId: '018f2f6a-0000-7000-8000-0000000000aa',
  documentId: '018f2f6a-0000-7000-8000-000000000030',
};
const url = checkUrl('https://sitefile.harrowlyle.example', { ...print, version: 2, contentHash });
const check = { url, address: 'https://sitefile.harrowlyle.example/v', code: codeOf(contentHash) };
const typed = squeezed('code 7c76 3f88 123c d053 at https://sitefile.harrowlyle.example/v');

test('[EX150] a PDF has the code as vectors in head and last section, with alternative text', async () => {
  const { bytes } = await renderExport(inputOf('rams', { check }));
  expect(await codesInPdf(bytes)).toEqual([url, url]);
  const { drawn, alternatives } = await readPdf(bytes);
  expect(squeezed(drawn[0] ?? '')).toContain(typed);
  expect(squeezed(drawn.at(-1) ?? '')).toContain(typed);
  expect(alternatives.filter((words) => words.startsWith('QR code to check this print online'))).toHaveLength(2);
  expect((await readTags(bytes)).faults).toEqual([]);
  expect(Buffer.compare((await renderExport(inputOf('rams', { check }))).bytes, bytes)).toBe(0);
});

test('[EX150] a DOCX has the code as a picture, with an alternative text', async () => {
  const [whole, form] = await Promise.all(
    (['rams', 'talk'] as const).map(
      async (name) => (await renderExport(inputOf(name, { check, format: 'docx' }))).bytes,
    ),
  );
  for (const bytes of [whole, form]) {
    const { text, parts } = readDocx(bytes ?? new Uint8Array());
    expect(new Set(await codesInDocx(bytes ?? new Uint8Array()))).toEqual(new Set([url]));
    expect(squeezed(text)).toContain(typed);
    expect(parts.get('word/document.xml')).toContain('QR code to check this print online');
  }
});

test('[EX151] a short form takes no more pages with the code', async () => {
  for (const name of ['talk', 'powra', 'permit', 'coshh'] as const) {
    const [without, coded] = [await renderExport(inputOf(name)), await renderExport(inputOf(name, { check }))];
    expect([name, coded.pages]).toEqual([name, without.pages]);
    expect((await codesInPdf(coded.bytes))[0], name).toBe(url);
  }
});

async function printedOf(
  world: World,
  documentId: string,
  more: object,
  publicUrl: string | null,
): Promise<ExportInput['check']> {
  const { db } = world.app.commitContext.store;
  const asked = { document_id: documentId, document_version: 1, format: 'pdf', ...more };
  const at = { printedAt: '2026-11-24T10:00:00.000Z', publicUrl };
  return (await exportInput(db, world.organisationId, openFileBlobs('/nonexistent'), asked, at)).check;
}

test('[EX152] no code is printed on a draft, without a server’s address, or if not wanted', async () => {
  await using world = await openWorld({ exportsByHand: true });
  const { documentId } = await documentWithHazard(world, bareDevice(world), true);
  const address = 'https://new.example';
  expect(await printedOf(world, documentId, {}, address)).toMatchObject({ address: `${address}/v` });
  expect(await printedOf(world, documentId, {}, null)).toBeNull();
  expect(await printedOf(world, documentId, { document_version: null }, address)).toBeNull();
  expect(await printedOf(world, documentId, { include: { qr: false } }, address)).toBeNull();
  const { db } = world.app.commitContext.store;
  const [row] = await loadByIds(db, world.organisationId, [documentId]);
  const hashFor = async (version: number | null, publicUrl: string | null): Promise<string> => {
    const asked = { document_id: documentId, document_version: version, format: 'pdf' } as Asked;
    return printedHash(
      await printedBy(db, world.organisationId, toRecord(row!), { publicUrl, at: '2026-11-21T09:00:00.000Z' }),
      asked,
    );
  };
  // A file with another address is old; a draft has none.
  expect(
    new Set([await hashFor(1, null), await hashFor(1, address), await hashFor(1, 'https://old.example')]).size,
  ).toBe(3);
  expect(await hashFor(null, address)).toBe(await hashFor(null, null));
  const { headers } = await world.api('GET', '/api/v1/organisation');
  const change = { settings: { public_check: false } };
  await world.api('PUT', '/api/v1/organisation', change, { 'if-match': headers.get('etag') ?? '' });
  expect(await printedOf(world, documentId, {}, address)).toBeNull();
});

/** The logo of the organisation, in the head of page one (rule EX125). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportInput, StoredPhoto } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf, peopleOnly } from './inputs.ts';
import { readDocx, readPdf } from './reading.ts';
import { readTags } from './tag-faults.ts';

let folder = '';
let logo: StoredPhoto;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitefile-logo-'));
  const canvas = createCanvas(600, 200);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#b04000';
  pen.arc(100, 100, 90, 0, 7);
  pen.fill();
  pen.fillRect(220, 60, 360, 80);
  const bytes = await canvas.encode('png');
  const path = join(folder, 'logo');
  await writeFile(path, bytes);
  logo = { path, sha256: createHash('sha256').update(bytes).digest('hex'), media_type: 'image/png' };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function withLogo(input: ExportInput): ExportInput {
  return { ...input, organisation: { ...input.organisation, logo } };
}

test.for(['rams', 'permit'] as const)(
  '[EX125] the logo has the organisation’s name as its text, and takes no page: %s',
  async (name) => {
    const plain = inputOf(name, name === 'rams' ? { content: peopleOnly } : {});
    const { bytes, pages } = await renderExport(withLogo(plain));
    const { alternatives } = await readPdf(bytes);
    expect(alternatives).toContain('Harrowlyle Construction Ltd');
    expect(Buffer.from(bytes).includes('/Subtype /Image')).toBe(true);
    expect((await readTags(bytes)).faults).toEqual([]);
    expect(pages).toBe((await renderExport(plain)).pages);
    const docx = readDocx((await renderExport({ ...withLogo(plain), format: 'docx' })).bytes);
    expect(docx.parts.get('word/document.xml')).toContain('descr="Harrowlyle Construction Ltd"');
  },
);

test('[EX125] a logo whose file is lost stops no export', async () => {
  const plain = inputOf('permit');
  const lost = { ...plain, organisation: { ...plain.organisation, logo: { ...logo, path: join(folder, 'nowhere') } } };
  expect((await renderExport(lost)).sha256).toBe((await renderExport(plain)).sha256);
});

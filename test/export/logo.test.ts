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
import { readDocx, readPdf, squeezed } from './reading.ts';
import { readTags } from './tag-faults.ts';

const code = '75c1\u00a0354b\u00a03457\u00a0f0e5';

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

test('[EX153] with logo and code a form keeps to its pages, and its head says all of the code', async () => {
  const address = 'https://sitefile.harrowlyle.example/v';
  const check = { url: address, address, code };
  for (const name of ['powra', 'permit'] as const) {
    const { bytes, pages } = await renderExport(withLogo(inputOf(name, { check })));
    expect(pages).toBe((await renderExport(inputOf(name))).pages);
    expect(squeezed((await readPdf(bytes)).drawn[0] ?? '')).toContain(
      squeezed(`Check: code ${code} at ${check.address}`),
    );
  }
});

test('[EX153] the section on checking a copy stays on one page, beside other parts', async () => {
  const { drawn } = await readPdf((await renderExport(inputOf('assessment'))).bytes);
  const last = drawn.at(-1) ?? '';
  for (const words of ['Not yet signed', 'Checking this copy', 'Content hash', 'Attached'])
    expect(last).toContain(words);
});

test('[EX154] a DOCX has logo and code beside its title, and cuts no picture off', async () => {
  const address = 'https://sitefile.harrowlyle.example/v';
  const check = { url: address, address, code };
  const { bytes } = await renderExport({ ...withLogo(inputOf('coshh', { check })), format: 'docx' });
  const document = readDocx(bytes).parts.get('word/document.xml') ?? '';
  const head = document.slice(0, document.indexOf('<w:tbl>'));
  expect(head.match(/<wp:anchor /g)).toHaveLength(2);
  const cells = document.split('<w:tc>').slice(1);
  const wide = cells.filter((cell) => {
    const width = Number(/<w:tcW [^>]*w:w="(\d+)"/.exec(cell)?.[1]) / 20;
    return [...cell.matchAll(/<wp:extent cx="(\d+)"/g)].some(([, picture]) => Number(picture) / 12_700 > width);
  });
  expect(cells.length).toBeGreaterThan(20);
  expect(wide).toEqual([]);
});

test('[EX125] a logo whose file is lost stops no export', async () => {
  const plain = inputOf('permit');
  const lost = { ...plain, organisation: { ...plain.organisation, logo: { ...logo, path: join(folder, 'nowhere') } } };
  expect((await renderExport(lost)).sha256).toBe((await renderExport(plain)).sha256);
});

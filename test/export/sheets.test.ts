/** Sheets of suppliers in what is printed: named where they belong, attached as they are, and each page as a figure (rules EX183 to EX186). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportInput, StoredPhoto } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { drawSheet } from '../../server/photos/sheets/sheet.ts';
import { pdfFile } from '../photos/pdf-files.ts';
import { inputOf } from './inputs.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';
import { readTags } from './tag-faults.ts';

let folder = '';
let rendered: Awaited<ReturnType<typeof renderExport>>;
let read: Awaited<ReturnType<typeof readPdf>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitefile-sheets-'));
  rendered = await renderExport(await withSheets({ paper: 'letter' }));
  read = await readPdf(rendered.bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const [sds, drawing, hostile, lost] = [1, 2, 3, 4].map((n) => `01900000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];

async function kept(bytes: Uint8Array, file_name: string, pages: number): Promise<StoredPhoto> {
  const path = join(folder, file_name);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sha256, media_type: 'application/pdf', file_name, pages };
}

const sheet = pdfFile({ pages: 3 });

/** A sheet on the first substance, a drawing on the first section, and a file that stopped being a PDF after it was accepted. */
async function withSheets(changes: Partial<ExportInput> = {}): Promise<ExportInput> {
  const input = inputOf('coshh', { signoffs: [], ...changes });
  const first = (member: string, photos: object[]): object[] =>
    (input.content[member] as object[]).slice(0, 1).map((entry) => ({ ...entry, photos })); // lists of records
  const caption = 'Acme SDS 12 March 2026';
  const content = {
    ...input.content,
    hazards: [],
    personnel: [],
    coshh_assessments: first('coshh_assessments', [{ id: sds, caption }]),
    sections: first('sections', [
      { id: drawing },
      { id: hostile, caption: 'Broken' },
      { id: lost, caption: 'Gas SDS' },
    ]),
  } as ExportInput['content']; // JSON, like what it is made of
  const photos = {
    [sds]: await kept(sheet, 'acme.pdf', 3),
    [drawing]: await kept(pdfFile({ words: 'Drawing' }), 'Level 3.pdf', 1),
    [hostile]: await kept(pdfFile({ pages: 9 }).slice(0, 700), 'broken.pdf', 9),
    [lost]: {
      path: join(folder, 'nowhere'),
      sha256: '',
      media_type: 'application/pdf',
      file_name: 'gas.pdf',
      pages: 4,
    },
  };
  return { ...input, content, photos };
}

/** By the end of its name, as text: these files are all ASCII. */
function attachedFile({ attachments }: Awaited<ReturnType<typeof readPdf>>, name: string): string | undefined {
  return [...attachments].find(([each]) => each.endsWith(name))?.[1];
}

test('[EX183] a sheet is named where it belongs, and attached as it was sent', () => {
  const words = squeezed(read.spoken.join(' '));
  for (const said of [
    'Sheet: Acme SDS 12 March 2026, 3 pages, attached as annex C.',
    'Sheet: Level 3.pdf, 1 page, attached as annex A.',
    `sha256:${createHash('sha256').update(sheet).digest('hex')}`,
  ])
    expect(words).toContain(squeezed(said));
  expect(attachedFile(read, '-annex-C.pdf')).toBe(Buffer.from(sheet).toString('latin1'));
  expect(
    Buffer.from(rendered.bytes)
      .toString('latin1')
      .match(/\/AFRelationship \/Supplement/g),
  ).toHaveLength(3);
});

test('[EX184] each page is a figure below a line that says which, with tags that hold', async () => {
  const { alternatives, drawn, outline } = read;
  expect(alternatives.filter((each) => /^Page \d of 3 of Acme/.test(each))).toHaveLength(3);
  expect(drawn.slice(-3).map((page) => page.match(/Annex C, page (\d) of 3 · Acme SDS/)?.[1])).toEqual(['1', '2', '3']);
  expect(drawn.length).toBe(rendered.pages);
  expect(outline.filter((each) => each.startsWith('Annex'))).toEqual([
    'Annex A: Level 3.pdf',
    'Annex B: Broken',
    'Annex C: Acme SDS 12 March 2026',
  ]);
  expect((await readTags(rendered.bytes)).faults).toEqual([]);
});

test('[EX184] the same sheets give the same bytes', async () => {
  expect((await renderExport(await withSheets({ paper: 'letter' }))).sha256).toBe(rendered.sha256);
});

test('[EX189] a sheet whose file is lost is told as a sheet, with its pages', () => {
  const said = 'Sheet: Gas SDS, 4 pages, is not in this file: its file is lost.';
  expect(squeezed(read.spoken.join(' '))).toContain(squeezed(said));
});

test('[EX185] pages that cannot be drawn cost a line of text; the file is attached', async () => {
  expect(squeezed(read.spoken.join(' '))).toContain(
    squeezed('The pages of this annex could not be placed here: they cannot be drawn. The file is attached.'),
  );
  expect(attachedFile(read, '-annex-B.pdf')?.length).toBe(700);
  expect(await drawSheet(sheet, 1)).toBe('they take too long to draw');
});

test('[EX186] a DOCX names the sheet and says where it is; a copy without photos has none', async () => {
  const { bytes } = await renderExport(await withSheets({ format: 'docx' }));
  expect(readDocx(bytes).text).toContain(
    'Sheet: Acme SDS 12 March 2026, 3 pages, attached to the PDF of the document.',
  );
  const without = await readPdf((await renderExport({ ...(await withSheets()), photos: null })).bytes);
  expect(without.spoken.join(' ')).toContain('left out of this copy: Acme SDS 12 March 2026');
  expect([...without.attachments.keys()].filter((name) => name.includes('annex'))).toEqual([]);
});

test('[EX188] what is before the annexes takes no page for a few lines either', async () => {
  const input = inputOf('permit', { paper: 'letter' });
  const without = (await renderExport(input)).pages ?? 0;
  const sections = (input.content['sections'] as { readonly title: string }[]).map((each) =>
    each.title === 'Reference documents' ? { ...each, photos: [{ id: drawing }] } : each,
  ); // as the sample says
  const content = { ...input.content, sections } as ExportInput['content']; // JSON, like what it is made of
  const photos = { [drawing]: await kept(pdfFile({ words: 'Drawing' }), 'Level 3.pdf', 1) };
  expect((await renderExport({ ...input, content, photos })).pages).toBe(without + 1);
});

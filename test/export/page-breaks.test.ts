/** Where pages break, and what a last page is worth (rules EX187, EX188, EX190 and EX198). */
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import type { ExportInput } from '../../server/export/input.ts';
import type { Part } from '../../server/export/model/blocks.ts';
import { coshhGroupBlocks } from '../../server/export/model/coshh-groups.ts';
import { renderExport } from '../../server/export/render.ts';
import { emptyInput, inputOf } from './inputs.ts';
import { readDocx, readPdf, squeezed, textOfXml } from './reading.ts';
import { briefingMatrixInput } from './report-inputs.ts';

test('[EX187] a substance that goes on over the page is named there, to the eye alone', async () => {
  const { drawn, spoken } = await readPdf((await renderExport(inputOf('permit'))).bytes);
  expect(drawn[2]).toContain('Welding fume, mild steel, MIG and MMA, continued');
  expect(spoken.join(' ')).not.toContain(', continued');
});

const groups = /^(?:Substance|Classification|Use|Exposure and health|Control|If something goes wrong|Conclusion) /;

test('[EX198] the sheet of a permit goes on over the page with a whole group', async () => {
  for (const paper of ['a4', 'letter'] as const) {
    const { drawn } = await readPdf((await renderExport(inputOf('permit', { paper }))).bytes);
    expect(drawn).toHaveLength(3);
    expect(drawn[2]?.split(/MIG and MMA, continued\s+/)[1]).toMatch(groups);
  }
});

test('[EX198] in a DOCX, no row of a sheet is broken, and each begins a group', async () => {
  const { parts } = readDocx((await renderExport(inputOf('permit', { format: 'docx' }))).bytes);
  const [, sheet = ''] = (parts.get('word/document.xml') ?? '').split('What to know about Welding fume');
  const [, ...rows] = (sheet.split('</w:tbl>')[0] ?? '').split('<w:tr>');
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) {
    expect(row).toContain('<w:cantSplit/>');
    expect(textOfXml(row).trim()).toMatch(groups);
  }
});

test('[EX198] no fact of a sheet is broken, and no name left behind, wherever a page ends', async () => {
  const facts = factsOfSheet();
  for (const notes of [0, 1, 2, 3, 4, 5]) {
    const { drawn } = await readPdf((await renderExport(withNotes(notes))).bytes);
    const pages = drawn.map(squeezed);
    expect(facts.filter((fact) => !pages.some((page) => page.includes(fact)))).toEqual([]);
  }
});

/** A permit with lines in front of its sheet. */
function withNotes(lines: number): ExportInput {
  const { content } = inputOf('permit');
  const sections = recordsOf(content['sections']).map((each) =>
    each['section_type'] === 'reference_documents' ? { ...each, body: 'A note. \n'.repeat(lines) } : each,
  );
  return inputOf('permit', { paper: 'letter', content: { ...content, sections } });
}

/** Squeezed: each with its name, and the name of a group or a list with what is below it. */
function factsOfSheet(): readonly string[] {
  const [fume = {}] = recordsOf(inputOf('permit').content['coshh_assessments']);
  const cells = coshhGroupBlocks(fume).flatMap((block) =>
    block.kind === 'table' ? block.rows.flatMap((row) => row.cells) : [],
  );
  return cells.flatMap(({ parts }) =>
    parts.map((part, i) => {
      const isName = part.kind === 'text' && part.tone !== 'normal';
      return squeezed(
        parts
          .slice(i, isName ? i + 2 : i + 1)
          .map(wordsOf)
          .join(''),
      );
    }),
  );
}

function wordsOf(part: Part): string {
  if (part.kind === 'text') return part.runs.map(({ text }) => text).join('');
  return part.kind === 'point' ? part.marker + part.runs.map(({ text }) => text).join('') : '';
}

function recordsOf(value: Json | undefined): readonly JsonObject[] {
  return [value].flat().filter(isJsonObject);
}

test('[EX190] the first row of a table is not alone at the foot of a page', async () => {
  const { drawn } = await readPdf((await renderExport(briefingMatrixInput())).bytes);
  const begins = drawn.find((page) => page.includes('part 2 of 2')) ?? '';
  const [, second = ''] = begins.split('part 2 of 2');
  expect(second).toMatch(/Aisha Rahman.*Gwen Adair/s);
});

test('[EX209] an introduction is not alone with the heading of its part at the foot of a page', async () => {
  for (const count of [12, 14, 16]) {
    const { drawn } = await readPdf((await renderExport(briefingMatrixInput({}, count))).bytes);
    expect(drawn.find((page) => page.includes('People and documents'))).toMatch(/part 1 of/);
  }
  const { parts } = readDocx((await renderExport(briefingMatrixInput({ format: 'docx' }))).bytes);
  const paragraphs = (parts.get('word/document.xml') ?? '').split('</w:p>');
  expect(paragraphs.find((each) => each.includes('signed an older one'))).toContain('<w:keepNext/>');
});

test('[EX197] the evidence of a register does not begin with one row at the foot of a page', async () => {
  const { drawn } = await readPdf((await renderExport(inputOf('excavation'))).bytes);
  const page = drawn.find((each) => each.includes('Evidence of each row')) ?? '';
  expect(page).toMatch(/Row 1: .*Row 2: /s);
});

test('[EX197] no line of a paragraph is alone at the top of a page', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `Line ${i + 1}`);
  for (let count = 40; count < lines.length; count += 1) {
    const sections = [{ title: 'Long', body: lines.slice(0, count).join('\n') }];
    const { drawn } = await readPdf((await renderExport(emptyInput({ content: { sections } }))).bytes);
    const starts = drawn.flatMap((page) => /Line \d+/.exec(page)?.[0] ?? []);
    expect(starts).not.toContain(`Line ${count}`);
  }
});

test('[EX196] a COSHH assessment on US Letter takes six pages, with its hazards in front', async () => {
  for (const paper of ['a4', 'letter'] as const) {
    const { drawn } = await readPdf((await renderExport(inputOf('coshh', { paper }))).bytes);
    expect(drawn).toHaveLength(6);
    expect(drawn[1]).toContain('Hazard register');
    expect(drawn[2]).toContain('1. Epoxy resin, part A');
  }
});

test('[EX188] a short form takes no more pages on US Letter for a few lines', async () => {
  const pagesOf = async (name: 'powra' | 'permit') => (await renderExport(inputOf(name, { paper: 'letter' }))).pages;
  expect([await pagesOf('powra'), await pagesOf('permit')]).toEqual([2, 3]);
});

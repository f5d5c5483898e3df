/** Where pages break, and what a last page is worth (rules EX187, EX188 and EX190). */
import { expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { emptyInput, inputOf } from './inputs.ts';
import { readPdf } from './reading.ts';
import { briefingMatrixInput } from './report-inputs.ts';

test('[EX187] a substance that goes on over the page is named there, to the eye alone', async () => {
  const { drawn, spoken } = await readPdf((await renderExport(inputOf('permit'))).bytes);
  expect(drawn[2]).toContain('Welding fume, mild steel, MIG and MMA, continued');
  expect(spoken.join(' ')).not.toContain(', continued');
});

test('[EX190] the first row of a table is not alone at the foot of a page', async () => {
  const { drawn } = await readPdf((await renderExport(briefingMatrixInput())).bytes);
  const begins = drawn.find((page) => page.includes('part 2 of 2')) ?? '';
  const [, second = ''] = begins.split('part 2 of 2');
  expect(second).toMatch(/Aisha Rahman.*Gwen Adair/s);
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

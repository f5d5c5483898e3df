/** Where pages break, and what a last page is worth (rules EX187 and EX188). */
import { expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { readPdf } from './reading.ts';

test('[EX187] a substance that goes on over the page is named there, to the eye alone', async () => {
  const { drawn, spoken } = await readPdf((await renderExport(inputOf('permit'))).bytes);
  expect(drawn[2]).toContain('Welding fume, mild steel, MIG and MMA, continued');
  expect(spoken.join(' ')).not.toContain(', continued');
});

test('[EX188] a short form takes no more pages on US Letter for a few lines', async () => {
  const pagesOf = async (name: 'powra' | 'permit') => (await renderExport(inputOf(name, { paper: 'letter' }))).pages;
  expect([await pagesOf('powra'), await pagesOf('permit')]).toEqual([2, 3]);
});

/** The DOCX as a file: an editable copy that Word's own features work on (rule EX12). */
import { beforeAll, describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { docxFaults } from './docx-faults.ts';
import { inputOf } from './inputs.ts';
import { readDocx, textOfXml } from './reading.ts';

describe('docx', () => {
  let document = '';
  beforeAll(async () => {
    const { bytes } = await renderExport(inputOf('assessment', { format: 'docx' }));
    document = readDocx(bytes).parts.get('word/document.xml') ?? '';
  });

  test('[EX12] the DOCX uses heading styles, repeats table headers and says that it is an editable copy', async () => {
    const { bytes, pages } = await renderExport(inputOf('rams', { format: 'docx' }));
    const docx = readDocx(bytes);
    const xml = docx.parts.get('word/document.xml') ?? '';
    expect(pages).toBeNull();
    expect(xml).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<\/w:p>).)*Sequence of works/);
    expect(xml).toMatch(/<w:tblHeader\/>(?:(?!<\/w:tr>).)*Controls, highest in the hierarchy first/);
    expect(docx.text).toContain('Editable copy, not the controlled record');
    // A sheet in one row may be longer than a page: a row that must stay whole is cut off there.
    const isWhole = (word: string): boolean[] =>
      xml.split('<w:tr>').flatMap((row) => (row.includes(word) ? [row.includes('<w:cantSplit/>')] : []));
    expect(isWhole('Exposure and health')).toEqual([false, false, false]);
    expect(isWhole('Torque wrench')).toEqual([true]);
    const headers = docx.paths
      .filter((path) => path.startsWith('word/header'))
      .map((path) => textOfXml(docx.parts.get(path) ?? ''));
    expect(headers.join()).toMatch(/HLC-014-RAMS-007 {2}· {2}Version 2 {2}· {2}Approved {2}· {2}EDITABLE COPY/);
    const core = textOfXml(docx.parts.get('docProps/core.xml') ?? '');
    expect(core).toContain('Installation of unitised curtain walling');
    expect(core).toContain('2026-11-06T16:42:00Z');
  });

  test('[EX34] the contents name the page of each section', async () => {
    const contents = textOfXml(/<w:sdt>.*<\/w:sdt>/.exec(document)?.[0] ?? '').replaceAll(/PAGEREF _Toc\d+ \\h/g, '');
    const pages = ['Hazard register', 'COSHH assessments', 'Checking this copy'].map((title) =>
      Number(new RegExp(`${title}(\\d+)`).exec(contents)?.[1]),
    );
    expect(pages).toEqual([2, 5, 9]);
    expect(document).not.toContain('w:dirty="true"');
  });

  test('[EX35] a heading, a short table and the last two rows of a long one stay on a page', async () => {
    const rows = document.split(/<w:tr>|<\/w:tr>/);
    const isKept = (word: string): boolean | undefined =>
      rows.find((row) => row.includes(word))?.includes('<w:keepNext/>');
    expect(['Safety helmet', 'Goggles', 'Inside enclosure'].map(isKept)).toEqual([true, true, false]);
    expect(['Unknown asbestos', 'Fire in an occupied', 'Tenants meet'].map(isKept)).toEqual([false, true, false]);
  });

  test('[EX35] the watermark is drawn on every page of a draft, and of no approved copy', async () => {
    const headers = async (watermark: 'draft' | 'none'): Promise<string> => {
      const { paths, parts } = readDocx((await renderExport(inputOf('talk', { format: 'docx', watermark }))).bytes);
      return paths
        .filter((path) => path.startsWith('word/header'))
        .map((path) => parts.get(path) ?? '')
        .join('');
    };
    expect(await headers('draft')).toMatch(/<v:textpath[^>]*string="DRAFT"/);
    expect(await headers('none')).not.toContain('v:textpath');
  });

  test.each(['rams', 'assessment'] as const)(
    '[EX12] every part of the DOCX is well-formed, with properties in the order of the schema and pictures numbered: %s',
    async (name) => {
      expect(docxFaults((await renderExport(inputOf(name, { format: 'docx' }))).bytes)).toEqual([]);
    },
  );
});

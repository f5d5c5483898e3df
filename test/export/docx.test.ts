/** The DOCX as a file: an editable copy that Word's own features work on (rule EX12). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { readDocx, textOfXml, xmlFault } from './reading.ts';

describe('docx', () => {
  test('[EX12] the DOCX uses heading styles, repeats table headers and says that it is an editable copy', async () => {
    const { bytes, pages } = await renderExport(inputOf('rams', { format: 'docx' }));
    const docx = readDocx(bytes);
    const document = docx.parts.get('word/document.xml') ?? '';
    expect(pages).toBeNull();
    expect(document).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<\/w:p>).)*Sequence of works/);
    expect(document).toMatch(/<w:tblHeader\/>(?:(?!<\/w:tr>).)*Controls, highest in the hierarchy first/);
    expect(docx.text).toContain('Editable copy, not the controlled record');
    // A sheet in one row may be longer than a page: a row that must stay whole is cut off there.
    const isWhole = (word: string): boolean[] =>
      document.split('<w:tr>').flatMap((row) => (row.includes(word) ? [row.includes('<w:cantSplit/>')] : []));
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

  test('[EX12] every part of the DOCX is well-formed XML', async () => {
    const { parts } = readDocx((await renderExport(inputOf('rams', { format: 'docx' }))).bytes);
    for (const [path, xml] of parts) expect([path, xmlFault(xml)]).toEqual([path, null]);
  });
});

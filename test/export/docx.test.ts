/** The DOCX as a file: an editable copy that Word's own features work on (rule EX12). */
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { renderExport } from '../../server/export/render.ts';
import { docxFaults } from './docx-faults.ts';
import { inputOf } from './inputs.ts';
import { readDocx, textOfXml } from './reading.ts';
import { briefingMatrixInput } from './report-inputs.ts';

describe('docx', () => {
  let document = '';
  beforeAll(async () => {
    const { bytes } = await renderExport(inputOf('assessment', { format: 'docx' }));
    document = readDocx(bytes).parts.get('word/document.xml') ?? '';
  });

  test('[EX12] the DOCX has heading styles, repeats headers and says it is an editable copy', async () => {
    const { bytes, pages } = await renderExport(inputOf('rams', { format: 'docx' }));
    const docx = readDocx(bytes);
    const xml = docx.parts.get('word/document.xml') ?? '';
    expect(pages).toBeNull();
    expect(xml).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<\/w:p>).)*Sequence of works/);
    expect(xml).toMatch(/<w:tblHeader\/>(?:(?!<\/w:tr>).)*Controls, highest in the hierarchy first/);
    expect(docx.text).toContain('Editable copy, not the controlled record');
    expect(['Contents', 'Project and document details'].map((title) => beginsPage(xml, title))).toEqual([false, true]);
    const isWhole = (word: string): boolean[] =>
      xml.split('<w:tr>').flatMap((row) => (row.includes(word) ? [row.includes('<w:cantSplit/>')] : []));
    expect(isWhole('Exposure and health')).toEqual([true, true, true]);
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
    const contents = textOfXml(contentsOf(document)).replaceAll(/PAGEREF _Toc\d+ \\h/g, '');
    const pages = ['Hazard register', 'COSHH assessments', 'Checking this copy'].map((title) =>
      Number(new RegExp(`${title}(\\d+)`).exec(contents)?.[1]),
    );
    expect(pages).toEqual([2, 5, 8]);
    expect(document).not.toContain('w:dirty="true"');
  });

  test('[EX206] contents stand in two columns, each a field over its part', () => {
    const contents = contentsOf(document);
    const columns = contents.split('</w:tc>').slice(0, -1);
    const counts = columns.map((column) => column.match(/w:val="TOC1"/g)?.length);
    expect(counts).toEqual([8, 8]);
    expect(contents).toContain('<w:cantSplit/>');
    for (const [i, column] of columns.entries()) {
      const [, part = ''] = /TOC \\h \\o "1-1" \\b (\w+)</.exec(column) ?? [];
      const fields = [...column.matchAll(/w:fldCharType="(begin|end)"/g)].map(([, type]) =>
        type === 'begin' ? 1 : -1,
      );
      expect(fields.reduce((open, step) => open + step, 0)).toBe(0);
      const [, number = ''] = new RegExp(`<w:bookmarkStart w:name="${part}" w:id="(\\d+)"`).exec(document) ?? [];
      const [, within = ''] = document.split(new RegExp(`<w:bookmark(?:Start|End) [^>]*w:id="${number}"[^>]*>`));
      expect(within.match(/<w:pStyle w:val="Heading1"\/>/g)?.length, part).toBe(i === 0 ? 8 : 7);
      expect(within.match(/<w:bookmarkStart w:name="_Toc/g)).toHaveLength(8);
    }
  });

  test('[EX206] after contents that begin a page the document goes on below them', async () => {
    const written = inputOf('rams', { format: 'docx' });
    const versions = Array.from({ length: 7 }, (_, i) => ({ ...written.versions[0], version: i + 1 }));
    const { bytes } = await renderExport({ ...written, versions });
    const xml = readDocx(bytes).parts.get('word/document.xml') ?? '';
    expect(['Contents', 'Project and document details'].map((title) => beginsPage(xml, title))).toEqual([true, false]);
  });

  test('[EX207] space below a table takes no page of its own', () => {
    const spaced = [
      ...document.matchAll(/<\/w:tbl><w:p>(?:(?!<\/w:p>).)*<\/w:p>(?=(<w:p>(?:(?!<\/w:p>).)*|<w:sectPr>))/g),
    ];
    const last = spaced.filter(([, next = '']) => next === '<w:sectPr>' || next.includes('<w:pageBreakBefore/>'));
    expect(last.length).toBeGreaterThan(3);
    expect(last.map(([space]) => Number(/w:line="(\d+)" w:lineRule="exact"/.exec(space)?.[1]))).toEqual(
      last.map(() => 20),
    );
  });

  test('[EX35] a heading, a short table and the last two rows of a long one stay on a page', async () => {
    const rows = document.split(/<w:tr>|<\/w:tr>/);
    const isKept = (word: string): boolean | undefined =>
      rows.find((row) => row.includes(word))?.includes('<w:keepNext/>');
    expect(['Safety helmet', 'Goggles', 'Inside enclosure'].map(isKept)).toEqual([true, true, false]);
    expect(['Unknown asbestos', 'Fire in an occupied', 'Tenants meet'].map(isKept)).toEqual([false, true, false]);
  });

  test('[EX191] a short list stays on a page, and the last section is not alone on one', async () => {
    const { bytes } = await renderExport(inputOf('powra', { format: 'docx' }));
    const powra = readDocx(bytes).parts.get('word/document.xml') ?? '';
    const isKept = (xml: string, word: string): boolean | undefined =>
      xml
        .split('</w:p>')
        .find((paragraph) => textOfXml(paragraph).trim().startsWith(word))
        ?.includes('<w:keepNext/>');
    expect(['RDS-118', 'Isolation certificate', 'MS-004'].map((word) => isKept(document, word))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['Version 1, current', 'Compare the version'].map((word) => isKept(powra, word))).toEqual([true, false]);
  });

  test('[EX207] a box that is all title has no empty line below it', async () => {
    const { bytes } = await renderExport(inputOf('powra', { format: 'docx' }));
    const cells = (readDocx(bytes).parts.get('word/document.xml') ?? '').split('</w:tc>');
    const box = cells.find((cell) => cell.includes('Decision: proceed with changes')) ?? '';
    expect(box.slice(box.lastIndexOf('<w:tc>')).match(/<w:p>/g)).toHaveLength(1);
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
    // Points: no word lies across all of the page.
    expect(Number(/PowerPlusWaterMark[^>]*width:([\d.]+)pt/.exec(await headers('draft'))?.[1])).toBeLessThan(320);
  });

  test('[EX190] the first two rows of a long table stay on a page', async () => {
    const { bytes } = await renderExport({ ...briefingMatrixInput(), format: 'docx' });
    const [, matrix = ''] = (readDocx(bytes).parts.get('word/document.xml') ?? '').split('part 1 of 2');
    const rows = matrix.split('<w:tr>').slice(1, 4);
    expect(rows.map((row) => row.includes('<w:keepNext/>'))).toEqual([true, true, false]);
  });

  test.each(['rams', 'assessment'] as const)(
    '[EX12] parts are well-formed, properties in the schema’s order, pictures numbered: %s',
    async (name) => {
      expect(docxFaults((await renderExport(inputOf(name, { format: 'docx' }))).bytes)).toEqual([]);
    },
  );

  test('[EX120] an English line that begins with an Arabic name runs from the left', async () => {
    const { content } = inputOf('permit');
    const people = content['personnel'] as readonly JsonObject[]; // of the sample
    const personnel = people.map((person) => ({ ...person, name: 'محمد عثمان' }));
    const { bytes } = await renderExport(inputOf('permit', { format: 'docx', content: { ...content, personnel } }));
    const paragraphs = (readDocx(bytes).parts.get('word/document.xml') ?? '').split('</w:p>');
    const named = paragraphs.filter((each) => /محمد.*Permit holder/s.test(textOfXml(each)));
    expect(named.map((each) => each.includes('<w:bidi/>'))).toEqual([false]);
  });

  test('[EX120] Arabic is set from the right in a font of the script, on every part of the page', async () => {
    const name = 'محمد عثمان';
    const written = inputOf('talk');
    const input = {
      ...written,
      format: 'docx',
      organisation: { name },
      document: { ...written.document, title: name, reference: name },
      content: {
        sections: [
          {
            title: name,
            body: `${name}\n\n* ${name}\n* ${name}\n\n1. ${name}`,
            photos: [{ id: 'lost', caption: name }],
          },
          { title: 'Steps', data: { items: [{ text: name, is_hold_point: true, title: name }] } },
        ],
        hazards: [{ name, who_might_be_harmed: name, controls: [{ text: name }] }],
      },
    } as const;
    const { parts } = readDocx((await renderExport(input)).bytes);
    const pages = [...parts].filter(([path]) => /^word\/(?:document|header\d|footer\d)\.xml$/.test(path));
    expect(pages).toHaveLength(3);
    for (const [path, xml] of pages) {
      const runs = [...xml.matchAll(/<w:r>(?:(?!<\/w:r>).)*<\/w:r>/g)].map(([run]) => run).filter(isArabic);
      expect(runs.length, path).toBeGreaterThan(0);
      expect(runs.filter((run) => !/<w:rFonts[^>]*w:cs="Arial".*<w:rtl\/>/.test(run))).toEqual([]);
      const paragraphs = [...xml.matchAll(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/g)].map(([paragraph]) => paragraph);
      const fromRight = paragraphs.filter((each) => isArabic(each) && !/[A-Za-z]/.test(textOfXml(each)));
      expect(fromRight.filter((each) => !each.includes('<w:bidi/>')).map(textOfXml)).toEqual([]);
      expect(fromRight.length, path).toBeGreaterThan(path === 'word/document.xml' ? 7 : -1);
    }
  });

  test('[EX121] a table tells screen readers its title and columns, and a caption has its style', async () => {
    const summaries = [...document.matchAll(/<w:tblCaption w:val="([^"]+)"/g)].map(([, words]) => words);
    expect(summaries).toHaveLength(document.match(/<w:tbl>/g)?.length ?? 0);
    expect(summaries).toContain('Number of hazards in each risk band');
    expect(document).toMatch(
      /<w:tblCaption w:val="Number of hazards in each risk band"\/><w:tblDescription w:val="Columns: Hazards, Low 1–4, /,
    );
    const photos = [{ id: 'lost', caption: 'The north face' }];
    const { bytes } = await renderExport(
      inputOf('talk', { format: 'docx', content: { sections: [{ title: 'Seen', photos }] } }),
    );
    const xml = readDocx(bytes).parts.get('word/document.xml') ?? '';
    expect(xml).toMatch(/<w:pStyle w:val="Caption"\/>(?:(?!<\/w:p>).)*The north face/);
    expect(docxFaults(bytes)).toEqual([]);
  });
});

/** The table with the contents. */
function contentsOf(xml: string): string {
  return xml.split('<w:tbl>').find((table) => table.includes('w:val="TOC1"')) ?? '';
}

function beginsPage(xml: string, title: string): boolean | undefined {
  return xml
    .split('</w:p>')
    .findLast((paragraph) => paragraph.includes('"Heading') && textOfXml(paragraph).trim() === title)
    ?.includes('<w:pageBreakBefore/>');
}

function isArabic(text: string): boolean {
  return /\p{Script=Arab}/u.test(text);
}

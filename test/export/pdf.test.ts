/** The PDF as a file: what every page says, what assistive software and an archive need (rules EX7 to EX10). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { renderExport } from '../../server/export/render.ts';
import { emptyInput, inputOf } from './inputs.ts';
import { readPdf, squeezed } from './reading.ts';

async function read(input: Parameters<typeof renderExport>[0]): ReturnType<typeof readPdf> {
  return readPdf((await renderExport(input)).bytes);
}

describe('pdf', () => {
  let rams: Awaited<ReturnType<typeof readPdf>>;
  beforeAll(async () => {
    rams = await read(inputOf('rams'));
  });

  test('[EX7] page one has identity, risks and emergencies, page two the document control', () => {
    const [cover = '', control = ''] = rams.spoken.map(squeezed);
    for (const said of [
      'Harrowlyle Construction Ltd',
      'HLC-014-RAMS-007',
      'Version 2',
      'APPROVED',
      'Kingsmead Living LLP',
      'Risk summary',
      'VH: 4',
      'In an emergency',
      'Point A: public square',
      'The Royal London Hospital',
    ]) {
      expect(cover).toContain(squeezed(said));
    }
    for (const said of [
      'Document control',
      'Version history',
      'Vacuum lifter replaced',
      'Ruth Delaney',
      'Priya Nair',
      'Superseded by version 2',
    ])
      expect(control).toContain(squeezed(said));
  });

  test('[EX7] every page says reference, version, status, number, organisation and print time', () => {
    const { drawn } = rams;
    drawn.forEach((page, i) => {
      const words = squeezed(page);
      for (const said of [
        'HLC-014-RAMS-007',
        'Version 2 · Approved',
        `Page ${i + 1} of ${drawn.length}`,
        'Harrowlyle Construction Ltd',
        'Printed 20 Nov 2026, 10:15 GMT',
        'UNCONTROLLED WHEN PRINTED',
      ]) {
        expect(words).toContain(squeezed(said));
      }
    });
  });

  test('[EX7] the contents name the page on which each section begins', () => {
    const { spoken } = rams;
    const first = spoken.findIndex(
      (page, i) => i > 2 && squeezed(page).includes(squeezed('Hazard register No Hazard and who')),
    );
    expect(squeezed(spoken.join(' '))).toContain(squeezed(`Hazard register ${first + 1} How risk is rated`));
  });

  test('[EX7] a table repeats its header on every page that it reaches, and is read aloud once', () => {
    const { drawn, spoken } = rams;
    const header = squeezed('Controls, highest in the hierarchy first');
    const has = (page: string): boolean => squeezed(page).includes(header);
    expect(drawn.filter(has).length).toBeGreaterThan(1);
    expect(spoken.filter(has).length).toBe(1);
  });

  test('[EX8] a draft, pending, superseded or archived print says so across each page', async () => {
    const said = {
      draft: 'DRAFT',
      pending_review: 'PENDING REVIEW',
      superseded: 'SUPERSEDED BY VERSION 2',
      archived: 'ARCHIVED',
    } as const;
    for (const watermark of ['draft', 'pending_review', 'superseded', 'archived'] as const) {
      const current = inputOf('rams');
      const { drawn } = await read(
        emptyInput({ watermark, versions: current.versions, version: watermark === 'superseded' ? 1 : null }),
      );
      for (const page of drawn) expect(squeezed(page)).toContain(squeezed(said[watermark]));
    }
    const superseded = await read(inputOf('rams', { version: 1, watermark: 'superseded' }));
    expect(squeezed(superseded.spoken[0] ?? '')).toContain('superseded');
  });

  test('[EX9] the PDF is tagged, titled, bookmarked, and claims PDF/A-3a and PDF/UA-1', () => {
    const pdf = rams;
    expect(pdf.marked).toBe(true);
    expect(pdf.info).toMatchObject({
      Language: 'en-GB',
      Title: expect.stringContaining('Installation of unitised curtain walling'),
      Creator: 'Sitefile',
    });
    expect(pdf.metadata.get('pdfaid:part')).toBe('3');
    expect(pdf.metadata.get('pdfaid:conformance')).toBe('A');
    expect(pdf.metadata.get('pdfuaid:part')).toBe('1');
    for (const title of [
      'Document control',
      'Sequence of works',
      'Hazard register',
      'COSHH assessments',
      'Briefing and sign-off register',
    ])
      expect(pdf.outline).toContain(title);
    for (const role of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Figure', 'TOC', 'Link'])
      expect(pdf.roles).toContain(role);
  });

  test('[EX9] every font is embedded', async () => {
    const { bytes } = await renderExport(inputOf('excavation'));
    const source = Buffer.from(bytes).toString('latin1');
    const fonts = source.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThanOrEqual(3);
    expect(source.match(/\/FontFile2 /g)).toHaveLength(fonts.length);
    expect(source).not.toContain('/Subtype /Type1');
  });

  test('[EX10] the PDF carries the approved content as the JSON that its content hash is of', () => {
    const input = inputOf('rams');
    const { attachments } = rams;
    expect([...attachments.keys()]).toEqual(['HLC-014-RAMS-007-v2-sign-offs.json', 'HLC-014-RAMS-007-v2.json']);
    expect(`sha256:${sha256Hex(attachments.get('HLC-014-RAMS-007-v2.json') ?? '')}`).toBe(input.content_hash);
  });

  test('[EX10] the sign-offs travel in the PDF as JSON whose hash is printed', () => {
    const attached = rams.attachments.get('HLC-014-RAMS-007-v2-sign-offs.json') ?? '';
    expect(JSON.parse(attached)).toHaveLength(inputOf('rams').signoffs.length);
    expect(squeezed(rams.spoken.join(' '))).toContain(squeezed(`sha256:${sha256Hex(attached)}`));
  });
});

/** What an export must hold (contract, Exports, EX1 to EX8). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import ghsPictograms from '../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import ghsSigns from '../../shared/reference/ghs-signs.json' with { type: 'json' };
import { emptyInput, inputOf, peopleOnly, sampleDocuments, sampleRecords } from './inputs.ts';
import type { Rendered } from '../../server/export/input.ts';
import { leavesOf, shows } from './leaves.ts';
import { readTags } from './tag-faults.ts';
import { readDocx, type ReadPdf, readPdf, squeezed } from './reading.ts';

const names = Object.keys(sampleDocuments) as (keyof typeof sampleDocuments)[]; // the keys of a literal object are exactly these

/** Sample documents as they are, rendered once for all tests of this file. */
const rendered = new Map<keyof typeof sampleDocuments, Promise<Rendered>>();
const printed = new Map<keyof typeof sampleDocuments, Promise<ReadPdf>>();

function renderedSample(name: keyof typeof sampleDocuments): Promise<Rendered> {
  const known = rendered.get(name) ?? renderExport(inputOf(name));
  rendered.set(name, known);
  return known;
}

function printedSample(name: keyof typeof sampleDocuments): Promise<ReadPdf> {
  const known = printed.get(name) ?? renderedSample(name).then(({ bytes }) => readPdf(bytes));
  printed.set(name, known);
  return known;
}

/** Most pages, by the space that each form has on site. */
const budgets = { rams: 17, excavation: 18, coshh: 7, talk: 2, permit: 3, powra: 2 } as const;

async function pdfWords(input: Parameters<typeof renderExport>[0]): Promise<string> {
  const { spoken } = await readPdf((await renderExport(input)).bytes);
  return squeezed(spoken.join(' '));
}

async function docxWords(input: Parameters<typeof renderExport>[0]): Promise<string> {
  return squeezed(readDocx((await renderExport({ ...input, format: 'docx' })).bytes).text);
}

describe('content', () => {
  test.for(names)('[EX1] a PDF holds every hazard, control and section text of the snapshot: %s', async (name) => {
    const input = inputOf(name);
    const words = squeezed((await printedSample(name)).spoken.join(' '));
    expect(leavesOf(input.content).filter((leaf) => !shows(words, leaf))).toEqual([]);
  });

  test.for(names)('[EX26] a form keeps to the pages of its kind: %s', async (name) => {
    expect((await printedSample(name)).spoken.length).toBeLessThanOrEqual(budgets[name]);
  });

  test.for(names)(
    '[EX32] what a document says is set in at least 9 points, and nothing in under 7.5: %s',
    async (name) => {
      const { large, smallest } = await printedSample(name);
      const words = squeezed(large);
      const isLabel = /(key|item)$/;
      const leaves = leavesOf(inputOf(name).content).filter(({ path }) => !isLabel.test(path));
      expect(leaves.filter((leaf) => !shows(words, leaf))).toEqual([]);
      expect(smallest).toBeGreaterThan(7.49);
    },
  );

  test.for(names)('[EX36] the tags of the PDF hold, point by point: %s', async (name) => {
    const { faults, counts } = await readTags((await renderedSample(name)).bytes);
    expect(faults).toEqual([]);
    for (const role of ['H1', 'P', 'Table', 'TH', 'LBody']) expect(counts.get(role), role).toBeGreaterThan(0);
  });

  test('[EX36] a heading within a section is one level below its title', async () => {
    const sections = [{ title: 'Method', body: '### Deep\n\nWords\n\n## Wide' }];
    const { faults, counts } = await readTags((await renderExport(emptyInput({ content: { sections } }))).bytes);
    expect(faults).toEqual([]);
    expect(counts.get('H3')).toBeUndefined();
  });

  test('[EX36] the last word of a line and the first of the next stay two words', async () => {
    const { spoken } = await printedSample('powra');
    expect(spoken.join(' ')).toMatch(/We wait, then +lift C7 first/);
  });

  test('[EX37] each statement carries its language', async () => {
    const { languages } = await readTags((await renderedSample('excavation')).bytes);
    expect(languages).toEqual(new Set(['en', 'ro', 'pt', 'pa']));
    const docx = readDocx((await renderExport(inputOf('coshh', { format: 'docx' }))).bytes);
    expect(docx.parts.get('word/document.xml')).toMatch(/<w:lang w:val="ro"\/>(?:(?!<\/w:r>).)*Am fost instruit/);
  });

  test('[EX26] a substance has one page, after at most two pages in front', async () => {
    const pages = (await printedSample('coshh')).spoken.map(squeezed);
    const first = pages.findIndex((page) => page.startsWith(squeezed('1. Epoxy resin')));
    expect(first).toBeLessThanOrEqual(2);
    expect(pages[first + 1]).toMatch(/^2\.aminehardener/);
    expect(pages[first + 2]).toMatch(/^3\.solventborne/);
    expect(pages[first + 3]).toMatch(/^briefingandsign-offregister/);
  });

  test('[EX31] the DOCX shows the pictograms as pictures, with names and an alternative text', async () => {
    const { bytes } = await renderExport(inputOf('coshh', { format: 'docx' }));
    const { parts, paths, text } = readDocx(bytes);
    expect(parts.get('word/document.xml')).toContain(
      'descr="Hazard pictograms: GHS07 Exclamation mark, GHS09 Environment"',
    );
    expect(text).toContain('GHS07 Exclamation mark, GHS09 Environment');
    expect(paths.some((path) => /^word\/media\/.*jpg$/.test(path))).toBe(true);
  });

  test('[EX31] a substance sheet begins with its pictograms, with names and alternative texts', async () => {
    const { alternatives, spoken } = await printedSample('coshh');
    expect(alternatives).toContain('Hazard pictograms: GHS07 Exclamation mark, GHS09 Environment');
    const page = spoken.map(squeezed).find((words) => words.startsWith('1.epoxyresin'));
    expect(page).toMatch(/exclamationmarkenvironment.*substancemanufacturer/);
    expect(Object.keys(ghsSigns)).toEqual(ghsPictograms.map(({ code }) => code));
  });

  test('[EX53] a draft prints both values of its open conflicts, and nothing no export prints', async () => {
    const author = { id: 'u1', name: 'Priya Nair' };
    const hazard = { id: 'h1', name: 'Falling load', controls: [], who_at_risk: 'Riggers' };
    const quiz = (answer_index: number) => ({
      items: [{ question: 'Which gate?', options: ['G1', 'G2'], answer_index }],
    });
    const conflict = { record_kind: 'hazard', record_id: 'h1', kept: 'theirs', state: 'open', author };
    const conflicts = [
      { ...conflict, field: 'who_at_risk', theirs: 'Riggers', mine: 'Riggers and the public' },
      { ...conflict, field: '(removed)', theirs: null, mine: hazard, kept: 'mine' },
      { ...conflict, record_kind: 'section', field: 'data', theirs: quiz(0), mine: quiz(1) },
      { ...conflict, record_kind: 'personnel', field: 'mobile', theirs: '07700 900001', mine: '07700 900002' },
    ];
    const draft = emptyInput({ content: { hazards: [hazard] }, conflicts });
    for (const words of [await pdfWords(draft), await docxWords(draft)]) {
      for (const said of [
        '3 fields hold two values',
        'Who at risk Hazard: Falling load Riggers Riggers and the public Written by Priya Nair',
        'Whether it stays Hazard: Falling load Kept Written by Priya Nair Taken out',
        'Which gate?; Options: G1; G2',
      ])
        expect(words).toContain(squeezed(said));
      expect(words).not.toMatch(/answerindex|07700900/);
    }
    expect(await docxWords({ ...draft, conflicts: [] })).not.toContain(squeezed('Not decided yet'));
  });

  test.for(names)('[EX1] a DOCX holds every hazard, control and section text of the snapshot: %s', async (name) => {
    const input = inputOf(name);
    const words = await docxWords(input);
    expect(leavesOf(input.content).filter((leaf) => !shows(words, leaf))).toEqual([]);
  });

  test('[EX1] members that no form has a place for are printed under their names', async () => {
    const input = inputOf('rams');
    const hazard = { name: 'Odd', controls: [], new_member: { deep: ['very', 'deep'] } };
    const sections = [
      {
        section_type: 'custom',
        title: 'Odd data',
        data: { items: [{ caption: 'A photo', taken_at: '2026-11-02' }], remark: 'seen' },
        extra: 'kept',
      },
      {
        section_type: 'custom',
        title: 'Wide',
        data: { columns: [], rows: [Array.from({ length: 12 }, (_, i) => `cell-${i}`)] },
      },
    ];
    const words = await pdfWords({
      ...input,
      content: { sections, hazards: [hazard], new_list: [{ a: 'first' }, { a: 'second' }] },
    });
    for (const shown of [
      'New member',
      'Deep: very; deep',
      'A photo',
      'Remark',
      'seen',
      'kept',
      'cell-0',
      'cell-11',
      'Other recorded content',
      'New list',
      'second',
    ]) {
      expect(words).toContain(squeezed(shown));
    }
  });

  test('[EX2] a rating is printed as band code and number, in the colours of its frozen matrix', async () => {
    const input = inputOf('rams');
    const [hazard] = input.content['hazards'] as JsonObject[]; // the sample has eleven hazards
    const bands = [
      {
        min: 1,
        max: 19,
        value: 'low',
        label: 'Tolerable',
        code: 'T',
        fill: '#112233',
        ink: '#FFFFFF',
        action: 'Go on',
      },
      {
        min: 20,
        max: 25,
        value: 'high',
        label: 'Intolerable',
        code: 'I',
        fill: '#445566',
        ink: '#FFFFFF',
        action: 'Do not start',
      },
    ];
    const frozen = { ...input, content: { sections: [], hazards: [hazard ?? {}], risk_matrix: { bands } } };
    const words = await pdfWords(frozen);
    expect(words).toContain(squeezed('I 20 Intolerable S 5 × L 4'));
    expect(words).toContain(squeezed('T 5 Tolerable S 5 × L 1'));
    expect(words).toContain(squeezed('Do not start'));
    const docx = readDocx((await renderExport({ ...frozen, format: 'docx' })).bytes);
    expect(docx.parts.get('word/document.xml')).toContain('w:fill="445566"');
  });

  test('[EX2] a hazard without ratings is printed as not rated', async () => {
    const words = await pdfWords({
      ...inputOf('rams'),
      content: { hazards: [{ name: 'New', severity_before: 5, likelihood_before: null }] },
    });
    expect(words).toContain(squeezed('Not rated S 5 × L –'));
  });

  test('[EX3] personnel are printed without mobile numbers, which the attachment lacks too', async () => {
    const mobile = '07700 900999';
    const people = (peopleOnly['personnel'] as JsonObject[]).map((person) => ({ ...person, mobile })); // nine in the sample
    const input = inputOf('rams', { content: { ...peopleOnly, personnel: people } });
    const { drawn, attachments } = await readPdf((await renderExport(input)).bytes);
    expect(squeezed(drawn.join(' '))).toContain(squeezed('Sinéad Gallagher'));
    expect(squeezed(drawn.join(' '))).not.toContain('07700900999');
    expect([...attachments.values()].join()).not.toContain('07700 900999');
    expect(await docxWords(input)).not.toContain('07700900999');
  });

  test('[EX4] declined, void, duplicate and outdated sign-offs are printed with reasons', async () => {
    const signoffs = sampleRecords('signoffs.json');
    for (const read of [pdfWords, docxWords]) {
      const words = await read(inputOf('rams', { signoffs, content: peopleOnly }));
      for (const signoff of signoffs) {
        const { void: annulment, declined, worker } = signoff as Record<string, Record<string, string> | null>; // objects or null in every sample row
        expect(words).toContain(squeezed(worker?.['name'] ?? '?'));
        for (const reason of [annulment?.['reason'], declined?.['reason'], declined?.['follow_up']])
          expect(words).toContain(squeezed(reason ?? ''));
      }
      const marks = ['VOIDED by', 'DECLINED: did not understand', 'DUPLICATE', 'SUPERSEDED: a later version'];
      for (const word of [...marks, 'STALE: signed for a version']) expect(words).toContain(squeezed(word));
      for (const signoff of signoffs)
        expect(words).toContain(squeezed(String((signoff['statement'] as JsonObject)['text']))); // every sample row has its statement
    }
  });

  test('[EX4] people named who have not signed this version have a line to sign on paper', async () => {
    expect(await pdfWords(inputOf('rams'))).toContain(squeezed('Carys Lunn Vantage Façades Ltd Appointed person'));
  });

  test('[EX5] ink is drawn as vectors in the PDF, and no signature is in the DOCX', async () => {
    const content = peopleOnly;
    const signed = await renderExport(inputOf('rams', { content }));
    const unsigned = await renderExport(
      inputOf('rams', {
        content,
        signoffs: inputOf('rams').signoffs.map((signoff) => ({ ...signoff, signature: null })),
      }),
    );
    expect(signed.bytes.length).toBeGreaterThan(unsigned.bytes.length);
    const pdf = await readPdf(signed.bytes);
    expect(pdf.roles).toContain('Figure');
    expect(Buffer.from(signed.bytes).includes('/Subtype /Image')).toBe(false);
    const docx = readDocx((await renderExport(inputOf('rams', { format: 'docx', content }))).bytes);
    expect(docx.paths.filter((path) => path.includes('media'))).toEqual([]);
    expect(docx.parts.get('word/document.xml')).not.toMatch(/<w:drawing|<w:pict/);
    expect(docx.text).toContain('Signed in ink');
  });

  test('[EX6] an empty document is a good file that says what is missing', async () => {
    for (const words of [await pdfWords(emptyInput()), await docxWords(emptyInput())]) {
      for (const said of [
        'No sections have been written',
        'No hazards are recorded',
        'No version of this document has been approved yet',
        'Nobody has signed',
        'Working draft',
      ]) {
        expect(words).toContain(squeezed(said));
      }
    }
  });
});

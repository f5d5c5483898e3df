/** Files in which changes are marked: what they say they are, and that they are as sound as the others (rules EX213 to EX219). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { docxFaults } from './docx-faults.ts';
import { inputOf } from './inputs.ts';
import {
  comparedInput,
  type Entry,
  modelOf,
  named,
  operatorsOf,
  partOf,
  revised,
  shown,
  twoVersions,
} from './marked.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';
import { readTags } from './tag-faults.ts';

describe('what the copy is', () => {
  test('[EX213] each page, the title and the file say that the copy is not the controlled record', async () => {
    const { document } = inputOf('rams');
    for (const state of [{}, { version: 2, watermark: 'uncontrolled_when_printed', document }] as const) {
      const input = twoVersions(state);
      const pdf = await readPdf((await renderExport(input)).bytes);
      for (const page of pdf.drawn) {
        expect(page).toContain('CHANGES MARKED');
        expect(page).toContain('NOT THE CONTROLLED RECORD');
        expect(page).toContain('Changes marked');
      }
      expect(pdf.drawn[0]).toContain('It is not the controlled record: do not work to it, and nobody signs on it.');
      expect(pdf.drawn[0]).not.toMatch(/\bAPPROVED\b/);
      expect(String(pdf.info['Subject'])).toContain('changes against version 1 marked');
    }
  });

  test('[EX213] such a copy has no sign-offs, no line to sign on and no code to check it with', async () => {
    const { signoffs } = inputOf('rams');
    const check = { url: 'https://x/v/1', address: 'https://x/v', code: '123456789012' };
    for (const name of ['rams', 'talk'] as const) {
      const input = comparedInput(name, inputOf(name).content, { version: 2, signoffs, check: null });
      const words = shown(modelOf({ ...input, check }));
      expect(words).not.toContain('sign-off register');
      expect(words).not.toContain('Attendance');
      expect(words).not.toContain('Checking this copy');
      expect(JSON.stringify(modelOf(input).blocks)).not.toContain('signature_line');
      for (const { name: person } of inputOf(name).content['personnel'] as { name: string }[])
        expect(words).toContain(person);
    }
  });

  test('[EX214] a document that says the same as the earlier version says so', () => {
    const words = shown(modelOf(comparedInput('rams', inputOf('rams').content)).blocks);
    expect(words).toContain('Nothing else that is printed here differs from version 1, approved 18 Sept 2026.');
    expect(words).not.toMatch(/\[[-+]/);
  });

  test('[EX214] the note says that project and site are those of today, and not compared', () => {
    for (const input of [twoVersions(), comparedInput('rams', inputOf('rams').content)])
      expect(shown(modelOf(input).blocks[1])).toContain(
        'The details of the project, the site and other documents named here are those of today: what changed in them is not marked.',
      );
  });

  test('[EX214] what is not printed, such as a mobile number, is no change and is not told', () => {
    const after = revised('rams', ({ personnel }) => {
      for (const person of personnel) person['mobile'] = '07700 900999';
    });
    const words = shown(modelOf(comparedInput('rams', after)).blocks);
    expect(words).toContain('Nothing else that is printed here differs');
    expect(words).not.toContain('900999');
  });
});

describe('files', () => {
  test('[EX217] screen readers hear what was removed and added; the tags hold', async () => {
    const { bytes } = await renderExport(twoVersions());
    expect((await readTags(bytes)).faults).toEqual([]);
    const drawn = operatorsOf(bytes);
    expect(drawn).toMatch(/\/Span <<\s*\/Alt \(Removed: 9\)/);
    expect(drawn).toMatch(/\/Span <<\s*\/Alt \(Added: 7\)/);
    const words = squeezed((await readPdf(bytes)).spoken.join(' '));
    expect(words).toContain(squeezed('Four-cup single dual circuit, 800 1,000 kg'));
  });

  test('[EX217] the same input gives the same bytes', async () => {
    const [first, again] = [await renderExport(twoVersions()), await renderExport(twoVersions())];
    expect(again.sha256).toBe(first.sha256);
  });

  test('[EX218] the DOCX has the same marks', async () => {
    const { bytes } = await renderExport(twoVersions({ format: 'docx' }));
    expect(docxFaults(bytes)).toEqual([]);
    const xml = readDocx(bytes).parts.get('word/document.xml') ?? '';
    const runs = xml.match(/<w:r>.*?<\/w:r>/gs) ?? [];
    const run = (words: string): string => runs.find((each) => each.includes(`>${words}<`)) ?? '';
    expect(run('VL-092')).toContain('<w:strike/>');
    expect(run('VL-118')).toContain('<w:u w:val="single"/>');
    expect(readDocx(bytes).parts.get('word/header1.xml')).toContain('CHANGES MARKED');
  });

  test('[EX218] a photo that was replaced, and signs that changed, are told in words', () => {
    const photo = (id: string, caption: string, sha256?: string): Entry => ({
      id,
      caption,
      alt: '',
      ...(sha256 ? { sha256 } : {}),
    });
    const withPhotos = (...photos: Entry[]): JsonObject =>
      revised('rams', ({ sections, hazards }) => {
        named(sections, 'Waste')['photos'] = photos;
        (hazards[0] as Entry)['photos'] = photos;
      });
    const before = withPhotos(
      photo('a', 'The old skip'),
      photo('b', 'The gate', 'sha256:1'),
      photo('c', 'The hoist'),
      photo('e', 'The fence'),
    );
    // The file of the last one came after the version was approved, and is no other one for that.
    const after = withPhotos(
      photo('d', 'The new skip'),
      photo('b', 'The gate', 'sha256:2'),
      photo('c', 'The new hoist'),
      photo('e', 'The fence', 'sha256:3'),
    );
    for (const photos of [{}, { photos: null }]) {
      const model = modelOf(comparedInput('rams', after, { before, ...photos }));
      for (const part of ['Waste', 'Hazard register']) {
        const words = partOf(model, part);
        expect(words).toContain('[-Photo or sheet: The old skip-]');
        expect(words).toContain('[+New photo or sheet: The new skip+]');
        expect(words).toContain('[-Photo or sheet: The gate-]');
        expect(words).toContain('[+New photo or sheet: The gate+]');
        expect(words).toContain('Caption: The [+new+] hoist');
        expect(words).not.toMatch(/\[[-+][^\]]*fence/);
      }
    }
  });

  test('[EX219] texts that differ everywhere, and long lists, are compared in bounded time', async () => {
    const text = (word: string): string => Array.from({ length: 12_000 }, (_, i) => `${word}${i % 97}`).join(' ');
    const items = (word: string): Json[] =>
      Array.from({ length: 400 }, (_, i) => ({ no: i, text: `${word} ${i} ${word}` }));
    const content = (word: string): JsonObject => ({
      sections: [
        { id: 'a', title: 'Long', body: text(word) },
        { id: 'b', title: 'Steps', data: { items: items(word) } },
      ],
    });
    const input = comparedInput('rams', content('new'), { before: content('old') });
    const words = shown(modelOf(input));
    expect(words).toContain('[-old0 old1 ');
    expect(words).toContain('[+new0 new1 ');
    expect((await renderExport(input)).pages).toBeGreaterThan(20);
  });

  test('[EX219] text from right to left and in Gurmukhi keeps its order, and is given back', async () => {
    const people = (...names: string[]): JsonObject =>
      revised('rams', ({ personnel, sections, hazards }) => {
        sections.length = 0;
        hazards.length = 0;
        names.forEach((name, i) =>
          Object.assign(personnel[i] as Entry, { name, responsibilities: `${name} אחראי על העגורן` }),
        );
      });
    const before = people('محمد علي حسن', 'ਦਲਜੀਤ ਸਿੰਘ', 'Jordan Blake');
    const after = people('محمد كريم حسن', 'ਦਲਜੀਤ ਕੌਰ', 'יורם כהן');
    const { bytes } = await renderExport(comparedInput('rams', after, { before }));
    expect((await readTags(bytes)).faults).toEqual([]);
    const model = modelOf(comparedInput('rams', after, { before }));
    const words = partOf(model, 'Personnel').replaceAll(/[\u2068\u2069]/g, '');
    expect(words).toContain('محمد [-علي-] [+كريم+] حسن');
    expect(words).toContain('ਦਲਜੀਤ [-ਸਿੰਘ-] [+ਕੌਰ+]');
    // As many begin to be set apart as end.
    for (const line of shown(model).split('\n'))
      expect((line.match(/\u2068/g) ?? []).length).toBe((line.match(/\u2069/g) ?? []).length);
    const spoken = squeezed((await readPdf(bytes)).spoken.join(' '));
    // pdfjs gives a number for the dots of an Arabic letter where they are a glyph without a character.
    expect(spoken.replaceAll(/\p{Cc}/gu, '')).toContain(squeezed('محمد علي كريم حسن'));
  });
});

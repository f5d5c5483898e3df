/** Names in the scripts that people on site write (rules EX11 and EX24). */
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fromRight } from '../../server/export/fonts/bidi.ts';
import { openFaces } from '../../server/export/fonts/faces.ts';
import { objectOf, textOf } from '../../server/export/model/read.ts';
import { Measure } from '../../server/export/pdf/text/measure.ts';
import { printableInput } from '../../server/export/printable.ts';
import { renderExport } from '../../server/export/render.ts';
import { names } from './forty-names.ts';
import { registerOf } from './inputs.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';

/** The ActualText of every span, which readers take instead of the glyphs; pdfjs leaves it out. */
function actualTexts(bytes: Uint8Array): string {
  const source = Buffer.from(bytes);
  let found = '';
  for (let at = source.indexOf('stream\n'); at >= 0; at = source.indexOf('stream\n', at + 7)) {
    if (source.subarray(at - 3, at).toString() === 'end' || source[at + 7] !== 0x78) continue;
    const content = inflateSync(source.subarray(at + 7, source.indexOf('endstream', at + 7))).toString('latin1');
    for (const [, text = ''] of content.matchAll(/\/ActualText \(\xfe\xff((?:\\[^]|[^\\)])*)\)/g))
      found += ` ${utf16(text)}`;
  }
  return found;
}

function utf16(literal: string): string {
  const plain = literal.replace(
    /\\([^])/g,
    (_, escaped: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[escaped] ?? escaped,
  );
  return Buffer.from(plain, 'latin1').swap16().toString('utf16le');
}

/** pdfjs leaves joiners out, and gives a number for the dots of an Arabic letter where they are a glyph without a character. */
function bare(text: string): string {
  return squeezed(text).replace(/[\p{Cc}\p{Cf}]/gu, '');
}

describe('names', () => {
  test('[EX200] a character is drawn as itself, whatever is beside it', async () => {
    const { base } = await openFaces([]);
    const drawn = (text: string): readonly unknown[] => base.regular.embedded.layout(text).glyphs.map(({ id }) => id);
    for (const text of ['2400x1200', '->', '<=>', '10:30', '(C)'])
      expect(drawn(text)).toEqual([...text].flatMap(drawn));
  });

  test(
    '[EX11] text extraction gives back 40 names in 23 scripts, and no question mark',
    { timeout: 60_000 },
    async () => {
      expect(names).toHaveLength(40);
      const { bytes } = await renderExport(registerOf(names));
      const { spoken } = await readPdf(bytes);
      const words = bare(`${spoken.join(' ')} ${actualTexts(bytes)}`);
      const missing = names.flatMap((name) => name.split(/[ ()]+/)).filter((word) => !words.includes(bare(word)));
      expect(missing).toEqual([]);
      expect(words).not.toContain('?');
      expect(words).not.toContain('□');
    },
  );

  test('[EX11] a DOCX names a font for each script and sets right-to-left names from the right', async () => {
    const { bytes } = await renderExport(registerOf(names, { format: 'docx' }));
    const docx = readDocx(bytes);
    for (const name of names) expect(squeezed(docx.text)).toContain(squeezed(name));
    const xml = docx.parts.get('word/document.xml') ?? '';
    for (const [font, name] of [
      ['cs="Arial"', 'محمد عثمان خان'],
      ['cs="Nirmala UI"', 'राजेश कुमार'],
      ['eastAsia="Malgun Gothic"', '김철수'],
    ])
      expect(xml).toMatch(new RegExp(`${font}(?:(?!</w:r>).)*${name}`));
    expect(xml).toMatch(/<w:bidi\/>(?:(?!<\/w:p>).)*<w:rtl\/>(?:(?!<\/w:r>).)*محمد عثمان خان/);
  });

  test('[EX11] a character without a glyph is a numbered mark, explained in the last section', async () => {
    const { bytes } = await renderExport(registerOf(['Zoë 👩‍🚒 Fire', 'Flame 🔥', 'Again 👩‍🚒']));
    const words = squeezed((await readPdf(bytes)).spoken.join(' '));
    for (const said of ['Zoë □¹ Fire', 'Flame □²', 'Again □¹', '□ 1 U+1F469 U+200D U+1F692', '□ 2 U+1F525'])
      expect(words).toContain(squeezed(said));
  });

  test('[EX157] the words of a right-to-left name are read in their order', async () => {
    const { bytes } = await renderExport(registerOf(['محمد Smith', 'عبد الله (أبو بكر)']));
    const words = (await readPdf(bytes)).spoken.join(' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
    expect(words).toMatch(/محمد\s+Smith/);
    expect(words).toMatch(/عبد\s+الله[^]{1,9}بو\s+بكر/);
  });

  test('[EX24] a right-to-left name reorders nothing beside it', async () => {
    const { signoffs } = printableInput(registerOf(['محمد خان']));
    const name = textOf(objectOf(signoffs[0]?.['worker'])['name']);
    const line = `12 May 2026: ${name} 12, (${name}) 3 of 4`;
    const measure = new Measure(await openFaces([line]));
    const { segments } = measure.line(line, 10, 1000);
    const drawn = segments.toSorted((a, b) => a.x - b.x).map(({ words }) => words.join(' '));
    expect(drawn.join('').replaceAll('\u200f', '')).toBe('12 May 2026: خان محمد 12, (خان محمد) 3 of 4');
  });

  test('[EX33] a comma in other type stays with its word, and a Chinese one too', async () => {
    const runs = [{ text: 'Dimitar Petrov', bold: true }, { text: ', Vantage' }];
    const measure = new Measure(await openFaces(['王小明，在']));
    const lines = (of: typeof runs | { text: string }[], width: number): string[] =>
      measure.lines(of, 10, width).map(({ segments }) => segments.map(({ words }) => words.join(' ')).join(''));
    const whole = measure.line('Dimitar Petrov', 10, 1000, true).width;
    expect(lines(runs, whole + 1)).toEqual(['Dimitar ', 'Petrov, ', 'Vantage']);
    expect(lines([{ text: '王小明，在' }], 31)).toEqual(['王小', '明，在']);
  });

  test('[EX24] a bracket and an Arabic comma are set from the right', async () => {
    const face = (await openFaces(['،'])).faceOf('،', '،', false);
    const drawn = face?.embedded.layout(fromRight(')،')).glyphs.flatMap(({ codePoints }) => codePoints) ?? [];
    expect(String.fromCodePoint(...drawn)).toBe('،)');
  });

  test('[EX24] a bracket that touches an Arabic word is mirrored as the word is', async () => {
    const measure = new Measure(await openFaces(['(بالعالم)']));
    const { segments } = measure.line('(بالعالم)', 10, 1000);
    const brackets = segments.flatMap(({ words }) => words).filter((word) => /[()]/.test(word));
    expect(brackets).toEqual(['(', ')'].map(fromRight));
  });

  test('[EX11] a tab and a wide space are printed as spaces, and are no missing characters', async () => {
    const { bytes } = await renderExport(registerOf(['Jan\tNowak', 'Ola\u3000Wrona', 'Tom\u2003Reed']));
    const { drawn } = await readPdf(bytes);
    const all = drawn.join(' ').replaceAll(/\s+/g, ' ');
    for (const name of ['Jan Nowak', 'Ola Wrona', 'Tom Reed']) expect(all).toContain(name);
    expect(all).not.toContain('□');
  });

  test('[EX24] hostile names leave their neighbours as they are', async () => {
    const hostile = [
      'a\ud800b',
      'nul\u0000l',
      '\u202eesrever\u2066',
      `z${'\u0301'.repeat(1000)}`,
      '👨‍👩‍👧‍👦',
      '\u2068محمد',
      '\u200d\u200d',
      'ﷺ',
    ];
    const { bytes } = await renderExport(registerOf(hostile.flatMap((name, i) => [name, `Neighbour ${i}`])));
    const { spoken } = await readPdf(bytes);
    const words = squeezed(spoken.join(' '));
    for (const i of hostile.keys())
      expect(words).toContain(squeezed(`${2 * i + 2} Neighbour ${i} Vantage Façades Ltd`));
    expect(words).toContain('esrever');
    expect(words.split('\u0301').length).toBeLessThan(12);
  });
});

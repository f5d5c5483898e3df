/** What the options of an export do to its file (rules EX43 to EX46). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { inputOf, sampleRecords } from './inputs.ts';
import { readDocx, readPdf, squeezed } from './reading.ts';

describe('options of an export', () => {
  const signed = { signoffs: sampleRecords('signoffs.json').slice(0, 4), version: 2 };

  async function talk(changes: Parameters<typeof inputOf>[1]) {
    const { bytes } = await renderExport(inputOf('talk', { ...signed, ...changes }));
    const pdf = await readPdf(bytes);
    return { ...pdf, words: squeezed(pdf.drawn.join(' ')) };
  }

  test('[EX43] without a watermark the footer does not claim that the copy is uncontrolled', async () => {
    const plain = await talk({ watermark: 'none' });
    expect(plain.words).toContain('checktheversionbeforeuse');
    expect(plain.words).not.toContain('uncontrolledwhenprinted');
    expect((await talk({})).words).toContain('uncontrolledwhenprinted');
  });

  test('[EX44] a copy without sign-offs holds none, not even attached, and says so', async () => {
    const whole = await talk({});
    const without = await talk({ include: { signoffs: false } });
    expect([...whole.attachments.keys()].filter((name) => name.includes('sign-offs'))).toHaveLength(1);
    expect([...without.attachments.keys()].filter((name) => name.includes('sign-offs'))).toEqual([]);
    expect(without.words).toContain('whosignedisleftoutofthiscopy');
    for (const said of ['briefinganddistribution', 'evidenceofeachrow', 'statementssigned'])
      expect(without.words).not.toContain(said);
    expect(whole.words).toContain('evidenceofeachrow');
  });

  test('[EX44] a copy without the briefing register lists who signed and nobody else', async () => {
    const without = await talk({ include: { briefing_register: false } });
    expect(without.words).toContain('evidenceofeachrow');
    expect(without.words).not.toMatch(/signatureandtime|briefinga\(/);
    expect((await talk({})).words).toMatch(/signatureandtime/);
  });

  test('[EX45] letter paper has equal margins and cuts nothing off', async () => {
    const [letter, a4] = [await talk({ paper: 'letter' }), await talk({})];
    expect(new Set(letter.margins.map(({ size }) => size))).toEqual(new Set(['612 x 792']));
    expect(letter.margins[0]?.left).toBeCloseTo((a4.margins[0]?.left ?? 0) + (612 - 595.28) / 2, 1);
    for (const { bottom } of letter.margins) expect(bottom).toBeCloseTo(a4.margins[0]?.bottom ?? 0, 1);
    expect(squeezed(letter.spoken.join(' '))).toBe(squeezed(a4.spoken.join(' ')));
  });

  test('[EX45] the DOCX is set for letter paper with equal margins', async () => {
    const { bytes } = await renderExport(inputOf('talk', { format: 'docx', paper: 'letter' }));
    const document = readDocx(bytes).parts.get('word/document.xml') ?? '';
    expect(document).toMatch(/<w:pgSz w:w="12240" w:h="15840"/);
    expect(document).toMatch(/<w:pgMar [^>]*w:right="967"[^>]* w:left="967"/);
  });

  test('[EX46] the statement to confirm is printed in the language asked for, where people sign', async () => {
    const polish = await talk({ language: 'pl' });
    expect(polish.words).toContain(squeezed('By signing I confirm (Polish)'));
    expect(polish.words).toContain(squeezed('Miałem(-am) możliwość zadawania pytań.'));
    expect((await talk({ language: 'pl', watermark: 'superseded' })).words).not.toContain('bysigningiconfirm');
  });

  test('[EX38] the register is landscape, repeats its header, and has the evidence as an annex', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ ...signed.signoffs[i % 4], id: `signoff-${i}` }));
    const { bytes, pages } = await renderExport(inputOf('talk', { ...signed, signoffs: many, form: 'register' }));
    const { drawn, spoken, margins } = await readPdf(bytes);
    for (const { size } of margins) expect(size).toMatch(/^84\d(?:\.\d+)? x 59\d/);
    const withHeader = drawn.filter((page) => squeezed(page).includes('nonameandemployertradeandcard'));
    expect(withHeader.length).toBeGreaterThan(1);
    const annex = spoken.findIndex((page) => squeezed(page).startsWith('statementssigned'));
    expect(annex).toBeGreaterThan(0);
    expect(annex).toBeLessThan(pages ?? 0);
    expect(squeezed(spoken[annex] ?? '')).toContain('evidenceofeachrow');
    expect(squeezed(spoken.join(' '))).not.toContain('discussionquestions');
  });

  test('[EX38] the register in a DOCX is landscape', async () => {
    const { bytes } = await renderExport(inputOf('talk', { ...signed, form: 'register', format: 'docx' }));
    const document = readDocx(bytes).parts.get('word/document.xml') ?? '';
    expect(document).toMatch(/<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/);
  });
});

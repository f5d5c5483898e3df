/** Text that was written to break a renderer (rule EX13), and repeatability (rule EX14). */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { ExportInput } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { readDocx, readPdf, squeezed, xmlFault } from './reading.ts';

const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
const hostile: Readonly<Record<string, string>> = {
  'C0 controls': `before${controls}\u007f\u0085after`,
  noncharacters: 'a\ufffeb\uffffc\ufdd0d\u{1fffe}e',
  'lone surrogates': 'a\ud800b\udc00c\ud83d',
  'bidirectional overrides': 'safe\u202egnp.exe\u2066\u2069\u200f',
  'markup and templates': `<w:p>&amp;]]></x> "quoted" 'single' {{name}} {% raw %} \${x} %PDF ( \\) endobj`,
  'combining marks': `e${'\u0301'.repeat(300)} z`,
  'only white space': ' \t\u00a0\u3000\n\n \u2028 ',
  'empty Markdown': '# \n- \n****\n[]()\n1. ',
};

/** The input with `attack` in place of every string of its content, names, history and sign-offs. */
function attacked(input: ExportInput, attack: string): ExportInput {
  const put = (value: JsonObject): JsonObject =>
    deep(value, (text) =>
      /^#[0-9A-F]{6}$|^(ink_vector|typed_name|recorded|voided|declined)$/.test(text) ? text : attack,
    ) as JsonObject; // an object stays one
  return {
    ...input,
    organisation: { name: attack, timezone: attack },
    project: put(input.project ?? {}),
    site: put(input.site ?? {}),
    document: {
      id: attack,
      reference: attack,
      title: attack,
      document_type: attack,
      status: attack,
      review_due_on: attack,
    },
    content_hash: attack,
    content: put(input.content),
    approval: put(input.approval ?? {}),
    versions: input.versions.map(put),
    signoffs: input.signoffs.map(put),
    printed_at: attack,
  };
}

function deep(value: Json | undefined, change: (text: string) => string): Json | undefined {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry: Json) => deep(entry, change) ?? null);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, deep(member, change)]));
}

describe('hostile text', () => {
  test.for(Object.keys(hostile))(
    '[EX13] %s in every field give a readable PDF and well-formed parts of a DOCX',
    async (kind) => {
      const input = attacked(inputOf('permit'), hostile[kind] ?? '');
      const pdf = await readPdf((await renderExport(input)).bytes);
      expect(pdf.spoken.length).toBeGreaterThan(1);
      expect(pdf.metadata.get('pdfuaid:part')).toBe('1');
      const { parts } = readDocx((await renderExport({ ...input, format: 'docx' })).bytes);
      const xmls = [...parts].filter(([path]) => /\.(xml|rels)$/.test(path));
      for (const [path, xml] of xmls) expect([path, xmlFault(xml)]).toEqual([path, null]);
    },
  );

  test('[EX13] a field of 100,000 characters is printed whole, whatever it is a field of', async () => {
    const long = 'x'.repeat(100_000);
    const words = 'word '.repeat(20_000);
    const input: ExportInput = {
      ...inputOf('rams'),
      document: { ...inputOf('rams').document, title: long },
      content: {
        sections: [
          { title: words, body: long },
          { title: 'Table', data: { columns: [long, 'B'], rows: [['a', words]] } },
        ],
        hazards: [
          {
            name: 'Long',
            description: words,
            controls: [{ description: long, hierarchy_level: 'ppe', responsibility: words }],
          },
        ],
      },
      signoffs: [],
      versions: [],
    };
    const pdf = await readPdf((await renderExport(input)).bytes);
    const spoken = squeezed(pdf.spoken.join(' '));
    const count = (letters: RegExp): number => (spoken.match(letters) ?? []).join('').length;
    expect(count(/x{20,}/g)).toBeGreaterThanOrEqual(400_000);
    expect(spoken.split('word').length - 1).toBeGreaterThanOrEqual(80_000);
    const docx = readDocx((await renderExport({ ...input, format: 'docx' })).bytes);
    expect(docx.text.split('x'.repeat(100_000)).length - 1).toBeGreaterThanOrEqual(3);
  });

  test('[EX13] content of the wrong shape is printed rather than refused', async () => {
    const content = {
      sections: [
        'just words',
        5,
        null,
        { data: 7 },
        { data: { entries: ['odd'], items: [[1, [2]], { question: null }] } },
      ],
      hazards: [{ controls: 'none' }, 'falling'],
      coshh_assessments: [{ wels: 'x', ppe: [3] }],
      personnel: [{ competence_cards: {} }],
    };
    const pdf = await readPdf(
      (
        await renderExport({
          ...inputOf('rams'),
          content,
          signoffs: [{}, { signature: { kind: 'ink_vector', strokes: [['a'], [[1]], 4], width: -1 } }],
        })
      ).bytes,
    );
    expect(squeezed(pdf.spoken.join(' '))).toContain(squeezed('just words'));
  });
});

describe('repeatability', () => {
  test.for([
    ['pdf', 'coshh'],
    ['docx', 'assessment'],
  ] as const)(
    '[EX14] the same input gives the same bytes, whatever was rendered in between: %s',
    async ([format, name]) => {
      const draft = { format, watermark: 'draft' } as const;
      const first = await renderExport(inputOf(name, draft));
      await renderExport(inputOf('excavation', { format }));
      const again = await renderExport(inputOf(name, draft));
      expect(again.sha256).toBe(first.sha256);
      expect(first.sha256).toMatch(/^sha256:[0-9a-f]{64}$/);
    },
  );
});

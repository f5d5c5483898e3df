/** What a reader on site is not to meet in print (rule EX25). */
import { describe, expect, test } from 'vitest';
import { attachedFiles } from '../../server/export/attached-file.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { eachText } from '../../server/export/model/each-text.ts';
import { plainWords } from '../../server/export/model/plain-words.ts';
import { printableInput } from '../../server/export/printable.ts';
import type { ExportInput } from '../../server/export/input.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { removal } from '../../shared/merge/merge.ts';
import statement from '../../shared/reference/signoff-statement.json' with { type: 'json' };
import { inputOf, otherDocuments, sampleDocuments, sampleRecords } from './inputs.ts';
import { wordsOf } from './model-words.ts';

type Name = Parameters<typeof inputOf>[0];
const names = Object.keys({ ...sampleDocuments, ...otherDocuments }) as Name[]; // the keys of literal objects are exactly these

const raw: Readonly<Record<string, RegExp>> = {
  'a code or field name': /(?<![\w@./-])[a-z]+(?:_[a-z0-9]+)+(?![\w@./])/,
  'an event name': /^(?:document|incident|permit|signoff)\.[a-z_]+$/,
  'a uuid': /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/,
  'an ISO date or instant': /\d{4}-\d{2}-\d{2}/,
  'a value of a program': /^(?:true|false|null|undefined|NaN|\[object Object\])$/,
  'a remark of a developer': /quoted from memory|verify$|Bands differ between organisations/,
  'a code, or its word with a capital':
    /(?<![\w’'])(?:Twa|Stel|Ppe|Rpe|Lev|Sds|Coshh|Wels?|Cas|Url|Sha|Qr|Riddor)\b|^[a-z]+$/,
  'a unit without its sign': / (?:mps|Temperature c)\b/,
};

const signoffs = sampleRecords('signoffs.json');
const statements = Object.keys(statement.text) as (keyof typeof statement.text)[]; // the keys of an object of texts

/** What is printed of the kinds of documents, and in each way that changes its words. */
const variants: Readonly<Record<string, () => ExportInput>> = {
  ...Object.fromEntries(names.map((name) => [name, () => inputOf(name, name === 'rams' ? { signoffs } : {})])),
  'a draft with conflicts': () => inputOf('rams', { ...draft, conflicts, signoffs: [] }),
  'a register': () => inputOf('rams', { form: 'register', signoffs }),
  'the copy of the briefer': () => inputOf('talk', { include: { quiz_answers: true }, signoffs: signoffs.slice(0, 4) }),
  'an editable copy': () => inputOf('permit', { format: 'docx', signoffs: signoffs.slice(0, 4) }),
  'a superseded copy': () => inputOf('rams', { version: 1, watermark: 'superseded' }),
  'a permit still open': () => inputOf('permit', { closing_checks: { minutes: 60, every: 20 } }),
  'photos that are missing': () => inputOf('permit', { content: withPhotos(inputOf('permit').content) }),
  ...Object.fromEntries(
    statements.map((language) => [`a statement in ${language}`, () => inputOf('talk', { language, version: 2 })]),
  ),
};

const draft = { version: null, content_hash: null, approval: null, watermark: 'draft' } as const;

const lists = { sections: 'section', hazards: 'hazard', coshh_assessments: 'coshh_assessment', personnel: 'personnel' };
const hazardId = '0199aa00-0000-7000-8000-000000000001';

/** Every field of every kind that the sample fills, against nothing, and a removal. */
const conflicts = [
  ...names.flatMap((name) => fieldsOf('document', [inputOf(name).content])),
  ...names.flatMap((name) =>
    Object.entries(lists).flatMap(([list, kind]) => fieldsOf(kind, inputOf(name).content[list])),
  ),
  { record_kind: 'personnel', record_id: hazardId, field: removal, theirs: null, mine: { name: 'Ada' } },
].map((each) => ({ ...each, state: 'open', kept: 'theirs', author: { id: hazardId, name: 'Dana' } }));

function fieldsOf(kind: string, records: Json | undefined): readonly JsonObject[] {
  return (records as readonly JsonObject[]).flatMap((record) =>
    // of the sample
    Object.entries(record)
      .filter(([field]) => field !== 'risk_matrix' && !Object.hasOwn(lists, field))
      .map(([field, theirs]) => ({ record_kind: kind, record_id: hazardId, field, theirs, mine: null })),
  );
}

function withPhotos(content: JsonObject): JsonObject {
  const [first = {}, ...rest] = content['sections'] as readonly JsonObject[]; // of the sample
  return {
    ...content,
    sections: [{ ...first, photos: [{ id: hazardId, caption: 'The bay_area', alt: '' }] }, ...rest],
  };
}

/** Everything that a page, a header, a list of files or a screen reader says; keywords are for programs. */
function printed(name: string): readonly string[] {
  const input = printableInput(variants[name]?.() ?? inputOf('rams'));
  const model = buildModel(input, attachedFiles(input));
  return textsOf({ ...model, keywords: '' });
}

function textsOf(model: unknown): readonly string[] {
  const found: string[] = [];
  eachText(model, (words, isExact) => {
    if (!isExact) found.push(words);
    return words;
  });
  return found;
}

describe('words', () => {
  test.for(Object.keys(variants))('[EX25] no code, id, ISO date, field name or remark is printed: %s', (name) => {
    const words = printed(name);
    expect(words.length).toBeGreaterThan(60);
    const offences = Object.entries(raw).flatMap(([what, pattern]) =>
      words.filter((each) => pattern.test(each)).map((each) => `${what}: ${each}`),
    );
    expect(offences).toEqual([]);
  });

  test('[EX25] another document is named by reference and version', () => {
    const words = printed('powra');
    expect(words.filter((each) => /^HLC-014-RAMS-007 .*, version 2$/.test(each))).toHaveLength(1);
  });

  test('[EX25] the category of a hazard is named as in the list of categories', () => {
    const words = printed('assessment');
    expect(words).toContain('Fire and explosion');
    expect(words).not.toContain('Fire explosion');
  });

  test('[EX25] a duplicate names the printed row of its original', () => {
    expect(printed('rams').filter((each) => /^Of row \d+$/.test(each)).length).toBeGreaterThan(0);
  });

  test('[EX25] addresses, file names and references stay as they were written', () => {
    for (const words of [
      'john_smith@site.example',
      'see lift_plan.pdf',
      'https://a.example/b_c',
      'RA-2026-01-05-B',
      'drawing 2026-13-45',
    ])
      expect(plainWords(words, 'UTC')).toBe(words);
    expect(plainWords('from 2026-01-05 to 2026-02-01T10:30:00Z', 'Europe/London')).toBe(
      'from 5 Jan 2026 to 1 Feb 2026, 10:30 GMT',
    );
  });
});

test('[EX179] a sign-off that a clock ahead dated says so beside its time', () => {
  const [signed = {}] = signoffs;
  const register = (flags: readonly string[]): string => {
    const input = inputOf('rams', { form: 'register', signoffs: [{ ...signed, flags: [...flags] }] });
    return JSON.stringify(buildModel(input, attachedFiles(input)));
  };
  expect([register(['captured_in_future']), register([])].map((words) => words.includes('(clock ahead)'))).toEqual([
    true,
    false,
  ]);
});

function modelOf(input: ExportInput) {
  return buildModel(printableInput(input), attachedFiles(input));
}

test('[EX199] an answer is printed as an answer, and what says nothing is left out', () => {
  const said = names.map((name) => wordsOf(modelOf(inputOf(name)).blocks)).join('\n');
  const nobody = sampleRecords('signoffs.json');
  const all = `${said}${wordsOf(modelOf(inputOf('talk', { signoffs: nobody })).blocks)}`;
  for (const words of [
    'Yes. Bolted brackets agreed',
    'No respirator needed',
    'No interpreter',
    '0 of 2, not attempted',
    'Filters bagged. EWC code',
  ])
    expect(all).toContain(words);
  expect(all).not.toMatch(/Answer: |Reason: (?=Client)|Type: None|None provided|^(?:User|Worker)$/m);
});

test('[EX53] a list of controls with two values is printed point by point, as in the register', () => {
  const [hazard = {}] = inputOf('rams').content['hazards'] as readonly JsonObject[]; // of the sample
  const conflict = { record_kind: 'hazard', record_id: hazard['id'] ?? '', field: 'controls', kept: 'theirs' };
  const two = { ...conflict, state: 'open', theirs: hazard['controls'] ?? [], mine: [] };
  const points: string[] = [];
  const [table] = modelOf(inputOf('rams', { ...draft, conflicts: [two] })).blocks.slice(-1);
  eachText(table, (words) => {
    points.push(words);
    return words;
  });
  expect(points).toContain('Engineering: ');
  expect(points.join('')).not.toMatch(/Hierarchy level|Description: /);
});

test('[EX4] who witnessed a tick is printed beside its time, not in the narrow column', () => {
  const rows = modelOf(inputOf('excavation')).blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const [cells = []] = rows
    .map((row) => row.cells.map((each) => wordsOf([each])))
    .filter((each) => /Ticked/.test(each.join()));
  expect(cells[3]).toMatch(/5 Oct 2026, 07:24 BST.*Witness: Gareth Pugh/s);
  expect(cells[4]).not.toContain('Witness: ');
});

test('[EX199] semicolons between the members of a box are not bold, and follow no full stop', () => {
  const runs: { readonly text: string; readonly bold?: boolean }[] = [];
  JSON.stringify(modelOf(inputOf('permit')).blocks, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'text' in value) runs.push(value as (typeof runs)[number]); // a run
    return value;
  });
  const between = runs.filter(({ text }) => text.startsWith('; '));
  expect(between.length).toBeGreaterThan(5);
  expect(between.filter(({ bold }) => bold)).toEqual([]);
  expect(wordsOf(modelOf(inputOf('permit')).blocks)).not.toMatch(/\.\n; \n/);
});

test('[EX208] the heading of a sheet looks like the other headings of its level', () => {
  const odd = names.flatMap((name) => {
    const headings = modelOf(inputOf(name)).blocks.filter((block) => block.kind === 'heading');
    const sheets = headings.filter(({ text }) => /^\d+\. /.test(text));
    const isLike = ({ level, dense }: (typeof headings)[number]): boolean =>
      headings.some((other) => !sheets.includes(other) && other.level === level && other.dense === dense);
    return sheets.filter((sheet) => !isLike(sheet)).map(({ text }) => `${name}: ${text}`);
  });
  expect(odd).toEqual([]);
});

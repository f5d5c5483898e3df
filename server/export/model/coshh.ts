/** The substances at a glance, and a sheet for each (shared/resources/coshh-shape.ts). */
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import type { Block, Chip, Part } from './blocks.ts';
import { coshhGroupBlocks } from './coshh-groups.ts';
import pictogramNames from '../../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import { cell, type Column, dense, heading, identified, numbered, paragraph, table, text } from './make.ts';
import { photoBlocks } from './photos/photo-parts.ts';
import { signsToWear } from './signs/ppe-signs.ts';
import { isList, listOf, objectsOf, plain, textOf } from './read.ts';
import { type Band, ratingCell, ratingWords } from './risk.ts';
import { labelOf } from './words.ts';

export function coshhIndex(assessments: readonly JsonObject[], bands: readonly Band[]): readonly Block[] {
  if (assessments.length === 0) return [];
  return [
    heading(1, 'COSHH assessments'),
    paragraph(
      'Each substance has its own sheet below. The supplier’s safety data sheet takes precedence over any summary here.',
    ),
    index(assessments, bands),
  ];
}

/** Each on its own page, so that it can be posted where the substance is kept; in a form without room for that, in words alone. */
export function coshhSheets(
  assessments: readonly JsonObject[],
  bands: readonly Band[],
  { ownPages = true, level = 1 }: { readonly ownPages?: boolean; readonly level?: 1 | 2 } = {},
): readonly Block[] {
  const turn: readonly Block[] = ownPages && assessments.length > 0 ? [{ kind: 'page_break' }] : [];
  return [
    ...assessments.flatMap((assessment, i) => {
      const number = `${i + 1}. `;
      const title: Block = { kind: 'heading', level, text: `${number}${nameOf(assessment)}`, counted: number };
      // As large as the other headings of its level: small in a form, not below the list of a long one.
      const titles = level === 1 ? dense([title]) : [title];
      return [...turn, ...identified(assessment, [...titles, ...dense(sheet(assessment, bands, ownPages))])];
    }),
    ...turn,
  ];
}

function index(assessments: readonly JsonObject[], bands: readonly Band[]): Block {
  return table('Substances assessed', assessments, [
    ['No', 6, numbered],
    ['Substance', 40, (entry) => cell(text(nameOf(entry), 'strong'), plain(entry['used_as']))],
    [
      'Form and routes',
      30,
      (entry) => cell(labelOf(plain(entry['physical_form'])), labelsOf(entry['exposure_routes'])),
    ],
    ['Initial', 12, (entry) => ratingCell(entry, 'before', bands)],
    ['Residual', 12, (entry) => ratingCell(entry, 'after', bands)],
  ]);
}

function sheet(entry: JsonObject, bands: readonly Band[], ownPage: boolean): readonly Block[] {
  const below = [...coshhGroupBlocks(entry), ...photoBlocks(entry)];
  if (ownPage) return [overview(entry, bands), ...below];
  const word = plain(entry['signal_word']);
  const runs = [
    ['Signal word', word ? labelOf(word) : 'none'],
    ['Initial risk', ratingWords(entry, 'before', bands)],
    ['Residual risk', ratingWords(entry, 'after', bands)],
  ].flatMap(([name, words], at) => [
    ...(at > 0 ? [{ text: '\u00a0·  ' }] : []),
    { text: `${name}: `, bold: true },
    { text: words ?? '' },
  ]);
  return [{ kind: 'paragraph', runs, tone: 'normal' }, ...below];
}

function overview(entry: JsonObject, bands: readonly Band[]): Block {
  const signs = signsOf(entry);
  const worn = signsToWear(objectsOf(entry['ppe']), entry['rpe']);
  const pictograms: Column<JsonObject> = [
    'Hazard pictograms',
    signs.length > 3 ? 46 : 36,
    () =>
      // The names of more than four are too long to stand below them.
      signs.length > 4
        ? cell({ kind: 'signs', signs, bare: true }, text(signs.map(({ name }) => name).join(', ')))
        : cell({ kind: 'signs', signs }),
  ];
  const equipment: Column<JsonObject> = [
    'Wear',
    27,
    () =>
      cell(
        { kind: 'signs', signs: worn, bare: true, size: 29, perRow: 4 },
        text(capitalised(worn.map(({ name }) => name.replace(/^Wear (?:a )?/, '')).join(', '))),
      ),
  ];
  return table(
    'Hazard pictograms, what to wear, signal word and ratings',
    [entry],
    [
      ...(signs.length > 0 ? [pictograms] : []),
      ...(worn.length > 0 ? [equipment] : []),
      ['Signal word', 15, () => ({ ...cell(signal(plain(entry['signal_word']))), align: 'center' })],
      ['Initial risk', 14, () => ratingCell(entry, 'before', bands)],
      ['Residual risk', 14, () => ratingCell(entry, 'after', bands)],
    ],
    { rowHeader: false },
  );
}

function signsOf(entry: JsonObject): Extract<Part, { kind: 'signs' }>['signs'] {
  const codes = new Set(listOf(entry['pictograms']).map(plain));
  return pictogramNames.filter(({ code }) => codes.has(code));
}

function signal(word: string): Chip {
  if (word === 'danger') return { kind: 'chip', text: 'DANGER', fill: '#B00020', ink: '#FFFFFF' };
  if (word === 'warning') return { kind: 'chip', text: 'WARNING', fill: '#FFD23F', ink: '#1A1A1A' };
  return { kind: 'chip', text: word && word !== 'none' ? word : 'No signal word', fill: '#FFFFFF', ink: '#1A1A1A' };
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nameOf(entry: JsonObject): string {
  return textOf(entry['substance_name']) || 'Unnamed substance';
}

function labelsOf(held: Json | undefined): string {
  return (isList(held) ? held : [held]).map((code) => labelOf(plain(code))).join(', ');
}

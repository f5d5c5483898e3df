/** One sheet per substance (shared/resources/coshh-shape.ts), each on its own page so that it can be posted where the substance is kept. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import pictograms from '../../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import { contentFields, declarationsOf, type Fields } from '../../../shared/model/declared-fields.ts';
import { coshhGroups } from '../../../shared/resources/coshh-shape.ts';
import type { Block, Cell, Chip, Part } from './blocks.ts';
import { cell, facts, heading, numbered, paragraph, point, table, text } from './make.ts';
import { controls } from './hazards.ts';
import { isList, leftovers, listOf, objectsOf, plain, textOf } from './read.ts';
import { type Band, ratingCell } from './risk.ts';
import { labelOf, timeOf } from './words.ts';

export function coshhSheets(assessments: readonly JsonObject[], bands: readonly Band[]): readonly Block[] {
  if (assessments.length === 0) return [];
  return [
    heading(1, 'COSHH assessments'),
    paragraph(
      'Each substance has its own sheet below. The supplier’s safety data sheet takes precedence over any summary here.',
    ),
    index(assessments, bands),
    ...assessments.flatMap((assessment, i) => sheet(assessment, i, bands)),
  ];
}

function index(assessments: readonly JsonObject[], bands: readonly Band[]): Block {
  return table('Substances assessed', assessments, [
    ['No', 6, numbered],
    ['Substance', 40, (entry) => cell(text(nameOf(entry), 'strong'), plain(entry['used_as']))],
    ['Form and routes', 30, (entry) => cell(labelOf(plain(entry['physical_form'])), codes(entry['exposure_routes']))],
    ['Initial', 12, (entry) => ratingCell(entry, 'before', bands)],
    ['Residual', 12, (entry) => ratingCell(entry, 'after', bands)],
  ]);
}

const titles: Readonly<Record<keyof typeof coshhGroups, string>> = {
  identification: 'Substance',
  classification: 'Classification',
  use: 'Use',
  exposure: 'Exposure and health',
  controlling: 'Control',
  emergency: 'If something goes wrong',
  assessment: 'Conclusion',
};

/** Printed above the groups, or in tables of their own. */
const placed = [
  'substance_name',
  'signal_word',
  'wels',
  'controls',
  'severity_before',
  'likelihood_before',
  'severity_after',
  'likelihood_after',
];

/** The content fields under each heading; members that no group declares follow under the last. */
const groups = Object.entries<Fields>(coshhGroups).map(([name, fields]) => ({
  title: titles[name as keyof typeof coshhGroups], // its own names
  members: contentFields(declarationsOf(fields)).filter((field) => !placed.includes(field)),
}));
const grouped = [...groups.flatMap(({ members }) => members), ...placed];

function sheet(entry: JsonObject, i: number, bands: readonly Band[]): readonly Block[] {
  return [
    { kind: 'page_break' },
    heading(2, `${i + 1}. ${nameOf(entry)}`),
    overview(entry, bands),
    ...groups.flatMap(({ title, members }) => [
      ...group(title, members, entry),
      ...(title === 'Exposure and health' ? limits(entry) : []),
      ...(title === 'Control' ? controlTable(entry) : []),
    ]),
    ...facts('More about this substance', leftovers(entry, grouped)),
  ];
}

function overview(entry: JsonObject, bands: readonly Band[]): Block {
  return table(
    'Signal word and ratings',
    [entry],
    [
      ['Signal word', 40, () => ({ ...cell(signal(plain(entry['signal_word']))), align: 'center' })],
      ['Initial risk', 30, () => ratingCell(entry, 'before', bands)],
      ['Residual risk', 30, () => ratingCell(entry, 'after', bands)],
    ],
    { rowHeader: false },
  );
}

function signal(word: string): Chip {
  if (word === 'danger') return { kind: 'chip', text: 'DANGER', fill: '#B00020', ink: '#FFFFFF' };
  if (word === 'warning') return { kind: 'chip', text: 'WARNING', fill: '#FFD23F', ink: '#1A1A1A' };
  return { kind: 'chip', text: word && word !== 'none' ? word : 'No signal word', fill: '#FFFFFF', ink: '#1A1A1A' };
}

function group(title: string, members: readonly string[], entry: JsonObject): readonly Block[] {
  const tables = facts(
    title,
    members.map((member) => [labelOf(member), value(member, entry[member])] as const),
  );
  return tables.length > 0 ? [heading(3, title), ...tables] : [];
}

const coded: ReadonlySet<string> = new Set(['physical_form', 'frequency', 'groups_at_risk', 'exposure_routes']);
const dated: ReadonlySet<string> = new Set(['sds_issue_date', 'assessed_on', 'review_due_on']);

function value(member: string, held: Json | undefined): Cell {
  if (coded.has(member)) return cell(codes(held));
  if (dated.has(member)) return cell(timeOf(plain(held)));
  if (member === 'pictograms') return cell(...listOf(held).map((code) => point(pictogram(plain(code)))));
  if (member === 'ppe') return cell(...objectsOf(held).map((item) => point(worn(item))));
  if (isList(held)) return held.length > 1 ? cell(...held.map((line) => point(plain(line)))) : cell(plain(held));
  if (isJsonObject(held) && !('unit' in held))
    return cell(...leftovers(held, []).map(([name, words]) => named(member, name, words)));
  return cell(plain(held));
}

function named(member: string, name: string, words: string): Part {
  const said = member === 'rpe' && name === 'Type' ? labelOf(words) : words;
  return point([{ text: `${name}: `, bold: true }, { text: timeOf(said) }]);
}

function worn(item: JsonObject): string {
  const more = leftovers(item, ['item', 'specification']).map(([name, words]) => `${name}: ${words}`);
  return [labelOf(plain(item['item'])), plain(item['specification']), ...more].filter(Boolean).join(': ');
}

function codes(held: Json | undefined): string {
  return (isList(held) ? held : [held]).map((code) => labelOf(plain(code))).join(', ');
}

function pictogram(code: string): string {
  const known = pictograms.find((entry) => entry.code === code);
  return known ? `${code} ${known.name}: ${known.meaning}` : code;
}

function limits(entry: JsonObject): readonly Block[] {
  const wels = objectsOf(entry['wels']);
  if (wels.length === 0) return [];
  return [
    table('Workplace exposure limits', wels, [
      ['Workplace exposure limit', 34, limited],
      ['8-hour (TWA)', 16, (wel) => plain(wel['twa_8h']) || '–'],
      ['15-minute (STEL)', 16, (wel) => plain(wel['stel_15min']) || '–'],
      ['Notes and source', 34, notesOfLimit],
    ]),
  ];
}

function limited(wel: JsonObject): Cell {
  const cas = plain(wel['cas']);
  return cell(text(plain(wel['substance']) || plain(wel['value']), 'strong'), cas ? `CAS ${cas}` : null);
}

function notesOfLimit(wel: JsonObject): Cell {
  const more = leftovers(wel, ['substance', 'value', 'cas', 'twa_8h', 'stel_15min', 'notations', 'source']);
  return cell(
    plain(wel['notations']),
    source(plain(wel['source'])),
    ...more.map(([name, words]) => `${name}: ${words}`),
  );
}

/** A value that its author did not look up says so in words for the reader. */
function source(words: string): string {
  return words.replace(/, quoted from memory - verify$/, '; check the value against the current edition');
}

function controlTable(entry: JsonObject): readonly Block[] {
  const entries = objectsOf(entry['controls']);
  return entries.length === 0 ? [] : facts('Controls', [['Controls', controls(entries)]]);
}

function nameOf(entry: JsonObject): string {
  return textOf(entry['substance_name']) || 'Unnamed substance';
}

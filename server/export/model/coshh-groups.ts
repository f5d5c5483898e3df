/** What a COSHH sheet says of its substance, by the groups of the form, two side by side. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import pictograms from '../../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import { contentFields, declarationsOf, type Fields } from '../../../shared/model/declared-fields.ts';
import { coshhGroups } from '../../../shared/resources/coshh-shape.ts';
import type { Block, Part, Row, Run } from './blocks.ts';
import { controls } from './hazards.ts';
import { cell, facts, lengthOf, point, text } from './make.ts';
import { isList, leftovers, listOf, objectsOf, plain } from './read.ts';
import { labelOf, timeOf } from './words.ts';

type Group = keyof ReturnType<typeof coshhGroups>;

const titles: Readonly<Record<Group, string>> = {
  identification: 'Substance',
  classification: 'Classification',
  use: 'Use',
  exposure: 'Exposure and health',
  controlling: 'Control',
  emergency: 'If something goes wrong',
  assessment: 'Conclusion',
};

/** Printed above the groups, or in a form of their own. */
const placed: ReadonlySet<string> = new Set([
  'photos',
  'substance_name',
  'signal_word',
  'severity_before',
  'likelihood_before',
  'severity_after',
  'likelihood_after',
]);

const members = Object.fromEntries(
  Object.entries<Fields>(coshhGroups()).map(([name, fields]) => [
    name,
    contentFields(declarationsOf(fields)).filter((field) => !placed.has(field)),
  ]),
);

export function coshhGroupBlocks(entry: JsonObject): readonly Block[] {
  const groups = Object.keys(titles) as Group[]; // the keys of a total table
  const rows = rowsOfGroups(groups.map((group) => groupParts(group, entry)));
  const columns = [1, 2].map((at) => ({ title: `Column ${at}`, width: 1 }));
  const over = plain(entry['substance_name']) || 'The substance';
  const summary = `What to know about ${over}`;
  return [
    ...(rows.length > 0
      ? [{ kind: 'table', columns, rows, header: false, rowHeader: false, summary, over } as const]
      : []),
    ...facts('More about this substance', leftovers(entry, [...Object.values(members).flat(), ...placed])),
  ];
}

/** Each group is its title and what is below it. */
export function rowsOfGroups(groups: readonly (readonly Part[])[]): readonly Row[] {
  return inRows(groups).map((parts) => ({ cells: inColumns(parts).map((held) => cell(...held)) }));
}

function groupParts(group: Group, entry: JsonObject): readonly Part[] {
  const parts = (members[group] ?? []).flatMap((member) => memberParts(member, entry[member]));
  return parts.length > 0 ? [text(titles[group], 'caption'), ...sharingLines(parts)] : [];
}

/** Whole groups, so that a page ends between two of them; short ones share a row. */
function inRows(groups: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  return groups.reduce<readonly (readonly Part[])[]>((rows, parts) => {
    const last = rows.at(-1);
    if (parts.length === 0) return rows;
    return last && linesOf(last) < leastLines ? [...rows.slice(0, -1), [...last, ...parts]] : [...rows, parts];
  }, []);
}

/** Of a row, one column after the other: the less there are, the more rows have a half-empty last line. */
const leastLines = 12;

/** Two columns of about the same length, read down one after the other. A name goes to the next column with what it is above. */
function inColumns(parts: readonly Part[]): readonly (readonly Part[])[] {
  const turns = parts.flatMap((part, i) => (i === parts.length - 1 || !isTitle(part) ? [i + 1] : []));
  // A list is worth two lines, so that its last point is not alone.
  const height = (turn: number): number =>
    Math.max(linesOf(parts.slice(0, turn)), linesOf(parts.slice(turn))) + (parts[turn]?.kind === 'point' ? 2 : 0);
  const turn = turns.reduce((best, each) => (height(each) < height(best) ? each : best), parts.length);
  return [parts.slice(0, turn), parts.slice(turn)];
}

function linesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + Math.ceil(lengthOf(part) / charactersOfLine), 0);
}

/** About what a column of the sheet holds. */
const charactersOfLine = 55;

function isTitle(part: Part): boolean {
  return part.kind === 'text' && part.tone !== 'normal';
}

/** Characters of a fact that is too long to share its line. */
const longFact = 30;

/** Short facts side by side: a line each would leave half of the sheet white. */
function sharingLines(parts: readonly Part[]): readonly Part[] {
  return parts.reduce<readonly Part[]>((lines, part) => {
    const last = lines.at(-1);
    if (last?.kind !== 'text' || part.kind !== 'text' || !isShort(last.runs.slice(-2)) || !isShort(part.runs))
      return [...lines, part];
    return [...lines.slice(0, -1), { ...last, runs: [...last.runs, { text: '\u00a0·  ' }, ...part.runs] }];
  }, []);
}

/** A name and a few words. */
function isShort([name, words]: readonly Run[]): boolean {
  return name?.bold === true && words !== undefined && name.text.length + words.text.length < longFact;
}

const coded: ReadonlySet<string> = new Set(['physical_form', 'frequency', 'groups_at_risk', 'exposure_routes']);

function memberParts(member: string, held: Json | undefined): readonly Part[] {
  if (member === 'pictograms')
    return points(
      member,
      listOf(held).map((code) => pictogram(plain(code))),
    );
  if (member === 'ppe') return named(member, objectsOf(held).map(worn).join('; '));
  if (member === 'wels') return points(member, objectsOf(held).map(limit));
  if (member === 'controls') return objectsOf(held).length > 0 ? controls(objectsOf(held), true).parts : [];
  if (coded.has(member))
    return named(member, (isList(held) ? held : [held]).map((code) => labelOf(plain(code))).join(', '));
  if (isList(held) && held.some(isJsonObject))
    return points(
      member,
      held.map((line) => plain(line)),
    );
  if (isList(held)) return named(member, held.map((line) => plain(line)).join(', '));
  if (isJsonObject(held) && !('unit' in held)) return named(member, sentence(member, held));
  return named(member, timeOf(plain(held)));
}

function named(member: string, words: string): readonly Part[] {
  if (words === '') return [];
  return [{ kind: 'text', runs: [{ text: `${labelOf(member)}: `, bold: true }, { text: words }], tone: 'normal' }];
}

function points(member: string, lines: readonly string[]): readonly Part[] {
  const [first, ...others] = lines;
  if (first === undefined) return [];
  return others.length === 0
    ? named(member, first)
    : [text(labelOf(member), 'strong'), ...lines.map((line) => point(line))];
}

/** Members that are the answer itself, so that their names say nothing. */
const answers: readonly string[] = ['answer', 'reason', 'type', 'route'];

/** The members of a small record: an answer with its reason, a mask with its factor. */
function sentence(member: string, held: JsonObject): string {
  if (member === 'rpe' && (held['type'] ?? 'none') === 'none' && !held['apf'] && !held['fit_test_required'])
    return held['type'] === 'none' ? 'No respirator needed' : '';
  const said = answers.map((name) => plain(held[name])).map((words) => (member === 'rpe' ? labelOf(words) : words));
  const more = leftovers(held, answers).map(([name, words]) => `${name}: ${timeOf(words)}`);
  return [...said, ...more]
    .filter(Boolean)
    .map((words) => words.replace(/\.$/, ''))
    .join('. ');
}

function worn(item: JsonObject): string {
  const more = leftovers(item, ['item', 'specification']).map(([name, words]) => `${name}: ${words}`);
  return [labelOf(plain(item['item'])), plain(item['specification']), ...more].filter(Boolean).join(': ');
}

function pictogram(code: string): string {
  const known = pictograms.find((entry) => entry.code === code);
  return known ? `${code} ${known.name}: ${known.meaning}` : code;
}

/** A workplace exposure limit on one line. */
function limit(wel: JsonObject): string {
  const cas = plain(wel['cas']);
  const checked = plain(wel['checked_on']);
  const more = leftovers(wel, [
    'substance',
    'value',
    'cas',
    'twa_8h',
    'stel_15min',
    'notations',
    'source',
    'checked_on',
  ]);
  return [
    `${plain(wel['substance']) || plain(wel['value'])}${cas ? ` (CAS ${cas})` : ''}`,
    `8-hour (TWA) ${plain(wel['twa_8h']) || '–'}`,
    `15-minute (STEL) ${plain(wel['stel_15min']) || '–'}`,
    plain(wel['notations']),
    plain(wel['source']),
    checked ? `checked ${timeOf(checked)}` : '',
    ...more.map(([name, words]) => `${name}: ${words}`),
  ]
    .filter(Boolean)
    .join('; ');
}

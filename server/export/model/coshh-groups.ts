/** What a COSHH sheet says of its substance, by the groups of the form, two side by side. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import pictograms from '../../../shared/reference/ghs-pictograms.json' with { type: 'json' };
import { contentFields, declarationsOf, type Fields } from '../../../shared/model/declared-fields.ts';
import { coshhGroups } from '../../../shared/resources/coshh-shape.ts';
import type { Block, Part } from './blocks.ts';
import { controls } from './hazards.ts';
import { cell, facts, point, text } from './make.ts';
import { isList, leftovers, listOf, objectsOf, plain } from './read.ts';
import { labelOf, timeOf } from './words.ts';

type Group = keyof typeof coshhGroups;

const titles: Readonly<Record<Group, string>> = {
  identification: 'Substance',
  classification: 'Classification',
  use: 'Use',
  exposure: 'Exposure and health',
  controlling: 'Control',
  emergency: 'If something goes wrong',
  assessment: 'Conclusion',
};

/** The columns of a sheet, of about the same length; three where the sheet is not on a page of its own. */
const columnsOf: Readonly<Record<2 | 3, readonly (readonly Group[])[]>> = {
  2: [
    ['identification', 'use', 'controlling', 'assessment'],
    ['classification', 'exposure', 'emergency'],
  ],
  3: [
    ['identification', 'use', 'classification'],
    ['exposure', 'emergency'],
    ['controlling', 'assessment'],
  ],
};

/** Printed above the groups, or in a form of their own. */
const placed: ReadonlySet<string> = new Set([
  'substance_name',
  'signal_word',
  'severity_before',
  'likelihood_before',
  'severity_after',
  'likelihood_after',
]);

const members = Object.fromEntries(
  Object.entries<Fields>(coshhGroups).map(([name, fields]) => [
    name,
    contentFields(declarationsOf(fields)).filter((field) => !placed.has(field)),
  ]),
);

/** `heads`: what is above the groups of each column. */
export function coshhGroupBlocks(
  entry: JsonObject,
  count: 2 | 3,
  heads: readonly (readonly Part[])[] = [],
): readonly Block[] {
  const cells = columnsOf[count].map((groups, i) =>
    cell(...(heads[i] ?? []), ...groups.flatMap((group) => groupParts(group, entry))),
  );
  const columns = cells.map((_, i) => ({ title: `Column ${i + 1}`, width: 1 }));
  const summary = `What to know about ${plain(entry['substance_name']) || 'the substance'}`;
  return [
    ...(cells.some(({ parts }) => parts.length > 0)
      ? [{ kind: 'table', columns, rows: [{ cells }], header: false, rowHeader: false, summary } as const]
      : []),
    ...facts('More about this substance', leftovers(entry, [...Object.values(members).flat(), ...placed])),
  ];
}

function groupParts(group: Group, entry: JsonObject): readonly Part[] {
  const parts = (members[group] ?? []).flatMap((member) => memberParts(member, entry[member]));
  return parts.length > 0 ? [text(titles[group], 'caption'), ...parts] : [];
}

const coded: ReadonlySet<string> = new Set(['physical_form', 'frequency', 'groups_at_risk', 'exposure_routes']);

function memberParts(member: string, held: Json | undefined): readonly Part[] {
  if (member === 'pictograms')
    return points(
      member,
      listOf(held).map((code) => pictogram(plain(code))),
    );
  if (member === 'ppe') return points(member, objectsOf(held).map(worn));
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
  if (lines.length === 0) return [];
  return [text(labelOf(member), 'strong'), ...lines.map((line) => point(line))];
}

/** The members of a small record: an answer with its reason, a mask with its factor. */
function sentence(member: string, held: JsonObject): string {
  return leftovers(held, [])
    .map(
      ([name, words]) =>
        `${name}: ${timeOf(member === 'rpe' && name === 'Type' ? labelOf(words) : words).replace(/\.$/, '')}`,
    )
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
  const more = leftovers(wel, ['substance', 'value', 'cas', 'twa_8h', 'stel_15min', 'notations', 'source']);
  return [
    `${plain(wel['substance']) || plain(wel['value'])}${cas ? ` (CAS ${cas})` : ''}`,
    `8-hour (TWA) ${plain(wel['twa_8h']) || '–'}`,
    `15-minute (STEL) ${plain(wel['stel_15min']) || '–'}`,
    plain(wel['notations']),
    source(plain(wel['source'])),
    ...more.map(([name, words]) => `${name}: ${words}`),
  ]
    .filter(Boolean)
    .join('; ');
}

/** A value that its author did not look up says so in words for the reader. */
function source(words: string): string {
  return words.replace(/, quoted from memory - verify$/, '; check the value against the current edition');
}

/**
 * Sections as the compliance check reads them: their text, their number of entries, and whether they are complete (contract, Compliance
 * check).
 */
import type { Json, JsonObject } from '../base/json.ts';
import templates from '../reference/document-templates.json' with { type: 'json' };
import { isHoldPoint } from '../base/hold-point.ts';
import sectionTypes from '../reference/section-types.json' with { type: 'json' };
import { list, members, textIn, words } from './text.ts';

/** All sections of one type combined; a document should have only one of each. */
export interface Section {
  readonly type: string;
  readonly text: string;
  /** Steps, rows, items or keys with content; lines for free text. */
  readonly entries: number;
  readonly holdPoints: number;
  /** The values under the keys, in lower case, in a list of key-value pairs. */
  readonly valuesByKey: ReadonlyMap<string, string>;
}

export function sectionsByType(bodies: readonly JsonObject[]): ReadonlyMap<string, Section> {
  const byType = Map.groupBy(bodies, (body) => words(body['section_type']));
  return new Map([...byType].map(([type, some]) => [type, sectionOf(type, some)]));
}

/** By type, the minimum content of a complete section (`reference/section-types.json`). */
const demands = new Map(
  sectionTypes.map((type) => [
    type.value,
    { label: type.label, chars: type.min_chars ?? 0, entries: type.min_items ?? 0 },
  ]),
);

/** Has content, and at least as much as its type requires. */
export function isFilled(section: Section | undefined): section is Section {
  if (!section || section.text === '') return false;
  const { chars = 0, entries = 0 } = demands.get(section.type) ?? {};
  return section.text.length >= chars && section.entries >= entries;
}

/** The section types that the document type's template requires; none for an unknown type. */
export function requiredSections(documentType: string): readonly string[] {
  const known = Object.entries(templates).find(([type]) => type === documentType);
  return known?.[1].filter(({ required }) => required).map(({ section_type: type }) => type) ?? [];
}

/** The display name of a section type. */
export function labelOf(sectionType: string): string {
  return demands.get(sectionType)?.label ?? sectionType;
}

function sectionOf(type: string, bodies: readonly JsonObject[]): Section {
  const lines = bodies.flatMap(({ body }) => words(body).split('\n')).filter((line) => line.trim() !== '');
  const typed = bodies.flatMap(({ data }) => ['items', 'entries', 'rows'].flatMap((name) => list(members(data)[name])));
  const said = typed.filter(saysSomething);
  const freeHoldPoints = lines.filter((line) => /\bhold[ -]?points?\b/i.test(line)).length;
  return {
    type,
    text: textIn([lines, said, bodies.map(({ data }) => beside(members(data)))]),
    entries: said.length + lines.length,
    holdPoints: said.filter((entry) => isHoldPoint(members(entry)['hold_point'] as Json)).length + freeHoldPoints,
    valuesByKey: new Map(said.map(members).map(({ key, value }) => [words(key).toLowerCase(), words(value)] as const)),
  };
}

/** Content beside the entries, such as pictures. Headings and marks alone do not count as content. */
function beside(data: JsonObject): readonly unknown[] {
  return Object.entries(data)
    .filter(([name]) => !['items', 'entries', 'rows', 'columns', 'pass_mark'].includes(name))
    .map(([, value]) => value);
}

function saysSomething(entry: unknown): boolean {
  const { key, value } = members(entry);
  return key === undefined ? textIn(entry) !== '' : textIn(value) !== '';
}

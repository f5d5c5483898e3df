/** The one-page card, made of the document itself: the worst hazards and substances, when to stop, and what to do in an emergency. */
import { isJsonList, isJsonObject, type Json } from '../../../../shared/base/json.ts';
import { plain, type Content, type Hazard, type Picture, type Section, type Substance } from '../../base/content.ts';
import { lineOf, linesOf, rowsIn, wordsOf } from '../../base/section-lines.ts';
import type { rowWords } from '../../words/en-rows.ts';
import type { substanceWords } from '../../words/en-substance.ts';
import { doesOf, firstAidOf, wearOf } from './substance-points.ts';

export interface KeyPoints {
  readonly hazards: readonly { readonly hazard: Hazard; readonly control: string }[];
  readonly substances: readonly { readonly substance: Substance; readonly does: string; readonly wear: string }[];
  /** Of the worst hazard that has one, else of a section. */
  readonly picture: { readonly photo: Picture; readonly of: string } | undefined;
  readonly stops: readonly (readonly [limit: string, condition: string])[];
  readonly emergency: readonly (readonly [what: string, how: string])[];
  /** What is done here, in a line; empty where the document does not say. */
  readonly work: string;
  /** After contact with the worst substance. */
  readonly firstAid: readonly (readonly [what: string, how: string])[];
}

const mostHazards = 5;
const mostSubstances = 5;
const mostLines = 5;
const emergencyFirst = ['emergency_number', 'first_aider', 'first_aid_point', 'assembly_point', 'nearest_hospital'];

export type CardWords = typeof substanceWords & typeof rowWords;
type Line = readonly [string, string];

export function keyPointsOf({ hazards, sections, substances }: Content, words: CardWords): KeyPoints {
  const [worst] = substances;
  const of = (type: string): Section | undefined => sections.find((each) => each.section_type === type);
  return {
    hazards: hazards.slice(0, mostHazards).map((hazard) => ({
      hazard,
      control: hazard.controls?.[0]?.description ?? hazard.description ?? '',
    })),
    stops: stopsOf(of('weather_limits'), of('hold_points'), words).slice(0, mostLines),
    substances: substances.slice(0, mostSubstances).map((substance) => ({
      substance,
      does: doesOf(substance).join(' '),
      wear: wearOf(substance, words).join('; '),
    })),
    picture: pictureOf(hazards, sections),
    work: workOf(of('scope_of_works'), of('sequence_of_works'), words),
    emergency: emergencyOf(of('emergency_arrangements'), words).slice(0, mostLines),
    firstAid: worst ? firstAidOf(worst, words).flatMap(([way, how]) => (how ? [[way, how] as const] : [])) : [],
  };
}

const mostLetters = 160;

/** The first line of the scope, else the first steps; cut after a word. */
function workOf(scope: Section | undefined, sequence: Section | undefined, words: CardWords): string {
  const [line] = scope ? linesOf(scope, words) : [];
  const text = line ?? (sequence ? linesOf(sequence, words).slice(0, 2).join('; ') : '');
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters).replace(/\s+\S*$/, '')}…`;
}

function pictureOf(hazards: readonly Hazard[], sections: readonly Section[]): KeyPoints['picture'] {
  const named = [
    ...hazards.map(({ name: of, photos }) => ({ of, photos })),
    ...sections.map(({ title: of, photos }) => ({ of, photos })),
  ];
  return named.flatMap(({ of, photos = [] }) => photos.map((photo) => ({ of, photo })))[0];
}

/** Weather limits are a table of condition, limit and action; hold points a list. */
function stopsOf(weather: Section | undefined, holds: Section | undefined, words: CardWords): Line[] {
  const rows = isJsonObject(weather?.data) ? weather.data['rows'] : undefined;
  const limits = rowsIn(rows).map((row): Line => {
    const [condition, limit] = isJsonList(row) ? row.map((cell) => wordsOf(cell, words)) : [];
    return condition || limit ? [limit ?? '', condition ?? ''] : ['', lineOf(row, words)];
  });
  return [...(rows == null ? linesIn(weather, words) : limits.filter(isSaid)), ...linesIn(holds, words)];
}

function emergencyOf(section: Section | undefined, words: CardWords): Line[] {
  const entries = isJsonObject(section?.data) ? section.data['entries'] : undefined;
  if (entries == null) return linesIn(section, words);
  const place = (entry: Json): number => {
    const key = isJsonObject(entry) ? String(entry['key']) : '';
    return (emergencyFirst.indexOf(key) + emergencyFirst.length + 1) % (emergencyFirst.length + 1);
  };
  return rowsIn(entries)
    .toSorted((a, b) => place(a) - place(b))
    .map((entry): Line => {
      const { key, value } = isJsonObject(entry) ? entry : {};
      const [name, how] = [wordsOf(key, words), wordsOf(value, words)];
      return name === '' || how === '' ? ['', wordsOf(entry, words)] : [plain(name), how];
    })
    .filter(isSaid);
}

function linesIn(section: Section | undefined, words: CardWords): Line[] {
  return section ? linesOf(section, words).map((line): Line => ['', line]) : [];
}

function isSaid([what, how]: Line): boolean {
  return (what + how).trim() !== '';
}

/** Ratings and bands by the matrix frozen in the content, so that an old version never changes colour (contract, Ratings and roles). */
import type { JsonObject } from '../../../shared/base/json.ts';
import { riskMatrix, riskOf } from '../../../shared/model/risk.ts';
import type { Cell, Chip } from './blocks.ts';
import { cell, text } from './make.ts';
import { numberOf, objectOf, objectsOf, textOf } from './read.ts';
import { labelOf } from './words.ts';

export interface Band {
  readonly min: number;
  readonly max: number;
  readonly code: string;
  readonly label: string;
  readonly fill: string;
  readonly ink: string;
}

export type When = 'before' | 'after';

const unrated: Chip = { kind: 'chip', text: 'Not rated', fill: '#FFFFFF', ink: '#1A1A1A' };

/** The bands of the content's own matrix, lowest first; the default matrix where content holds none. */
export function bandsOf(content: JsonObject): readonly Band[] {
  const frozen = objectsOf(objectOf(content['risk_matrix'])['bands']);
  const bands = (frozen.length > 0 ? frozen : riskMatrix.bands).map((band) => ({
    min: numberOf(band['min']) ?? 0,
    max: numberOf(band['max']) ?? 0,
    code: textOf(band['code']),
    label: textOf(band['label']) || labelOf(textOf(band['value'])),
    fill: colourOf(textOf(band['fill']), '#FFFFFF'),
    ink: colourOf(textOf(band['ink']), '#1A1A1A'),
  }));
  return bands.toSorted((a, b) => a.min - b.min);
}

export function scoreOf(rated: JsonObject, when: When): number | null {
  return riskOf(numberOf(rated[`severity_${when}`]), numberOf(rated[`likelihood_${when}`]));
}

export function bandOf(score: number | null, bands: readonly Band[]): Band | null {
  return score === null ? null : (bands.find((band) => score >= band.min && score <= band.max) ?? null);
}

/** "M 9" on the band's colour. */
function ratingChip(score: number | null, bands: readonly Band[]): Chip {
  if (score === null) return unrated;
  const band = bandOf(score, bands);
  return band
    ? { kind: 'chip', text: `${band.code} ${score}`, fill: band.fill, ink: band.ink }
    : { ...unrated, text: String(score) };
}

/** The chip, the band in words, and severity and likelihood; `brief` leaves the words to the chip, which has the code. */
export function ratingCell(
  rated: JsonObject,
  when: When,
  bands: readonly Band[],
  room: 'tall' | 'brief' = 'tall',
): Cell {
  const score = scoreOf(rated, when);
  const words = [room === 'brief' ? '' : (bandOf(score, bands)?.label ?? ''), factorsOf(rated, when)].filter(Boolean);
  return { ...cell(ratingChip(score, bands), ...words.map((line) => text(line, 'muted'))), align: 'center' };
}

/** The same in one text: "M 9 Medium, S 3 × L 3". */
export function ratingWords(rated: JsonObject, when: When, bands: readonly Band[]): string {
  const score = scoreOf(rated, when);
  const band = [ratingChip(score, bands).text, bandOf(score, bands)?.label ?? ''].filter(Boolean).join(' ');
  return [band, factorsOf(rated, when)].filter(Boolean).join(', ');
}

function factorsOf(rated: JsonObject, when: When): string {
  const severity = numberOf(rated[`severity_${when}`]);
  const likelihood = numberOf(rated[`likelihood_${when}`]);
  return severity === null && likelihood === null ? '' : `S ${severity ?? '–'} × L ${likelihood ?? '–'}`;
}

/** Colours reach XML attributes and drawing calls, so anything but #RRGGBB is replaced. */
function colourOf(value: string, otherwise: string): string {
  return /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise;
}

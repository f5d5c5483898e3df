/** Risk at a glance: hazards counted by band, and the matrix that defines the bands. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { riskMatrix } from '../../../shared/model/risk.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { cell, type Column, dense, heading, paragraph, table, text } from './make.ts';
import { numberOf, objectOf, objectsOf, plain, textOf } from './read.ts';
import { type Band, bandOf, scoreOf, type When } from './risk.ts';

export function riskSummary(hazards: readonly JsonObject[], bands: readonly Band[]): Block {
  const count = (when: When, band: Band | null): number =>
    hazards.filter((hazard) => bandOf(scoreOf(hazard, when), bands) === band).length;
  return table('Number of hazards in each risk band', ['before', 'after'] as const, [
    ['Hazards', 22, (when) => text(when === 'before' ? 'Before controls' : 'After controls', 'strong')],
    ...bands.map((band): Column<When> => [
      `${band.label} ${band.min}–${band.max}`,
      16,
      (when) => ({
        ...cell(text(`${band.code}: ${count(when, band)}`, 'strong')),
        ...coloursOf(band),
        align: 'center',
      }),
    ]),
    ['Not rated', 14, (when) => ({ ...cell(String(count(when, null))), align: 'center' })],
  ]);
}

function coloursOf({ fill, ink }: Band): Pick<Cell, 'fill' | 'ink'> {
  return { fill, ink };
}

/** The frozen matrix with the hazards on it, and its legend. */
export function matrixBlocks(
  content: JsonObject,
  hazards: readonly JsonObject[],
  bands: readonly Band[],
): readonly Block[] {
  const frozen = objectOf(content['risk_matrix']);
  const severities = levels(frozen['severity_levels'], riskMatrix.severity_levels);
  const likelihoods = levels(frozen['likelihood_levels'], riskMatrix.likelihood_levels);
  // The default matrix explains itself to developers.
  const note = frozen['note'] === riskMatrix.note ? '' : plain(frozen['note']);
  return [
    heading(1, 'How risk is rated'),
    paragraph('Rating = severity × likelihood. Each square says how many hazards stand there before → after controls.'),
    ...dense([matrix(severities, likelihoods, hazards, bands)]),
    ...dense([definitions('Severity', severities), definitions('Likelihood', likelihoods), actions(frozen, bands)]),
    ...(note ? [paragraph(note, 'muted')] : []),
  ];
}

function levels(held: JsonObject[string], otherwise: readonly JsonObject[]): readonly JsonObject[] {
  const frozen = objectsOf(held);
  return frozen.length > 0 ? frozen : otherwise;
}

function matrix(
  severities: readonly JsonObject[],
  likelihoods: readonly JsonObject[],
  hazards: readonly JsonObject[],
  bands: readonly Band[],
): Block {
  return table('Risk matrix with the number of hazards in each square', severities.toReversed(), [
    ['Severity ↓ Likelihood →', 26, named],
    ...likelihoods.map((likelihood): Column<JsonObject> => [
      levelName(likelihood),
      15,
      (severity) => square(severity, likelihood),
    ]),
  ]);

  function square(severity: JsonObject, likelihood: JsonObject): Cell {
    const s = numberOf(severity['value']) ?? 0;
    const l = numberOf(likelihood['value']) ?? 0;
    const here = (when: When): number =>
      hazards.filter((hazard) => hazard[`severity_${when}`] === s && hazard[`likelihood_${when}`] === l).length;
    const band = bandOf(s * l, bands);
    const [before, after] = [here('before'), here('after')];
    const squareCell = cell(
      text(`${band?.code ?? ''} ${s * l}`.trim(), 'strong'),
      before + after > 0 ? `${before} → ${after}` : null,
    );
    return { ...squareCell, ...(band ? coloursOf(band) : {}), align: 'center' };
  }
}

function definitions(name: string, entries: readonly JsonObject[]): Block {
  return table(`What each ${name.toLowerCase()} means`, entries, [
    [name, 26, named],
    ['Means', 74, (level) => textOf(level['definition'])],
  ]);
}

function levelName(level: JsonObject): string {
  return `${plain(level['value'])} ${plain(level['label'])}`;
}

function named(level: JsonObject): Part {
  return text(levelName(level), 'strong');
}

function actions(frozen: JsonObject, bands: readonly Band[]): Block {
  const frozenBands = objectsOf(frozen['bands']);
  const held: readonly JsonObject[] = frozenBands.length > 0 ? frozenBands : riskMatrix.bands;
  const titleOf = (band: Band): Part => text(`${band.code} ${band.min}–${band.max} ${band.label}`, 'strong');
  return table('What each band asks for', bands, [
    ['Band', 26, (band) => ({ ...cell(titleOf(band)), ...coloursOf(band) })],
    ['Action', 74, (band) => plain(held.find((entry) => entry['min'] === band.min)?.['action'])],
  ]);
}

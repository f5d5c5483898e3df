/** Risk at a glance: hazards counted by band, and the matrix that defines the bands. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { riskMatrix } from '../../../shared/model/risk.ts';
import type { Block, Cell, Row } from './blocks.ts';
import { cell, heading, table, text } from './make.ts';
import { numberOf, objectOf, objectsOf, plain, textOf } from './read.ts';
import { type Band, bandOf, scoreOf, type When } from './risk.ts';

export function riskSummary(hazards: readonly JsonObject[], bands: readonly Band[]): Block {
  const columns = [
    ['Hazards', 22] as const,
    ...bands.map((band) => [`${band.label} ${band.min}–${band.max}`, 16] as const),
    ['Not rated', 14] as const,
  ];
  return table(
    'Number of hazards in each risk band',
    columns,
    [counts('Before controls', 'before'), counts('After controls', 'after')],
    {
      rowHeader: true,
    },
  );

  function counts(title: string, when: When): Row {
    const found = hazards.map((hazard) => bandOf(scoreOf(hazard, when), bands));
    const tally = (band: Band | null): number => found.filter((each) => each === band).length;
    return {
      cells: [
        cell(text(title, 'strong')),
        ...bands.map((band): Cell => ({
          ...cell(text(`${band.code}: ${tally(band)}`, 'strong')),
          fill: band.fill,
          ink: band.ink,
          align: 'center',
        })),
        { ...cell(String(tally(null))), align: 'center' },
      ],
    };
  }
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
  const note = plain(frozen['note']);
  return [
    heading(1, 'How risk is rated'),
    {
      kind: 'paragraph',
      tone: 'normal',
      runs: [
        {
          text: 'Rating = severity × likelihood. Each square says how many hazards stand there before → after controls.',
        },
      ],
    },
    matrix(severities, likelihoods, hazards, bands),
    definitions('Severity', severities),
    definitions('Likelihood', likelihoods),
    actions(frozen, bands),
    ...(note ? [{ kind: 'paragraph', tone: 'muted', runs: [{ text: note }] } as const] : []),
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
  const columns = [
    ['Severity ↓ Likelihood →', 26] as const,
    ...likelihoods.map((level) => [`${plain(level['value'])} ${plain(level['label'])}`, 15] as const),
  ];
  const rows = severities.toReversed().map((severity) => ({
    cells: [
      cell(text(`${plain(severity['value'])} ${plain(severity['label'])}`, 'strong')),
      ...likelihoods.map((likelihood) => square(severity, likelihood)),
    ],
  }));
  return table('Risk matrix with the number of hazards in each square', columns, rows, { rowHeader: true });

  function square(severity: JsonObject, likelihood: JsonObject): Cell {
    const s = numberOf(severity['value']) ?? 0;
    const l = numberOf(likelihood['value']) ?? 0;
    const here = (when: When): number =>
      hazards.filter((hazard) => hazard[`severity_${when}`] === s && hazard[`likelihood_${when}`] === l).length;
    const band = bandOf(s * l, bands);
    const squareCell = cell(
      text(`${band?.code ?? ''} ${s * l}`.trim(), 'strong'),
      `${here('before')} → ${here('after')}`,
    );
    return band
      ? { ...squareCell, fill: band.fill, ink: band.ink, align: 'center' }
      : { ...squareCell, align: 'center' };
  }
}

function definitions(name: string, entries: readonly JsonObject[]): Block {
  const columns = [
    [name, 26],
    ['Means', 74],
  ] as const;
  const rows = entries.map((level) => ({
    cells: [
      cell(text(`${plain(level['value'])} ${plain(level['label'])}`, 'strong')),
      cell(textOf(level['definition'])),
    ],
  }));
  return table(`What each ${name.toLowerCase()} means`, columns, rows, { rowHeader: true });
}

function actions(frozen: JsonObject, bands: readonly Band[]): Block {
  const frozenBands = objectsOf(frozen['bands']);
  const held: readonly JsonObject[] = frozenBands.length > 0 ? frozenBands : riskMatrix.bands;
  const rows = bands.map((band) => ({
    cells: [
      { ...cell(text(`${band.code} ${band.min}–${band.max} ${band.label}`, 'strong')), fill: band.fill, ink: band.ink },
      cell(plain(held.find((entry) => entry['min'] === band.min)?.['action'])),
    ],
  }));
  return table(
    'What each band asks for',
    [
      ['Band', 26],
      ['Action', 74],
    ],
    rows,
    { rowHeader: true },
  );
}

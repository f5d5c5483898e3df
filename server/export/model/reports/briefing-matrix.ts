/** The briefing matrix: who is briefed on which document in force. More documents than columns make several tables of all people. */
import type { BriefedDocument, BriefingMatrixInput, PrintedPerson } from '../../report-input.ts';
import type { Block, Cell, Row } from '../blocks.ts';
import { cell, dense, heading, paragraph, table, text } from '../make.ts';
import { timeOf } from '../words.ts';
import { peopleOf, type Someone } from './matrix-people.ts';
import { placeBoxes, placeName, plainChip, projectReference, type Report, zoneOf } from './frame.ts';

/** Of a landscape page, in points: the person, the sum, and what is left for documents. */
const widths = { person: 160, sum: 62, documents: 500 } as const;
const mostColumns = 7;
const leastColumns = 3;

export function briefingMatrix(input: BriefingMatrixInput): Report {
  const documents = input.documents.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }));
  const people = peopleOf(documents);
  const needed = documents.flatMap(({ people: own }) => own);
  const briefed = needed.filter(({ state }) => state === 'current').length;
  return {
    name: 'Briefing matrix',
    title: placeName(input),
    identity: `${projectReference(input)}  ·  ${documents.length} documents in force, ${people.length} people`,
    status: { ...plainChip, text: `${briefed} OF ${needed.length} BRIEFED` },
    isLandscape: true,
    blocks: [...placeBoxes(input, 'What this matrix is about'), ...dense(bodyOf(documents, people, zoneOf(input)))],
  };
}

function bodyOf(documents: readonly BriefedDocument[], people: readonly Someone[], timezone: string): readonly Block[] {
  if (documents.length === 0)
    return [
      heading(1, 'People and documents'),
      paragraph('No document is in force here, so nobody is to be briefed.', 'muted'),
    ];
  const groups = inGroups(documents);
  return [
    heading(1, 'Documents in force'),
    table('Documents in force, and how many people are briefed on each', documents, [
      ['Document', 16, (each) => text(nameOf(each), 'strong')],
      ['Title', 50, ({ title }) => title],
      ['Approved', 18, ({ approved_at: at }) => timeOf(at ?? '', timezone) || text('Not recorded', 'muted')],
      ['Briefed', 16, sumOf],
    ]),
    heading(1, 'People and documents'),
    paragraph(
      '“Briefed” has signed the version in force. “Version … only” signed an older one and is to be briefed again. A dash: the document does not expect this person.',
      'muted',
    ),
    ...(people.length === 0
      ? [paragraph('These documents expect nobody, and nobody has signed them.', 'muted')]
      : groups.flatMap((group, i) => [
          ...(groups.length > 1
            ? [heading(2, `${nameOf(group[0])} to ${nameOf(group.at(-1))}, part ${i + 1} of ${groups.length}`)]
            : []),
          matrixOf(group, people, timezone),
        ])),
  ];
}

/** As many columns in each table as in the others, and each wide enough for the longest reference. */
function inGroups(documents: readonly BriefedDocument[]): readonly (readonly BriefedDocument[])[] {
  const longest = Math.max(...documents.flatMap((each) => headOf(each).split('\n')).map(({ length }) => length));
  const most = Math.max(leastColumns, Math.min(mostColumns, Math.floor(widths.documents / (longest * 5.8 + 9))));
  const count = Math.ceil(documents.length / most);
  const size = Math.ceil(documents.length / count);
  return Array.from({ length: count }, (_, i) => documents.slice(i * size, (i + 1) * size)).filter(
    (group) => group.length > 0,
  );
}

function matrixOf(group: readonly BriefedDocument[], people: readonly Someone[], timezone: string): Block {
  // Of several tables, each has the people of its documents.
  const concerned = people.filter(({ byDocument }) => group.some((each) => byDocument.has(each)));
  const rows = concerned.map((someone): Row => {
    const states = [...someone.byDocument.values()].map(({ state }) => state);
    return {
      cells: [
        cell(text(someone.name, 'strong'), [someone.employer_name, someone.trade].filter(Boolean).join(', ')),
        ...group.map((each) => stateCell(someone.byDocument.get(each), timezone)),
        cell(text(`${states.filter((state) => state === 'current').length} of ${states.length}`, 'strong')),
      ],
    };
  });
  const sums: Row = {
    cells: [cell(text('Briefed', 'strong')), ...group.map((each) => cell(text(sumOf(each), 'strong'))), cell()].map(
      (each) => ({ ...each, fill: '#F1F4F7' }),
    ),
  };
  return {
    kind: 'table',
    columns: [
      { title: 'Person', width: widths.person },
      ...group.map((each) => ({ title: headOf(each), width: widths.documents / group.length })),
      { title: 'All documents', width: widths.sum },
    ],
    rows: [...rows, sums],
    header: true,
    rowHeader: true,
    summary: 'Who is briefed on which document',
  };
}

/** Words first: the colour only helps to find them. */
function stateCell(briefed: PrintedPerson | undefined, timezone: string): Cell {
  if (!briefed) return cell(text('–', 'muted'));
  const { state, signed_at: at, signed_version: version } = briefed;
  const day = at === null ? '' : dayOf(at, timezone);
  if (state === 'current') return { ...cell(text('Briefed', 'strong'), day), fill: '#DDF3E4' };
  if (state === 'old') return { ...cell(text(`Version ${version ?? '?'} only`, 'strong'), day), fill: '#FFF0C2' };
  if (state === 'declined') return { ...cell(text('Declined', 'strong'), day), fill: '#FBD9DD' };
  return { ...cell(text('Not briefed', 'strong')), fill: '#FBD9DD' };
}

/** “12 Nov 2026”, in the zone of the organisation. */
function dayOf(at: string, timezone: string): string {
  return timeOf(at, timezone).split(',')[0] ?? '';
}

function nameOf(document: BriefedDocument | undefined): string {
  return document ? `${referenceOf(document)} v${document.version}` : '';
}

function referenceOf({ reference, title }: BriefedDocument): string {
  return reference || title.slice(0, 24);
}

/** On two lines where it is long, broken after the hyphen nearest the middle. */
function headOf(document: BriefedDocument): string {
  const name = nameOf(document);
  const breaks = [...name.matchAll(/-|\s/g)].map(({ index }) => index + 1);
  const middle = name.length / 2;
  const best = breaks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return best === undefined || name.length <= 12 ? name : `${name.slice(0, best).trimEnd()}\n${name.slice(best)}`;
}

function sumOf({ people }: BriefedDocument): string {
  return `${people.filter(({ state }) => state === 'current').length} of ${people.length}`;
}

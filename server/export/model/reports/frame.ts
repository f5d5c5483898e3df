/** What every report has: its head, what it is about, and what each page repeats. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ReportInput } from '../../report-input.ts';
import type { Block, Cell, Chip, DocumentModel, Part, Table } from '../blocks.ts';
import { boxes, cell, text } from '../make.ts';
import { inPlainWords } from '../plain-words.ts';
import { objectsOf, plain } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';

/** What one form prints. */
export interface Report {
  /** Such as “Permit register”. */
  readonly name: string;
  /** Of which project, site or incident. */
  readonly title: string;
  readonly identity: string;
  readonly status: Chip;
  readonly isLandscape: boolean;
  readonly blocks: readonly Block[];
}

export const plainChip = { kind: 'chip', fill: '#E5E7EB', ink: '#1A1A1A' } as const;

export function zoneOf({ organisation }: ReportInput): string {
  return organisation.timezone || 'UTC';
}

/** “Kingsmead Quarter, Block C tower”. */
export function placeName({ project, site }: ReportInput): string {
  return [plain(project['name']) || 'Project without a name', plain(site?.['name'])].filter(Boolean).join(', ');
}

export function projectReference({ project }: ReportInput): string {
  return plain(project['reference']) || 'No reference';
}

/** The facts of the project and the site that a reader outside the organisation needs. */
export function placeBoxes({ project, site }: ReportInput, summary: string, most = 5): readonly Table[] {
  const address = ['address', 'city', 'postcode'].map((member) => plain(site?.[member])).filter(Boolean);
  const held = [
    ['Project', [plain(project['name']), plain(project['reference'])].filter(Boolean).join(', ')],
    ['Client', plain(project['client_name'])],
    ['Principal contractor', plain(project['principal_contractor'])],
    ['Site', site ? plain(site['name']) : 'All sites of the project'],
    ['Address', address.join(', ')],
  ] as const;
  return boxes(summary, held, Math.min(most, held.filter(([, value]) => value !== '').length));
}

export function modelOf(
  input: ReportInput,
  { name, title, identity, status, isLandscape, blocks }: Report,
): DocumentModel {
  const timezone = zoneOf(input);
  const printed = timeOf(input.printed_at, timezone);
  const madeAt = new Date(input.printed_at);
  const head: Block = {
    kind: 'title',
    organisation: input.organisation.name,
    documentType: name,
    title,
    identity,
    status,
    dense: true,
  };
  return {
    paper: input.paper ?? 'a4',
    isLandscape,
    title: `${name}: ${title}`,
    subject: `${name}, ${identity}`,
    author: input.organisation.name,
    keywords: [name, projectReference(input)].join(', '),
    header: [projectReference(input), name],
    footer: [input.organisation.name, `Printed ${printed}`, 'Shows what was recorded when it was printed'].join(
      '  ·  ',
    ),
    watermark: null,
    editableNotice: 'Editable copy, not the record. It may have been changed since it was made.',
    annexes: [],
    madeAt: Number.isNaN(madeAt.getTime()) ? new Date(0) : madeAt,
    blocks: inPlainWords([head, ...blocks], input.form === 'permit_sheet' ? input.linked : {}, timezone),
  };
}

/** A value, or in words that the record has none. */
export function recorded(value: string, none = 'Not recorded'): Cell {
  return value ? cell(value) : cell(text(none, 'muted'));
}

/** “Suspended: 12 Nov 2026, 10:22 GMT, by Sinéad Gallagher: wind”; nothing where there is no time. */
export function happened(
  what: string,
  { at, by, note = '' }: { readonly at: string; readonly by: string; readonly note?: string },
): Part[] {
  if (!at && !by) return [];
  const words = [at, by && `by ${by}`].filter(Boolean).join(', ');
  return [
    {
      kind: 'text',
      runs: [{ text: `${what}: `, bold: true }, { text: [words, note].filter(Boolean).join(': ') }],
      tone: 'normal',
    },
  ];
}

/** Acts of a permit whose times a clock gave that was ahead: what is printed of them was claimed, and cannot be so. */
export function clocksAhead(permit: JsonObject, timezone: string): string[] {
  return objectsOf(permit['ahead']).map(({ action, at, received_at: received }) => {
    const [claimed, arrived] = [timeOf(plain(at), timezone), timeOf(plain(received), timezone)];
    return `${labelOf(plain(action))}: ${claimed} was the time of a clock that was ahead; recorded ${arrived}.`;
  });
}

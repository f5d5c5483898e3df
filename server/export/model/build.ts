/** The whole document in reading order, built from the input alone. */
import type { AttachedFiles } from '../attached-file.ts';
import type { ExportInput } from '../input.ts';
import { annexBlocks, annexesOf } from './photos/annexes.ts';
import { type Pictures, withPictures } from './photos/placed-photos.ts';
import type { DocumentModel } from './blocks.ts';
import { statusName, versionName } from './cover.ts';
import { withChanges, withNote } from './changes/with-changes.ts';
import { withConflicts } from './conflicts.ts';
import { formFor } from './forms/forms.ts';
import { printedOf } from './printed.ts';
import { inPlainWords } from './plain-words.ts';
import { plain } from './read.ts';
import { canBeSigned, withoutLines } from './signable.ts';
import { labelOf, timeOf } from './words.ts';

export function buildModel(input: ExportInput, attached: AttachedFiles, pictures: Pictures = new Map()): DocumentModel {
  const printed = printedOf(input, attached);
  const named = withNote(withConflicts(withChanges(formFor(input), printed), printed), printed);
  const isPdf = input.format === 'pdf';
  const annexes = isPdf ? annexesOf(named, pictures, attached.content.name.replace(/\.json$/, '')) : new Map();
  const blocks = [
    ...withPictures(named, pictures, annexes, lateWords(input, printed.timezone)),
    ...annexBlocks(annexes.values()),
  ];
  const reference = input.document.reference || 'No reference';
  return {
    paper: input.paper ?? 'a4',
    isLandscape: input.form === 'register',
    title: `${reference} ${input.document.title}`.trim(),
    subject: [labelOf(input.document.document_type), versionName(input), statusName(input), againstOf(input)]
      .filter(Boolean)
      .join(', '),
    author: plain(input.approval?.['approved_by']) || input.organisation.name,
    keywords: [reference, input.document.id, input.content_hash].filter(Boolean).join(', '),
    header: [reference, versionName(input), statusName(input), ...(input.compared ? ['Changes marked'] : [])],
    footer: [input.organisation.name, `Printed ${timeOf(input.printed_at, printed.timezone)}`, footerNote(input)].join(
      '  ·  ',
    ),
    watermark: watermarkWords(input),
    editableNotice:
      'Editable copy, not the controlled record. It carries no signatures and may have been changed since it was made.',
    madeAt: madeAt(input),
    annexes: [...annexes.values()],
    blocks: inPlainWords(canBeSigned(input) ? blocks : withoutLines(blocks), input.linked, printed.timezone),
  };
}

/** Nobody who approved the version saw these. */
function lateWords({ photos, approval }: ExportInput, timezone: string): ReadonlyMap<string, string> {
  const approvedAt = Date.parse(plain(approval?.['approved_at']));
  const late = Object.entries(photos ?? {}).flatMap(([id, { arrived_at: at }]) =>
    at !== undefined && Date.parse(at) > approvedAt
      ? [[id, `It arrived ${timeOf(at, timezone)}, after this version was approved.`] as const]
      : [],
  );
  return new Map(late);
}

/** Whatever its state, a copy with its changes marked says across each page that it is one. */
function watermarkWords(input: ExportInput): string | null {
  const words = [stateAcross(input), input.compared ? 'CHANGES MARKED' : null].filter((each) => each !== null);
  return words.length > 0 ? words.join(' · ') : null;
}

function stateAcross({ watermark, versions, version }: ExportInput): string | null {
  if (watermark === 'none' || watermark === 'uncontrolled_when_printed') return null;
  const by =
    watermark === 'superseded'
      ? versions.find((entry) => entry['version'] === version)?.['superseded_by_version']
      : null;
  return `${watermark.replaceAll('_', ' ').toUpperCase()}${by ? ` BY VERSION ${plain(by)}` : ''}`;
}

function againstOf({ compared }: ExportInput): string {
  return compared ? `changes against version ${compared.version} marked` : '';
}

function footerNote({ watermark, compared }: ExportInput): string {
  if (compared) return `NOT THE CONTROLLED RECORD: changes against version ${compared.version} marked`;
  return watermark === 'uncontrolled_when_printed' ? 'UNCONTROLLED WHEN PRINTED' : 'Check the version before use';
}

/** The approval time of an approved version, else the print time: two prints of one version differ only where they state it. */
function madeAt({ approval, printed_at }: ExportInput): Date {
  const stamp = new Date(plain(approval?.['approved_at']) || printed_at);
  return Number.isNaN(stamp.getTime()) ? new Date(0) : stamp;
}

/** The whole document in reading order, built from the input alone. */
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { AttachedFiles } from '../attached-file.ts';
import { permitBlocks, powraBlocks } from './activity.ts';
import type { Block, DocumentModel } from './blocks.ts';
import { documentControl } from './control.ts';
import { coshhSheets } from './coshh.ts';
import { cover, statusName, versionName } from './cover.ts';
import { hazardRegister } from './hazards.ts';
import { heading, paragraph } from './make.ts';
import { numberOf, objectsOf, plain } from './read.ts';
import { personnelTable } from './personnel.ts';
import { recordBlocks } from './record.ts';
import { signoffRegister } from './register.ts';
import { bandsOf } from './risk.ts';
import { matrixBlocks } from './risk-summary.ts';
import { inPlainWords } from './plain-words.ts';
import { section } from './sections/section.ts';
import { verification } from './verification.ts';
import { labelOf, timeOf } from './words.ts';

export function buildModel(input: ExportInput, attached: AttachedFiles): DocumentModel {
  const timezone = input.organisation.timezone || 'UTC';
  const reference = input.document.reference || 'No reference';
  const hazards = inOrder(input.content['hazards']);
  const bands = bandsOf(input.content);
  return {
    title: `${reference} ${input.document.title}`.trim(),
    subject: `${labelOf(input.document.document_type)}, ${versionName(input)}, ${statusName(input)}`,
    author: plain(input.approval?.['approved_by']) || input.organisation.name,
    keywords: [reference, input.document.id, input.content_hash].filter(Boolean).join(', '),
    header: [reference, versionName(input), statusName(input)],
    footer: [input.organisation.name, `Printed ${timeOf(input.printed_at, timezone)}`, footerNote(input)].join('  ·  '),
    watermark: watermarkWords(input),
    editableNotice:
      'Editable copy, not the controlled record. It carries no signatures and may have been changed since it was made.',
    madeAt: madeAt(input),
    blocks: inPlainWords(
      [
        ...cover(input, hazards, bands, timezone),
        { kind: 'page_break' },
        ...documentControl(input, timezone),
        heading(2, 'Contents'),
        { kind: 'contents' },
        { kind: 'page_break' },
        ...contentBlocks(input, hazards, timezone),
        ...(hazards.length > 0 || input.content['risk_matrix'] ? matrixBlocks(input.content, hazards, bands) : []),
        ...coshhSheets(inOrder(input.content['coshh_assessments']), bands),
        ...personnelTable(inOrder(input.content['personnel']), input.printed_at),
        ...signoffRegister(input, timezone),
        ...verification(input, attached, timezone),
      ],
      input.linked,
      timezone,
    ),
  };
}

/** Members of the content that are printed elsewhere. */
const placed = [
  'sections',
  'hazards',
  'coshh_assessments',
  'personnel',
  'risk_matrix',
  'permit',
  'powra',
  'version',
  'title',
  'reference',
  'document_type',
  'status',
];

function contentBlocks(
  { content, linked }: ExportInput,
  hazards: readonly JsonObject[],
  timezone: string,
): readonly Block[] {
  const sections = inOrder(content['sections']);
  const other = Object.fromEntries(Object.entries(content).filter(([name]) => !placed.includes(name)));
  const rest = recordBlocks(other, [], timezone);
  return [
    ...(sections.length === 0
      ? [heading(1, 'Sections'), paragraph('No sections have been written in this document.', 'muted')]
      : sections.flatMap(section)),
    ...(isJsonObject(content['permit']) ? permitBlocks(content['permit'], linked, timezone) : []),
    ...(isJsonObject(content['powra']) ? powraBlocks(content['powra'], linked, timezone) : []),
    ...hazardRegister(hazards, bandsOf(content)),
    ...(rest.length > 0 ? [heading(1, 'Other recorded content'), ...rest] : []),
  ];
}

/** By `position` where it is set, else as stored. */
function inOrder(value: JsonObject[string]): readonly JsonObject[] {
  const last = Number.MAX_SAFE_INTEGER;
  return objectsOf(value).toSorted((a, b) => (numberOf(a['position']) ?? last) - (numberOf(b['position']) ?? last));
}

function watermarkWords({ watermark, versions, version }: ExportInput): string | null {
  if (watermark === 'none' || watermark === 'uncontrolled_when_printed') return null;
  const by =
    watermark === 'superseded'
      ? versions.find((entry) => entry['version'] === version)?.['superseded_by_version']
      : null;
  return `${watermark.replaceAll('_', ' ').toUpperCase()}${by ? ` BY VERSION ${plain(by)}` : ''}`;
}

function footerNote({ watermark }: ExportInput): string {
  return watermark === 'uncontrolled_when_printed' ? 'UNCONTROLLED WHEN PRINTED' : 'Check the version before use';
}

/** The approval time of an approved version, else the print time: two prints of one version differ only where they state it. */
function madeAt({ approval, printed_at }: ExportInput): Date {
  const stamp = new Date(plain(approval?.['approved_at']) || printed_at);
  return Number.isNaN(stamp.getTime()) ? new Date(0) : stamp;
}

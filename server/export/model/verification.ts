/** How a reader can check a printed or filed copy against the record. */
import type { ExportInput } from '../input.ts';
import type { SnapshotFile } from '../snapshot-file.ts';
import type { Block } from './blocks.ts';
import { facts, heading, point } from './make.ts';
import { statusName, versionName } from './cover.ts';
import { labelOf, timeOf } from './words.ts';

export function verification(
  input: ExportInput,
  attached: SnapshotFile,
  attachmentName: string,
  timezone: string,
): readonly Block[] {
  return [
    heading(1, 'Checking this copy'),
    ...facts('Identity of this copy', [
      ['Document', [input.document.reference, input.document.title].filter(Boolean).join(', ')],
      ['Document id', input.document.id],
      ['Version', `${versionName(input)}, ${statusName(input)}`],
      ['Content hash', input.content_hash ?? 'None: a working draft has no fixed content'],
      ['Sign-offs listed', String(input.signoffs.length)],
      ['Watermark', labelOf(input.watermark)],
      ['Printed', timeOf(input.printed_at, timezone)],
    ]),
    { kind: 'list', points: advice(input, attached, attachmentName).map((words) => point(words)) },
  ];
}

function advice(input: ExportInput, attached: SnapshotFile, attachmentName: string): readonly string[] {
  const current =
    'Compare the version and the content hash above with the current version in Sitefile before work starts. A superseded copy is not to be worked to.';
  if (input.format === 'docx')
    return [
      current,
      'This is an editable copy. The controlled record is the approved version in Sitefile and its PDF.',
    ];
  const same = attached.sha256 === input.content_hash;
  return [
    current,
    same
      ? `The file ${attachmentName} attached to this PDF is the approved content itself: its SHA-256 is the content hash above.`
      : `The file ${attachmentName} attached to this PDF is the content as printed. Its own hash is ${attached.sha256}.`,
    'A paper copy is uncontrolled: nothing on it changes when a new version is approved.',
  ];
}

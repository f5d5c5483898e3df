/** How a reader can check a printed or filed copy against the record. */
import type { ExportInput } from '../input.ts';
import type { AttachedFiles } from '../attached-file.ts';
import type { Block } from './blocks.ts';
import { cell, facts, heading, paragraph, point, text } from './make.ts';
import { statusName, versionName } from './cover.ts';
import { timeOf } from './words.ts';

export function verification(input: ExportInput, attached: AttachedFiles, timezone: string): readonly Block[] {
  return [
    heading(1, 'Checking this copy'),
    ...facts('Identity of this copy', [
      ['Document', [input.document.reference, input.document.title].filter(Boolean).join(', ')],
      ['Version', `${versionName(input)}, ${statusName(input)}`],
      ['Content hash', cell(text(input.content_hash ?? 'None: a working draft has no fixed content', 'fine'))],
      ['Sign-offs listed', input.include?.signoffs === false ? 'None in this copy' : String(input.signoffs.length)],
      ['Printed', timeOf(input.printed_at, timezone)],
    ]),
    { kind: 'list', points: advice(input, attached).map((words) => point(words)) },
  ];
}

function advice(input: ExportInput, { content, signoffs }: AttachedFiles): readonly string[] {
  const current =
    'Compare the version and the content hash above with the current version in Sitefile before work starts. A superseded copy is not to be worked to.';
  if (input.format === 'docx')
    return [
      current,
      'This is an editable copy. The controlled record is the approved version in Sitefile and its PDF.',
    ];
  const same = content.sha256 === input.content_hash;
  return [
    current,
    same
      ? `The file ${content.name} attached to this PDF is the approved content itself: its SHA-256 is the content hash above.`
      : `The file ${content.name} attached to this PDF is the content as printed. Its own hash is ${content.sha256}.`,
    ...(signoffs
      ? [
          `The file ${signoffs.name} attached to this PDF holds the sign-offs with every name as it was written. Its hash is ${signoffs.sha256}.`,
        ]
      : []),
    'A paper copy is uncontrolled: nothing on it changes when a new version is approved.',
  ];
}

/** The same in a few lines, for a form that is to fit its page. */
export function briefChecks(input: ExportInput, { content, signoffs }: AttachedFiles): readonly Block[] {
  const isPdf = input.format === 'pdf';
  return [
    heading(2, 'Checking this copy'),
    paragraph(
      'Compare the version and the content hash with Sitefile before work starts. A superseded copy is not to be worked to.',
    ),
    ...[
      `Content hash: ${input.content_hash ?? 'none, a working draft has no fixed content'}`,
      isPdf ? `Attached content: ${content.sha256}` : '',
      isPdf && signoffs ? `Attached sign-offs: ${signoffs.sha256}` : '',
    ].flatMap((words) => (words ? [paragraph(words, 'fine')] : [])),
  ];
}

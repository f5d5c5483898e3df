/** How a reader can check a printed or filed copy against the record. */
import type { ExportInput } from '../input.ts';
import type { AttachedFiles } from '../attached-file.ts';
import type { Block } from './blocks.ts';
import { checkOnline, compareBefore } from './check/code.ts';
import { dense, heading, paragraph, point } from './make.ts';
import { statusName, versionName } from './cover.ts';
import { timeOf } from './words.ts';

export function verification(input: ExportInput, attached: AttachedFiles, timezone: string): readonly Block[] {
  return [
    heading(1, 'Checking this copy'),
    ...dense([
      paragraph(`${identityOf(input, timezone)}.`),
      paragraph(`Content hash: ${input.content_hash ?? 'none, because a working draft has no fixed content'}`, 'fine'),
      ...checkOnline(input),
      { kind: 'list', points: advice(input, attached).map((words) => point(words)) },
    ]),
  ];
}

function identityOf(input: ExportInput, timezone: string): string {
  const { document, include, signoffs } = input;
  const listed = include?.signoffs === false ? 'no sign-offs in this copy' : `sign-offs listed: ${signoffs.length}`;
  return [
    ...[document.reference, document.title].filter(Boolean),
    versionName(input),
    statusName(input),
    `printed ${timeOf(input.printed_at, timezone)}`,
    listed,
  ].join(', ');
}

function advice(input: ExportInput, { content, signoffs }: AttachedFiles): readonly string[] {
  const current =
    'Compare version and hash with Sitefile before work starts. Paper does not change: never work to a superseded copy.';
  if (input.format === 'docx')
    return [
      current,
      'This is an editable copy. The controlled record is the approved version in Sitefile and its PDF.',
    ];
  const same = content.sha256 === input.content_hash;
  return [
    current,
    same
      ? `The attached file ${content.name} is the approved content itself: its SHA-256 is the content hash above.`
      : `The attached file ${content.name} is the content as printed. Its own hash is ${content.sha256}.`,
    ...(signoffs
      ? [
          `The attached file ${signoffs.name} holds the sign-offs with every name as it was written. Its hash is ${signoffs.sha256}.`,
        ]
      : []),
  ];
}

/** The same in a few lines, for a form that is to fit its page. */
export function briefChecks(input: ExportInput, { content, signoffs }: AttachedFiles): readonly Block[] {
  const isPdf = input.format === 'pdf';
  return [
    heading(2, 'Checking this copy'),
    paragraph(compareBefore(input)),
    ...[
      `Content hash: ${input.content_hash ?? 'none, a working draft has no fixed content'}`,
      isPdf ? `Attached content: ${content.sha256}` : '',
      isPdf && signoffs ? `Attached sign-offs: ${signoffs.sha256}` : '',
    ].flatMap((words) => (words ? [paragraph(words, 'fine')] : [])),
  ];
}

/** How a reader can check a printed or filed copy against the record. */
import type { ExportInput } from '../input.ts';
import type { AttachedFiles } from '../attached-file.ts';
import type { Block, Part } from './blocks.ts';
import { besideCode, compareBefore } from './check/code.ts';
import { dense, heading, paragraph, text } from './make.ts';
import { statusName, versionName } from './cover.ts';
import { timeOf } from './words.ts';

export function verification(input: ExportInput, attached: AttachedFiles, timezone: string): readonly Block[] {
  if (input.compared) return [];
  return [
    heading(1, 'Checking this copy'),
    ...dense(
      // In one box, which is not broken: the code beside the words.
      besideCode(input, 'How to check this copy', [
        text(`${identityOf(input, timezone)}.`),
        text(`Content hash: ${input.content_hash ?? 'none, because a working draft has no fixed content'}`, 'fine'),
        ...(input.format === 'pdf' ? attachedWords(input, attached) : [text(editable)]),
      ]),
    ),
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

const editable = 'This is an editable copy. The controlled record is the approved version in Sitefile and its PDF.';

function attachedWords(input: ExportInput, { content, signoffs }: AttachedFiles): readonly Part[] {
  const isContent = content.sha256 === input.content_hash;
  const what = isContent
    ? 'the approved content itself, whose SHA-256 is the content hash'
    : `the content as printed, ${content.sha256}`;
  return [
    text(`Attached ${content.name}: ${what}`, 'fine'),
    ...(signoffs
      ? [text(`Attached ${signoffs.name}: the sign-offs with every name as it was written, ${signoffs.sha256}`, 'fine')]
      : []),
  ];
}

/** The same in a few lines, for a form that is to fit its page. */
export function briefChecks(input: ExportInput, { content, signoffs }: AttachedFiles): readonly Block[] {
  const isPdf = input.format === 'pdf';
  if (input.compared) return [];
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

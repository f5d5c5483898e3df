/** What a form prints of a document, with its changes since an earlier approved version marked; a note at the head says how. */
import { dayIn } from '../../../../shared/base/day.ts';
import type { ComparedVersion } from '../../input.ts';
import type { Block, Part, Run } from '../blocks.ts';
import { point, text } from '../make.ts';
import { printedOf, type Form, type Printed } from '../printed.ts';
import { timeOf } from '../words.ts';
import { changedBlocks } from './blocks.ts';
import { changedRuns } from './runs.ts';

export function withChanges(form: Form, printed: Printed): readonly Block[] {
  const { input, attached } = printed;
  if (!input.compared) return form(printed);
  const { version: _version, approved_at: _approvedAt, title, reference, ...earlier } = input.compared;
  const document = { ...input.document, title, reference };
  return changedBlocks(form(printedOf({ ...input, ...earlier, document }, attached)), form(printed));
}

/** Below the title: against what, how it is marked, and where. */
export function withNote(blocks: readonly Block[], { input, timezone }: Printed): readonly Block[] {
  const [first, ...rest] = blocks;
  if (!input.compared || !first) return blocks;
  return [first, noteOf(input.compared, input.document, { timezone, changed: changedParts(blocks) }), ...rest];
}

const mostNamed = 12;

/** No version keeps them. */
const ofToday =
  'The details of the project, the site and other documents named here are those of today: what changed in them is not marked.';

function noteOf(
  compared: ComparedVersion,
  document: Printed['input']['document'],
  { timezone, changed }: { readonly timezone: string; readonly changed: readonly string[] },
): Block {
  const { version, approved_at: at } = compared;
  const day = timeOf(dayIn(at, timezone));
  const earlier = `version ${version}${day ? `, approved ${day}` : ''}`;
  const heads = [
    ...headLine('Title', compared.title, document.title),
    ...headLine('Reference', compared.reference ?? '', document.reference ?? ''),
  ];
  const isSame = changed.length === 0 && heads.length === 0;
  const key: readonly Run[] = [
    { text: `Changes against ${earlier}, are marked: ` },
    { text: 'crossed out', change: 'removed' },
    { text: ' = removed, ' },
    { text: 'underlined', change: 'added' },
    { text: ' = added.' },
  ];
  const named = changed.slice(0, mostNamed).join('; ');
  const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : '';
  return {
    kind: 'callout',
    dense: true,
    tone: 'notice',
    title: isSame ? `No changes since version ${version} are marked` : `Changes since version ${version}`,
    parts: [
      ...(isSame
        ? [text(ofToday), text(`Nothing else that is printed here differs from ${earlier}.`)]
        : [{ kind: 'text', runs: key, tone: 'normal' } as const]),
      ...heads,
      ...(named ? [text(`Changed parts: ${named}${more}.`)] : []),
      ...(isSame ? [] : [text(ofToday)]),
      text(
        'This copy is for comparison. It is not the controlled record: do not work to it, and nobody signs on it.',
        'strong',
      ),
    ],
  };
}

function headLine(name: string, was: string, is: string): readonly Part[] {
  if (was === is) return [];
  return [point([{ text: `${name}: `, bold: true }, ...changedRuns([{ text: was }], [{ text: is }])])];
}

/** Their headings, each once. */
function changedParts(blocks: readonly Block[]): readonly string[] {
  const found = new Set<string>();
  let name = 'The first page';
  let isInBody = false;
  for (const block of blocks) {
    if (block.kind === 'heading' && (block.level === 1 || !isInBody)) {
      name = block.text;
      isInBody ||= block.level === 1;
    }
    if (hasChange(block)) found.add(name);
  }
  return [...found];
}

function hasChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return 'change' in value || Object.values(value).some(hasChange);
}

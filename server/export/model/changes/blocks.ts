/** Two models of one form as one: the later, with what was added marked, and what was removed in its place. */
import type { Block, Change, Part, Run } from '../blocks.ts';
import { align, leastTheSame, likenessOf, type Alike, type Pair } from './align.ts';
import { addedPart, changedParts, partWords, removedPart } from './parts.ts';
import { allRuns, changedRuns, wordsOf } from './runs.ts';
import { changedTable, wholeTable } from './tables.ts';

/** A section, a sheet, or a part of the form with its heading. */
interface Group {
  readonly key: string;
  readonly name: string;
  readonly isRecord: boolean;
  readonly blocks: readonly Block[];
  /** What it says, apart from its number. */
  readonly words: string;
}

type Point = Extract<Part, { kind: 'point' }>;

export function changedBlocks(before: readonly Block[], after: readonly Block[]): readonly Block[] {
  const old = groupsOf(before);
  return align(old, groupsOf(after), byGroup).flatMap((pair) => changedGroup(pair, old));
}

const byGroup: Alike<Group> = {
  keyOf: ({ key }) => key,
  wordsOf: ({ key, isRecord, words }) => (isRecord ? words : key),
  alike: (was, is) => {
    const likeness = was.isRecord && is.isRecord ? likenessOf(was.words, is.words) : 0;
    return likeness >= leastTheSame ? likeness : 0;
  },
};

function groupsOf(blocks: readonly Block[]): readonly Group[] {
  const groups: { key: string; name: string; isRecord: boolean; blocks: Block[] }[] = [];
  let record: string | undefined;
  let turns: Block[] = []; // a page belongs to what follows it
  for (const block of blocks) {
    if (block.kind === 'page_break') {
      turns.push(block);
      continue;
    }
    const of = 'of' in block ? block.of : undefined;
    const isHeading = block.kind === 'heading' && block.level === 1;
    const begins = groups.length === 0 || of !== record || (isHeading && of === undefined);
    const name = block.kind === 'heading' ? blockWords(block) : 'the beginning';
    const isRecord = of !== undefined;
    if (begins) groups.push({ key: isRecord ? `record ${of}` : `part ${name}`, name, isRecord, blocks: [] });
    groups.at(-1)?.blocks.push(...turns, block);
    [record, turns] = [of, []];
  }
  groups.at(-1)?.blocks.push(...turns);
  return groups.map((group) => ({ ...group, words: group.blocks.map(blockWords).join('\n') }));
}

function changedGroup({ was, is, isMoved }: Pair<Group>, old: readonly Group[]): readonly Block[] {
  if (!is) return was ? was.blocks.flatMap((block) => wholeBlock(block, 'removed')) : [];
  if (!was) return is.blocks.flatMap((block) => wholeBlock(block, 'added'));
  const blocks = align(was.blocks, is.blocks, byBlock).flatMap((pair) => changedBlock(pair));
  return isMoved ? withMoved(blocks, old[old.indexOf(was) - 1]?.name) : blocks;
}

/** @param follows the name of what it came after */
function withMoved(blocks: readonly Block[], follows: string | undefined): readonly Block[] {
  const at = blocks.findIndex(({ kind }) => kind === 'heading') + 1;
  const words = follows === undefined ? 'Moved: it came first' : `Moved: it came after “${follows}”`;
  const said: Block = { kind: 'paragraph', runs: [{ text: words, change: 'added' }], tone: 'normal' };
  return [...blocks.slice(0, at), said, ...blocks.slice(at)];
}

const byBlock: Alike<Block> = {
  keyOf: () => undefined,
  wordsOf: (block) => `${block.kind} ${blockWords(block)}`,
  alike: (was, is) => {
    if (was.kind !== is.kind) return 0;
    if (was.kind === 'table' && is.kind === 'table' && was.summary === is.summary) return 1;
    if (was.kind === 'heading' && is.kind === 'heading' && was.level === 1 && is.level === 1) return 1;
    const likeness = likenessOf(blockWords(was), blockWords(is));
    return was.kind === 'paragraph' || was.kind === 'heading' ? likeness : 0.5 + likeness / 2;
  },
};

function blockWords(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.text.slice(block.counted?.length ?? 0);
    case 'paragraph':
      return wordsOf(block.runs);
    case 'list':
      return block.points.map(partWords).join('\n');
    case 'callout':
      return [block.title, ...block.parts.map(partWords)].join('\n');
    case 'table':
      return block.rows
        .map(({ cells }) => cells.map(({ parts }) => parts.map(partWords).join('\n')).join('\u0000'))
        .join('\u0000\u0000');
    case 'title':
    case 'page_break':
    case 'annex_page':
    case 'contents':
      return '';
  }
}

function changedBlock({ was, is }: Pair<Block>): readonly Block[] {
  if (!was || !is) return was ? wholeBlock(was, 'removed') : is ? wholeBlock(is, 'added') : [];
  if (is.kind === 'heading' && was.kind === 'heading') return [changedHeading(was, is)];
  if (is.kind === 'paragraph' && was.kind === 'paragraph') return [{ ...is, runs: changedRuns(was.runs, is.runs) }];
  if (is.kind === 'list' && was.kind === 'list')
    return [{ ...is, points: changedParts(was.points, is.points).filter(isPoint) }];
  if (is.kind === 'table' && was.kind === 'table') return [changedTable(was, is)];
  if (is.kind === 'callout' && was.kind === 'callout')
    return [
      ...(was.title === is.title
        ? []
        : [{ kind: 'paragraph', runs: changedRuns(titleOf(was), titleOf(is)), tone: 'normal' } as const]),
      { ...is, parts: changedParts(was.parts, is.parts) },
    ];
  return [is];
}

type Heading = Extract<Block, { kind: 'heading' }>;

/** What its place gave it, such as its number, is no change. */
function changedHeading(was: Heading, is: Heading): Heading {
  const [old, fresh] = [blockWords(was), blockWords(is)];
  if (old === fresh) return is;
  const number = is.counted ? [{ text: is.counted }] : [];
  return { ...is, runs: [...number, ...changedRuns([{ text: old }], [{ text: fresh }])] };
}

function titleOf({ title }: Extract<Block, { kind: 'callout' }>): readonly Run[] {
  return [{ text: title }];
}

function wholeBlock(block: Block, change: Change): readonly Block[] {
  const parts = change === 'added' ? addedPart : removedPart;
  switch (block.kind) {
    case 'heading': {
      const text = change === 'removed' ? `Removed: ${block.text}` : block.text;
      return [{ ...block, text, runs: allRuns([{ text: block.text }], change) }];
    }
    case 'paragraph':
      return [{ ...block, runs: allRuns(block.runs, change) }];
    case 'list':
      return [{ ...block, points: block.points.flatMap(parts).filter(isPoint) }];
    case 'table':
      return [wholeTable(block, change)];
    case 'callout':
      return [
        { kind: 'paragraph', runs: allRuns(titleOf(block), change), tone: 'strong' },
        { ...block, parts: block.parts.flatMap(parts) },
      ];
    case 'title':
    case 'page_break':
    case 'annex_page':
    case 'contents':
      return [block];
  }
}

function isPoint(part: Part): part is Point {
  return part.kind === 'point';
}

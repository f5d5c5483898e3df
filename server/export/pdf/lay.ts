/** Measures each block once: its height to keep with a heading, and how to draw it. */
import type { Block } from '../model/blocks.ts';
import { isIntroduction } from '../model/introduction.ts';
import { layCallout } from './callout.ts';
import { layContents } from './contents.ts';
import type { Flow } from './flow.ts';
import { layHeading } from './heading.ts';
import type { Laid } from './laid.ts';
import { layAnnexPage } from './marks/annex-page.ts';
import type { Measure } from './text/measure.ts';
import { layList, layParagraph } from './prose.ts';
import { layTable } from './table.ts';
import { layTitle } from './title.ts';

/** From the last block to the first, because a heading stays with what follows it. */
export function layAll(blocks: readonly Block[], measure: Measure): readonly Laid[] {
  const mainHeadings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 1 ? [block.text] : []));
  const upwards = blocks.reduceRight<Laid[]>((laid, block, i) => {
    laid.push(lay(block, laid.at(-1)?.lead ?? 0, { before: blocks[i - 1], after: blocks[i + 1] }));
    return laid;
  }, []);
  return upwards.toReversed();

  function lay(block: Block, next: number, { before, after }: Neighbours): Laid {
    switch (block.kind) {
      case 'title':
        return layTitle(block, measure);
      case 'heading':
        return layHeading(block, next, measure);
      case 'paragraph':
        return layParagraph(block, isKept(block, before, after) ? next : 0, measure);
      case 'list':
        return layList(block, measure);
      case 'callout':
        return layCallout(block, measure);
      case 'contents':
        return layContents(mainHeadings);
      case 'page_break':
        return { lead: 0, draw: block.isEnd ? endDocument : turnPage };
      case 'annex_page':
        return layAnnexPage(block, measure);
      case 'table':
        return layTable(block, measure);
    }
  }
}

interface Neighbours {
  readonly before: Block | undefined;
  readonly after: Block | undefined;
}

/** On the page of what follows it. */
function isKept(block: Block, before: Block | undefined, after: Block | undefined): boolean {
  return after?.kind === 'table' || isIntroduction(before, after) || isFirstLine(block, before, after);
}

/** Of several of fine print, below their heading: it is not alone with the heading at the foot of a page. */
function isFirstLine(block: Block, before: Block | undefined, after: Block | undefined): boolean {
  return before?.kind === 'heading' && isFine(block) && after !== undefined && isFine(after);
}

function isFine(block: Block): boolean {
  return block.kind === 'paragraph' && block.tone === 'fine';
}

/** The annexes follow. */
function endDocument(flow: Flow): void {
  flow.left ??= flow.remaining();
  turnPage(flow);
}

/** Not at the top of a page. */
function turnPage(flow: Flow): void {
  if (flow.atTop()) return;
  flow.mostLeft = Math.max(flow.mostLeft, flow.remaining());
  flow.newPage();
}

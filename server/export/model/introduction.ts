/** A paragraph between the heading of a part and the first heading within it: it is not alone with the one above it at the foot of a page. */
import type { Block } from './blocks.ts';

export function isIntroduction(before: Block | undefined, after: Block | undefined): boolean {
  return before?.kind === 'heading' && after?.kind === 'heading' && after.level > before.level;
}

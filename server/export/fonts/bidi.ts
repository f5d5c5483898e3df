/** The Unicode bidirectional algorithm (UAX 9), by bidi-js: levels of a paragraph, and the visual order of a line. */
import bidiFactory from 'bidi-js';
import { hasRightToLeft } from './isolation.ts';

// At run time the default import is the factory; its types describe a module around it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** The embedding level of each UTF-16 unit, odd from right to left; null where all of the paragraph runs from left to right. */
export function levelsOf(paragraph: string): Uint8Array | null {
  return hasRightToLeft(paragraph) ? bidi.getEmbeddingLevels(paragraph).levels : null;
}

/** Rule L2: from the highest level to the lowest odd one, each sequence at that level or above is reversed. */
export function inVisualOrder<Item extends { readonly level: number }>(items: readonly Item[]): readonly Item[] {
  const highest = Math.max(0, ...items.map(({ level }) => level));
  let ordered = [...items];
  for (let level = highest; level > 0; level -= 1) {
    const next: Item[] = [];
    let sequence: Item[] = [];
    for (const item of ordered) {
      if (item.level >= level) sequence.push(item);
      else {
        next.push(...sequence.toReversed(), item);
        sequence = [];
      }
    }
    ordered = [...next, ...sequence.toReversed()];
  }
  return ordered;
}

const fromRightMark = '\u200f';

/** Letters by which fontkit knows the direction; an Arabic comma alone is not enough. */
const telling = /[\p{Script=Arab}\p{Script=Hebr}]/u;

/** The text of a right-to-left run, marked where its characters do not tell by themselves. */
export function fromRight(text: string): string {
  return telling.test(text) ? text : `${fromRightMark}${text}`;
}

/** How to shape a text: fontkit sets right-to-left letters from the right by itself, and everything else as it is. */
export function asShaped(text: string): { readonly drawn: string; readonly isFromRight: boolean } {
  if (telling.test(text)) return { drawn: mirrored(text), isFromRight: true };
  if (!text.startsWith(fromRightMark)) return { drawn: text, isFromRight: false };
  return {
    drawn: Array.from(mirrored(text.slice(1)))
      .toReversed()
      .join(''),
    isFromRight: true,
  };
}

/** Rule L4: brackets and the like of a right-to-left run as they are drawn. Mirrored twice, a text is as before. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

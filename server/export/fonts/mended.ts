/** Three faults of fontkit 2.0.4 that would show in print, mended on each font that is opened. */
import type { Font, Glyph, Subset } from 'fontkit';

interface AnchorProcessor {
  applyAnchor?: (mark: unknown, base: unknown, ...rest: unknown[]) => void;
}

/** Members that fontkit's types do not show; each is optional here. */
interface Inner {
  readonly _layoutEngine?: {
    readonly engine?: { readonly GPOSProcessor?: AnchorProcessor };
    hideDefaultIgnorables?: () => void;
  };
}

export function mend(font: Font): void {
  font.layout('a'); // makes the engine
  const getGlyph = font.getGlyph.bind(font);
  // A glyph keeps the characters that it was first asked for; each use is given its own.
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id);
    if (!glyph || !codePoints) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph; // a glyph with a member of its own
  };
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name
  const engine = (font as unknown as Inner)._layoutEngine;
  if (!engine) return;
  // Joiners would become spaces in extracted text; Face draws nothing for them.
  engine.hideDefaultIgnorables = () => undefined;
  skipNullAnchors(engine.engine?.GPOSProcessor);
}

/** Indic fonts hold NULL anchors (foliojs/fontkit#367): a mark without an anchor stays where it is. */
function skipNullAnchors(processor: AnchorProcessor | undefined): void {
  const applyAnchor = processor?.applyAnchor?.bind(processor);
  if (!processor || !applyAnchor) return;
  processor.applyAnchor = (mark, base, ...rest) => {
    if (mark != null && base != null) applyAnchor(mark, base, ...rest);
  };
}

/** A glyph and the characters it was drawn for; `key` is the same where both are. */
export interface GlyphMeaning {
  readonly glyph: number;
  readonly key: string;
}

interface InnerSubset {
  readonly glyphs: number[];
  includeGlyph(glyph: number | GlyphMeaning): number;
}

/** The glyphs of one PDF, one entry for each meaning: pdfkit gives an entry one text, and some characters share a glyph. */
export function subsetByMeaning(font: Font): Subset {
  const subset = font.createSubset();
  // pdfkit and fontkit number the glyphs; the rest of the subset is fontkit's own.
  const inner = subset as unknown as InnerSubset;
  const includeNumber = inner.includeGlyph.bind(inner);
  const entries = new Map<string, number>();
  inner.includeGlyph = (wanted) => {
    if (typeof wanted === 'number') return includeNumber(wanted);
    const known = entries.get(wanted.key);
    if (known !== undefined) return known;
    const entry = inner.glyphs.push(wanted.glyph) - 1;
    entries.set(wanted.key, entry);
    return entry;
  };
  return subset;
}

/**
 * The typefaces of a PDF: Inter (Latin, Cyrillic, Greek, Vietnamese) and Noto Sans Gurmukhi, both under the SIL Open Font
 * License, from npm packages, so no network is needed. Parsed once per thread; pdfkit embeds the glyphs in use.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export interface Face {
  readonly name: string;
  readonly font: Font;
}

/** In fallback order. */
export interface Faces {
  readonly regular: readonly [Face, ...Face[]];
  readonly bold: readonly [Face, ...Face[]];
}

const require = createRequire(import.meta.url);
let parsed: Faces | undefined;

export function openFaces(): Faces {
  parsed ??= {
    regular: [
      face('Inter', require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
      face(
        'Gurmukhi',
        require.resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
      ),
    ],
    bold: [
      face('Inter-Bold', require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
      face(
        'Gurmukhi-Bold',
        require.resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf'),
      ),
    ],
  };
  return parsed;
}

function face(name: string, file: string): Face {
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts, not one font`);
  withNullAnchors(font);
  return { name, font };
}

interface AnchorProcessor {
  applyAnchor?: (mark: unknown, base: unknown, ...rest: unknown[]) => void;
}

/** fontkit 2.0.4 fails on the NULL anchors that Indic fonts hold (foliojs/fontkit#367): a mark without an anchor stays where it is. */
function withNullAnchors(font: Font): void {
  font.layout('a'); // makes the engine
  // fontkit keeps the processor behind private members that its types do not show; each is optional here.
  const engine = font as unknown as { _layoutEngine?: { engine?: { GPOSProcessor?: AnchorProcessor } } };
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name
  const processor = engine._layoutEngine?.engine?.GPOSProcessor;
  const applyAnchor = processor?.applyAnchor?.bind(processor);
  if (!processor || !applyAnchor) return;
  processor.applyAnchor = (mark, base, ...rest) => {
    if (mark != null && base != null) applyAnchor(mark, base, ...rest);
  };
}

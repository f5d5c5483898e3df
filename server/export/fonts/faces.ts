/**
 * The typefaces of a document: Inter for Latin, Cyrillic and Greek, and Noto Sans for the other scripts, all under the SIL Open Font
 * License and from npm packages, so no network is needed. A file is opened when a text needs it, and stays open in its thread.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Face } from './face.ts';
import { fileFor, type FontFile } from './scripts.ts';

interface Weights {
  readonly regular: Face;
  readonly bold: Face;
}

const require = createRequire(import.meta.url);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Inter has these, and most texts hold nothing else. */
const plain = /^[\n\u0020-\u024f\u0370-\u0373\u0386-\u03ce\u0400-\u045f\u2010-\u201e\u2022\u2026]*$/;

/** Files of other scripts kept open, at 1 to 3 MB each. */
const mostOpen = 60;
const open = new Map<string, Promise<Weights>>();
let inter: Weights | undefined;

export class Faces {
  readonly base: Weights;
  readonly #others: ReadonlyMap<string, Weights>;

  constructor(base: Weights, others: ReadonlyMap<string, Weights>) {
    this.base = base;
    this.#others = others;
  }

  all(): readonly Face[] {
    return [this.base, ...this.#others.values()].flatMap(({ regular, bold }) => [regular, bold]);
  }

  /** The face that has all of `cluster`, a part of `word`; null where none has. */
  faceOf(cluster: string, word: string, bold: boolean): Face | null {
    if (this.base.regular.covers(cluster)) return bold ? this.base.bold : this.base.regular;
    const weights = this.#others.get(fileFor(cluster, word)?.name ?? '');
    if (!weights?.regular.covers(cluster)) return null;
    return bold ? weights.bold : weights.regular;
  }
}

/** What a reader sees as one character, which one face must draw. */
export function* clustersOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** Opens what these texts need. */
export async function openFaces(texts: Iterable<string>): Promise<Faces> {
  inter ??= {
    regular: interFace('Inter', require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    bold: interFace('Inter-Bold', require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
  };
  const wanted = new Map<string, FontFile>();
  for (const text of texts)
    for (const word of text.split(/\s+/)) {
      if (isPlain(word)) continue;
      for (const cluster of clustersOf(word)) {
        const file = inter.regular.covers(cluster) ? null : fileFor(cluster, word);
        if (file) wanted.set(file.name, file);
      }
    }
  if (open.size + wanted.size > mostOpen) open.clear();
  const others = await Promise.all(
    Array.from(wanted.values(), async (file) => {
      const weights = open.get(file.name) ?? weightsOf(file);
      open.set(file.name, weights);
      return [file.name, await weights] as const;
    }),
  );
  return new Faces(inter, new Map(others));
}

/** Inter's contextual alternates would print `2400x1200` as `2400×1200` and `->` as an arrow: not what was written. */
function interFace(name: string, file: string): Face {
  return new Face(name, readFileSync(file), { features: { calt: false } });
}

/** The files are variable and compressed, which fontkit cannot embed; HarfBuzz makes plain fonts of them. */
async function weightsOf({ name, path, reorders }: FontFile): Promise<Weights> {
  const { default: subsetFont } = await import('subset-font');
  const bytes = await readFile(path);
  const weight = (wght: number): Promise<Buffer> =>
    subsetFont(bytes, '', { targetFormat: 'sfnt', keepAllGlyphs: true, noHinting: true, variationAxes: { wght } });
  return {
    regular: new Face(name, await weight(400), { reorders }),
    bold: new Face(`${name}-bold`, await weight(700), { reorders }),
  };
}

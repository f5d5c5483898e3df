/**
 * Which file of which Noto package prints a character. A package holds its script in one file; Chinese, Japanese and Korean are
 * sliced into about a hundred. Its `unicode.json` says which characters are in which file.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const scripts: readonly (readonly [name: string, characters: RegExp])[] = [
  ['arabic', /\p{scx=Arab}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['devanagari', /\p{scx=Deva}/u],
  ['bengali', /\p{scx=Beng}/u],
  ['gurmukhi', /\p{scx=Guru}/u],
  ['gujarati', /\p{scx=Gujr}/u],
  ['tamil', /\p{scx=Taml}/u],
  ['telugu', /\p{scx=Telu}/u],
  ['kannada', /\p{scx=Knda}/u],
  ['malayalam', /\p{scx=Mlym}/u],
  ['sinhala', /\p{scx=Sinh}/u],
  ['thai', /\p{scx=Thai}/u],
  ['lao', /\p{scx=Laoo}/u],
  ['khmer', /\p{scx=Khmr}/u],
  ['myanmar', /\p{scx=Mymr}/u],
  ['georgian', /\p{scx=Geor}/u],
  ['armenian', /\p{scx=Armn}/u],
  ['ethiopic', /\p{scx=Ethi}/u],
];

const eastAsian = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\uff00-\uffef]/u;
const kana = /[\p{Script=Hira}\p{Script=Kana}]/u;
const hangul = /\p{Script=Hang}/u;

/** Scripts whose vowel signs may be drawn before the consonant that they follow, so that glyphs are not in reading order. */
const reordered: ReadonlySet<string> = new Set(
  'devanagari bengali gurmukhi gujarati tamil telugu kannada malayalam sinhala khmer myanmar'.split(' '),
);

/** Whether a line may break before the character: Chinese and Japanese have no spaces, but a line does not begin with a comma. */
export function breaksAnywhere(cluster: string): boolean {
  return eastAsian.test(cluster) && !hangul.test(cluster) && /\p{L}/u.test(cluster);
}

export interface FontFile {
  readonly name: string;
  readonly path: string;
  readonly reorders: boolean;
}

/** The file that holds the characters of `cluster`. Kana or Hangul in the same word says which shapes Han characters take. */
export function fileFor(cluster: string, word: string): FontFile | null {
  const names = scripts.flatMap(([name, characters]) => (characters.test(cluster) ? [name] : []));
  if (eastAsian.test(cluster))
    names.push(...(kana.test(word) ? ['jp', 'sc', 'kr'] : hangul.test(word) ? ['kr', 'sc', 'jp'] : ['sc', 'jp', 'kr']));
  const first = cluster.codePointAt(0) ?? 0;
  for (const name of names) {
    const slice = slicesOf(name).find(({ ranges }) => ranges.some(([from, to]) => first >= from && first <= to));
    if (slice) return slice.file;
  }
  return null;
}

interface Slice {
  readonly file: FontFile;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const read = new Map<string, readonly Slice[]>();

function slicesOf(name: string): readonly Slice[] {
  const known = read.get(name);
  if (known) return known;
  const packageName = `@fontsource-variable/noto-sans-${name}`;
  // The file is part of the package and holds ranges such as "U+600-6FF,U+750" by slice.
  const listed = JSON.parse(readFileSync(require.resolve(`${packageName}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const slices = Object.entries(listed).map(([slice, ranges]): Slice => {
    const base = `noto-sans-${name}-${slice.replace(/[[\]]/g, '')}`;
    const path = require.resolve(`${packageName}/files/${base}-wght-normal.woff2`);
    return { file: { name: base, path, reorders: reordered.has(name) }, ranges: ranges.split(',').map(rangeOf) };
  });
  read.set(name, slices);
  return slices;
}

function rangeOf(range: string): readonly [number, number] {
  const [from = '', to = from] = range.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

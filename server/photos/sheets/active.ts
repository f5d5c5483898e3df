/**
 * Whether a PDF carries what is more than pages: a script, a start of a program, a form, film or model with scripts of its own, an action that
 * sends or fetches. The names are looked for in the whole file and in its object streams (ISO 32000-1, 7.5.7), also where letters are written
 * as `#4a`. Links and enclosed files stay: suppliers use both, and a viewer asks before it opens one.
 */
import { inflateSync } from 'node:zlib';

const scripts = ['JavaScript', 'OnInstantiate', 'XFA'] as const;
const films = ['Rendition', 'RichMedia', 'Movie', 'Sound', '3D'] as const;
const actions = ['Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'] as const;

/** Of all object streams of a file together. */
const mostBytes = 64 * 1024 * 1024;

/** Of an object stream, in bytes; looking further back for each stream would take the square of their number. */
const longestDictionary = 1024;

const active = named(...scripts, ...films, ...actions);
const objectStream = named('ObjStm');
const filter = named('Filter', 'DecodeParms');
/** The plainest writing, and how everybody writes it. */
const deflated = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/;

/** Null where an object stream cannot be read, or is written so that it is not recognised as one: then nobody knows. */
export function isActive(bytes: Buffer): boolean | null {
  const text = bytes.toString('latin1');
  if (countOf(active, text) > 0) return true;
  let left = mostBytes;
  let unread = countOf(objectStream, text);
  for (const { index, 0: mark } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const before = text.slice(Math.max(0, index - longestDictionary), index);
    const dictionary = before.slice(Math.max(0, before.lastIndexOf('obj')));
    if (countOf(objectStream, dictionary) !== 1) continue;
    if (countOf(filter, dictionary) !== 1 || !deflated.test(dictionary)) return null;
    const content = inflated(bytes.subarray(index + mark.length), left);
    if (content === null) return null;
    left -= content.length;
    unread -= 1;
    if (countOf(active, content.toString('latin1')) > 0) return true;
  }
  return unread === 0 ? false : null;
}

function countOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].length;
}

function inflated(bytes: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch {
    return null;
  }
}

/** Any of these names of PDF. */
function named(...names: readonly string[]): RegExp {
  return new RegExp(`/(?:${names.map(escapable).join('|')})(?![A-Za-z0-9_#])`, 'g');
}

/** Each letter as it is or by its code: `J` is `#4A` or `#4a` too. */
function escapable(name: string): string {
  return [...name]
    .map((letter) => {
      const code = (letter.codePointAt(0) ?? 0).toString(16);
      return `(?:${letter}|#${[...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`;
    })
    .join('');
}

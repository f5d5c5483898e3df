/**
 * Whether a PDF carries what is more than pages: a script, a start of a program, a form or film with scripts of its own. The names are looked
 * for in the whole file and in its object streams (ISO 32000-1, 7.5.7), also where letters are written as `#4a`.
 */
import { inflateSync } from 'node:zlib';

const names = ['JavaScript', 'Launch', 'Rendition', 'RichMedia', 'XFA'] as const;

/** Of all object streams of a file together. */
const mostBytes = 64 * 1024 * 1024;

const active = new RegExp(`/(?:${names.map(escapable).join('|')})(?![A-Za-z0-9_#])`);
const objectStream = new RegExp(`/${escapable('ObjStm')}(?![A-Za-z0-9_#])`);
const filtered = new RegExp(`/${escapable('FlateDecode')}(?![A-Za-z0-9_#])`);
const predicted = new RegExp(`/${escapable('DecodeParms')}(?![A-Za-z0-9_#])`);

/** Null where an object stream cannot be read, so that nobody knows. */
export function isActive(bytes: Buffer): boolean | null {
  const text = bytes.toString('latin1');
  if (active.test(text)) return true;
  let left = mostBytes;
  for (const { index, 0: mark } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const dictionary = text.slice(Math.max(0, text.lastIndexOf('obj', index - 3)), index);
    if (!objectStream.test(dictionary)) continue;
    if (!filtered.test(dictionary) || predicted.test(dictionary)) return null;
    const content = inflated(bytes.subarray(index + mark.length), left);
    if (content === null) return null;
    left -= content.length;
    if (active.test(content.toString('latin1'))) return true;
  }
  return false;
}

function inflated(bytes: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch {
    return null;
  }
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

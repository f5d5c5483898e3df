/**
 * Sanitises every string of an export, in one place, so that it can be drawn and is legal in XML and PDF.
 * Any field may hold hostile text; what is removed has no printed form.
 */
import { isolated } from './fonts/isolation.ts';
import type { ExportInput } from './input.ts';
import type { ReportInput } from './report-input.ts';

/** C0 and C1 controls but tab and line feed, bidirectional overrides and isolates, byte order marks. */
// oxlint-disable-next-line no-control-regex -- controls are what is being removed
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Line terminators of all standards. */
// oxlint-disable-next-line no-control-regex -- two of them are controls
const lineEnds = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;

/** Code points that are never characters: U+FFFE, U+FFFF and their like in each plane, U+FDD0 to U+FDEF. */
const noncharacters = /\p{Noncharacter_Code_Point}/gu;

/** Marks pile up above their letter, over the lines above it. No language needs this many on one letter. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/** ASCII without controls: as most texts are. */
const plain = /^[\n\u0020-\u007e]*$/;

/** NFC, well-formed, line feeds only; a lone surrogate or a noncharacter becomes U+FFFD. */
function printable(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replace(unprintable, '')
    .replace(noncharacters, '\ufffd')
    .replace(tooManyMarks, '$1\ufffd')
    .normalize('NFC');
}

/** The same for one text that is no part of the input. */
export function printableText(text: string): string {
  return isolated(printable(text));
}

/** The input with every string in it printable, names of members included. */
export function printableInput<Input extends ExportInput | ReportInput>(input: Input): Input {
  // Rebuilding keeps every member and its type; only the characters within strings change.
  return rebuild(input) as Input;
}

function rebuild(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value);
  if (Array.isArray(value)) return value.map(rebuild);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [printable(key), rebuild(member)]));
}

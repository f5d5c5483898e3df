/** How names of people are compared. */
import { withoutMarks } from '../base/visible-text.ts';

/** As names are compared: spacing, letter case, Unicode form, how an apostrophe or a hyphen is typed, and what no font draws do not matter. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toUpperCase() // ß and ı have a capital only
    .toLowerCase()
    .replaceAll('i\u0307', 'i'); // of İ
}

/** Characters of a name that is typed in place of a signature. */
export const mostTyped = 200;

/** Whether what somebody typed has a word of this name: one name of theirs is enough, as is an initial beside it. A dash is none. */
export function isNameOf(typed: string, name: string): boolean {
  const words = wordsOf(typed);
  return foldedName(typed) === foldedName(name) || wordsOf(name).some((word) => words.includes(word));
}

function wordsOf(name: string): readonly string[] {
  return foldedName(withoutMarks(name, ' '))
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

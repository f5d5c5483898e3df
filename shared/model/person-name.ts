/** Names of people as they are compared: spacing, letter case, Unicode form, how an apostrophe or a hyphen is typed, and what no font draws do not matter. */
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

/** Whether what somebody typed has a word of this name: one name of theirs is enough, as is an initial beside it. */
export function isNameOf(typed: string, name: string): boolean {
  const words = foldedName(typed).split(' ');
  return foldedName(name)
    .split(' ')
    .some((word) => words.includes(word));
}

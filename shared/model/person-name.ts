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

/** Names of people as they are compared: spacing, letter case, Unicode form and what no font draws do not matter. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

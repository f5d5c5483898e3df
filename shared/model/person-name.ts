/** Names of people as they are compared: spacing, letter case and Unicode form do not matter. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

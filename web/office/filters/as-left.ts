/** The lists of this tab as they were shown last: what each was narrowed by, for the way back from one of its rows. */

/** What follows the path in the address, by the path of the list. */
const queries = new Map<string, string>();

export function noteShown({ pathname, search }: URL): void {
  queries.set(pathname, search);
}

export function asLeft(path: string): string {
  return path + (queries.get(path) ?? '');
}

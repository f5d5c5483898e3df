/** Addresses of what is read of a document. A reader keeps their name from screen to screen. */

export interface ReadOf {
  readonly document: string;
  /** As addresses name them; empty = nobody in particular. */
  readonly person: string;
}

/** Below /field. `entry` = what of the part is shown first. */
export function readingPath({ document, person }: ReadOf, part: string, entry = ''): string {
  if (person !== '') return `/d/${document}/${part}/${entry}/${person}`;
  return [`/d/${document}`, part === 'card' ? '' : part, entry].filter(Boolean).join('/');
}

/** Below /field: where the reader signs. */
export function signPath({ document, person }: ReadOf): string {
  return `/d/${document}/brief/sign/${person}`;
}

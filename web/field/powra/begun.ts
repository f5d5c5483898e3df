/** Which point of work checks were begun on this tablet, and under which keys their answers are kept. */
import { keysKept, readKept } from '../base/kept.ts';
import { localDay } from '../base/talk.ts';

export const checkPrefix = 'powra ';

/** Keys of the checks that were begun on this tablet. */
export function checksBegun(): Promise<readonly string[]> {
  return keysKept(checkPrefix);
}

/** Of which documents a check was begun today. */
export async function checksToday(now: number): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const key of await checksBegun())
    if (isOfToday(await readKept(key), now)) documents.push(key.slice(checkPrefix.length));
  return documents;
}

/** Nothing is copied from another day. */
export function isOfToday<Kept extends { readonly startedAt: string }>(
  kept: Kept | undefined,
  now: number,
): kept is Kept {
  return kept !== undefined && localDay(Date.parse(kept.startedAt)) === localDay(now);
}

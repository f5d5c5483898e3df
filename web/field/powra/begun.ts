/** Which point of work checks were begun on this tablet, and under which keys their answers are kept. */
import { keysKept, readKept } from '../base/kept.ts';
import { localDay } from '../base/talk.ts';

export const checkPrefix = 'powra ';

/** Keys of the checks that were begun on this tablet. */
export function checksBegun(): Promise<readonly string[]> {
  return keysKept(checkPrefix);
}

/** Of which documents a check is under way. */
export async function checksUnderWay(now: number): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const key of await checksBegun())
    if (isUnderWay(await readKept(key), now)) documents.push(key.slice(checkPrefix.length));
  return documents;
}

/** Nothing is copied from another day, and nothing that was decided is forgotten before it is recorded. */
export function isUnderWay<Kept extends { readonly startedAt: string; readonly recording?: unknown }>(
  kept: Kept | undefined,
  now: number,
): kept is Kept {
  return kept !== undefined && (!!kept.recording || localDay(Date.parse(kept.startedAt)) === localDay(now));
}

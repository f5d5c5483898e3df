/** Which point of work checks are on this tablet, and under which keys they are kept: one under way by its work, one decided by itself. */
import { keysKept, readKept } from '../base/kept.ts';
import { localDay } from '../base/talk.ts';

export const checkPrefix = 'powra ';
export const decidedPrefix = 'decided powra ';

/** Of which documents a check was begun today. */
export async function checksToday(now: number): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const key of await keysKept(checkPrefix))
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

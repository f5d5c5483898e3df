/**
 * The largest content that is submitted or copied (contract, Security, HR74). A version is hashed, compared, printed and signed as a whole, in one turn of
 * the server, during which it answers nobody.
 */
import { Problem } from '../../../model/problem.ts';
import type { StoredRecord } from '../../../model/record.ts';
import { entryResources } from '../../entry-kinds.ts';

/** Characters of the entries as JSON: about 600 pages, or 12,000 controls. */
export const mostContent = 3_000_000;

/** Throws `conflict`. @param children the live entries of a kind */
export function requireSize(children: (kind: string) => readonly StoredRecord[]): void {
  let size = 0;
  for (const { kind } of Object.values(entryResources))
    for (const { body } of children(kind)) size += JSON.stringify(body).length;
  if (size <= mostContent) return;
  throw new Problem(
    'conflict',
    `A document can be submitted or copied with up to ${mostContent} characters in its entries; this one has ${size}. Split it.`,
    { members: { size, limit: mostContent } },
  );
}

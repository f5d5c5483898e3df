/** Compares the sign-offs of all documents with their hashes, document after document, so that no more than one register is held at a time. */
import { everyRow } from '../../base/every-row.ts';
import { rest } from '../../base/server.ts';
import { compareAll, nothingVerified, together, type Verified } from './compare-all.ts';
import type { Signoff } from './signed.ts';
import { readComparison } from './use-comparison.ts';

/** `of` = documents. */
export interface DocumentsVerified {
  readonly done: number;
  readonly of: number;
  readonly signoffs: number;
}

/** From so many documents on there is a pause after each, so that the reads of a minute last for the other pages too. */
const unpaced = 100;
const paceMs = 300;

/** `goesOn` is told how far it is; false = it is not wanted any more. */
export async function verifyDocuments(goesOn: (so: DocumentsVerified) => boolean): Promise<Verified> {
  const { data: documents } = await everyRow((query) => rest.listDocuments({ query }));
  let found = nothingVerified;
  let signoffs = 0;
  for (const [done, { id }] of documents.entries()) {
    if (!goesOn({ done, of: documents.length, signoffs })) return found;
    const { data } = await everyRow((query) =>
      rest.listSignoffs({ document: id, query: { ...query, per_page: String(query.per_page) } }),
    );
    if (data.length > 0) {
      const hrefOf = (signoff: Signoff): string => `/office/documents/${id}/signoffs?signoff=${signoff.id}`;
      const before = signoffs;
      const compare = await readComparison(id);
      const more = await compareAll(data, compare, hrefOf, (compared) =>
        goesOn({ done, of: documents.length, signoffs: before + compared }),
      );
      found = together(found, more);
      signoffs += data.length;
    }
    if (documents.length > unpaced) await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  return found;
}

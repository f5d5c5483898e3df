/** Sends documents to the database, and what is too large for it in smaller parts. */
import type PouchDB from 'pouchdb-core';
import { answered, refusedDocuments } from './answers.ts';
import { MirrorError } from './failure.ts';
import type { Revised } from './revisions.ts';

/** Halves what is too large for a request. A single document goes without its file, or not at all; `leftOut` is told of it. */
export async function sendDocuments(
  db: PouchDB,
  documents: readonly Revised[],
  leftOut: (id: string) => void,
): Promise<void> {
  if (await isTaken(db, documents)) return;
  const [only, ...others] = documents;
  if (!only) return;
  if (others.length > 0) {
    const half = Math.ceil(documents.length / 2);
    await sendDocuments(db, documents.slice(0, half), leftOut);
    return await sendDocuments(db, documents.slice(half), leftOut);
  }
  const { _attachments: file, ...document } = only;
  leftOut(only._id);
  if (file) await isTaken(db, [document]);
}

/** False if it is too large. Throws a MirrorError if the documents are refused. */
async function isTaken(db: PouchDB, documents: readonly Revised[]): Promise<boolean> {
  try {
    const refused = await answered(db.bulkDocs(documents, { new_edits: false }), refusedDocuments);
    const [first] = refused;
    if (!first) return true;
    throw new MirrorError('refused', `${refused.length} documents, first ${String(first.name ?? first.error)}`);
  } catch (error) {
    if (error instanceof MirrorError && error.reason === 'too_large') return false;
    throw error;
  }
}

/** The file of an export of one document: rendered from what it prints now, and stored under its hash. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { CommitContext } from '../commit/commit.ts';
import { askedBy, printedBy, printedHash, type PrintedNow } from '../commit/printed.ts';
import { toRecord } from '../commit/record-rows.ts';
import { requireDisk } from '../photos/quota.ts';
import { loadByIds } from '../store/records/records.ts';
import { exportInput } from './export-input.ts';
import type { Maker } from './held-job.ts';

/** Of one rendered file. */
export const maxFileBytes = 256 * 1024 * 1024;

export const makeDocumentFile: Maker = async (
  { commitContext, blobs, renderer, publicUrl },
  { organisationId, record },
) => {
  // Read before what is printed: a change that comes meanwhile makes the file stale, even if it is in it.
  const printedAt = new Date(commitContext.now()).toISOString();
  const printed = await printedNow(commitContext, organisationId, record, { publicUrl, at: printedAt });
  // A large document is read and handed over in turns: each takes this thread 20 ms, in which nobody else is answered.
  await nextTurn();
  const input = await exportInput(commitContext.store.db, organisationId, blobs, record.body, { printedAt, publicUrl });
  await nextTurn();
  const file = await renderer.render(input);
  requireDisk(await blobs.freeBytes(), file.bytes.byteLength);
  const { sha256, size } = await blobs.put(organisationId, file.bytes, maxFileBytes);
  const signoffs = input.include?.signoffs === false ? 0 : input.signoffs.length;
  const { content_hash } = input;
  return { result: { content_hash, pages: file.pages, bytes: size, sha256, signoffs, printed }, room: null };
};

/** What the file is going to print, as far as the feed is now. */
async function printedNow(
  { store: { db } }: CommitContext,
  organisationId: string,
  job: StoredRecord,
  now: PrintedNow,
): Promise<{ readonly hash: string; readonly seq: number }> {
  const [row] = await loadByIds(db, organisationId, [String(job.body['document_id'])]);
  if (!row) throw new Problem('not_found', 'The document is gone.');
  const printed = await printedBy(db, organisationId, toRecord(row), now);
  return { hash: printedHash(printed, askedBy(job)), seq: printed.feed?.seq ?? 0 };
}

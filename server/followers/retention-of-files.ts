/** Ends settled conflicts, what was merged, finished exports and sent files: records by a removal like any other, files where nothing names them. */
import { systemActorId, type Actor } from '../../shared/model/access.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { commit, type CommitContext } from '../commit/commit.ts';
import { mergedEdit } from '../../shared/resources/merged-edit.ts';
import { deleteSentFiles, oldSentFiles } from '../store/devices/sent-files.ts';
import { endedRecords, filesInUse, replacedRenderings } from '../store/records/ended.ts';

interface FileContext {
  readonly commitContext: CommitContext;
  readonly blobs: BlobStore;
}

/** A file that was just stored belongs to a record that is about to be. */
const newFileMs = 86_400_000;

/** Removes up to `limit` conflicts settled before `before` (RFC 3339). Each of these returns the number removed. */
export async function endConflicts(context: CommitContext, orgId: string, before: string, limit: number) {
  const ended = await endedRecords(context.store.db, orgId, 'conflict', ['settled'], before, limit);
  return await remove(context, orgId, 'conflict', ended);
}

/** What was merged by itself; no device holds it. */
export async function endMergedEdits(context: CommitContext, orgId: string, before: string, limit: number) {
  const { kind } = mergedEdit;
  return await remove(
    context,
    orgId,
    kind,
    await endedRecords(context.store.db, orgId, kind, undefined, before, limit),
  );
}

/** Exports that nobody needs any longer. */
export async function endExports(context: FileContext, orgId: string, before: string, limit: number) {
  const { db } = context.commitContext.store;
  return await removeExports(
    context,
    orgId,
    'export',
    await endedRecords(db, orgId, 'export', ['completed', 'failed'], before, limit),
  );
}

/** The same of a project. */
export async function endProjectExports(context: FileContext, orgId: string, before: string, limit: number) {
  const { db } = context.commitContext.store;
  return await removeExports(
    context,
    orgId,
    'project_export',
    await endedRecords(db, orgId, 'project_export', ['completed', 'failed'], before, limit),
  );
}

/** What a standing export left behind, where there is a newer file. */
export async function endRenderings(context: FileContext, orgId: string, before: string, limit: number) {
  return await removeExports(
    context,
    orgId,
    'export',
    await replacedRenderings(context.commitContext.store.db, orgId, before, limit),
  );
}

/** The files first: a file without its export would stay for ever, and an export without its file says so. */
async function removeExports(
  { commitContext, blobs }: FileContext,
  orgId: string,
  kind: 'export' | 'project_export',
  ended: readonly { readonly id: string; readonly body: string }[],
) {
  const hashes = ended.map(({ body }) => fileIn(body)).filter((sha256) => sha256 !== null);
  const ids = ended.map(({ id }) => id);
  const used = await filesInUse(commitContext.store.db, orgId, hashes, ids);
  for (const sha256 of hashes)
    if (!used.has(sha256)) await blobs.remove(orgId, sha256, commitContext.now() - newFileMs);
  return await remove(commitContext, orgId, kind, ended);
}

/** Files that devices sent, and of which no photo was made; of the others, only the note that they were sent. */
export async function endSentFiles(
  { commitContext, blobs }: FileContext,
  orgId: string,
  before: string,
  limit: number,
) {
  const { store, now } = commitContext;
  const old = await oldSentFiles(store.db, orgId, before, limit);
  const hashes = old.map(({ photo }) => fileIn(photo)).filter((sha256) => sha256 !== null);
  // The note first: a device that asks meanwhile sends the file again.
  await store.transaction((trx) =>
    deleteSentFiles(
      trx,
      orgId,
      old.map(({ sha256 }) => sha256),
    ),
  );
  // Only then: that note is no reason to keep the file.
  const used = await filesInUse(store.db, orgId, hashes);
  for (const sha256 of hashes) if (!used.has(sha256)) await blobs.remove(orgId, sha256, now() - newFileMs);
  return old.length;
}

async function remove(context: CommitContext, orgId: string, kind: string, ended: readonly { readonly id: string }[]) {
  if (ended.length === 0) return 0;
  const actor: Actor = { organisationId: orgId, id: systemActorId, name: 'Sitefile', role: 'admin' };
  const removals = ended.map(({ id }) => ({ op: 'remove', kind, id }) as const);
  await commit(context, { actor, origin: 'rest', requestId: `retention-${kind}` }, removals);
  return ended.length;
}

/** The SHA-256 in a stored body; null if it has no file. */
function fileIn(body: string): string | null {
  const { sha256 } = JSON.parse(body) as { readonly sha256?: string | null }; // stored by the schema of its kind
  return sha256 ?? null;
}

/** Brings the exports of one document up to date with what it prints now. In one commit, so that two servers do nothing twice. */
import { systemActorId } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { applyAll, commitBatch, type CommitContext } from '../../commit/commit.ts';
import type { BlobStore } from '../../blobs/blobs.ts';
import { printedBy, type PrintedNow } from '../../commit/printed.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { fileBytes } from '../../store/devices/photos.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByDocuments, loadByIds } from '../../store/records/records.ts';
import { planFor, type Known, type Plan } from './plan.ts';

export interface StandingContext {
  readonly commitContext: CommitContext;
  readonly blobs: Pick<BlobStore, 'look'>;
  readonly exportBytesByOrganisation: number;
  /** Printed, so another one makes files old. */
  readonly publicUrl: string | null;
}

/** Nothing tells of a file that is lost. */
const lookAgainMs = 3_600_000;

/** The plan that was carried out. */
export async function followDocument(
  context: StandingContext,
  organisationId: string,
  documentId: string,
): Promise<Plan> {
  const { commitContext, blobs, exportBytesByOrganisation: most, publicUrl } = context;
  const at = new Date(commitContext.now()).toISOString();
  const make = async (db: Db, isFull: boolean, lost: ReadonlySet<string>): Promise<Plan> => {
    const known = await readDocument(db, organisationId, documentId, { publicUrl, at });
    if (!known) return { commands: [], at: null, relied: [] };
    return planFor({ ...known, isFull, lost }, commitContext.now(), commitContext.newId);
  };
  const lost = new Set<string>();
  let found = await make(commitContext.store.db, false, lost);
  // Without that file an older one may hold as well.
  while (await addLost(lost, found.relied, blobs, organisationId))
    found = await make(commitContext.store.db, false, lost);
  const again = commitContext.now() + lookAgainMs;
  const plan = found.relied.length > 0 ? { ...found, at: Math.min(found.at ?? again, again) } : found;
  // Most changes make no file old, and no lock is taken for them.
  if (plan.commands.length === 0) return plan;
  const actor = { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  const author = { actor, origin: 'rest', requestId: `standing-exports-${documentId}` } as const;
  return await commitBatch(commitContext, author, async (batch) => {
    const { trx } = batch.tx;
    const isMade = plan.commands.some(({ op }) => op === 'create');
    const locked = await make(trx, isMade && (await fileBytes(trx, organisationId, 'export')) >= most, lost);
    await applyAll(batch, locked.commands);
    return locked;
  });
}

/** Adds those whose files are lost or damaged. Whether there was one. */
async function addLost(
  lost: Set<string>,
  exports: readonly StoredRecord[],
  blobs: Pick<BlobStore, 'look'>,
  organisationId: string,
): Promise<boolean> {
  const before = lost.size;
  for (const { id, body } of exports)
    if ((await blobs.look(organisationId, String(body['sha256']).replace('sha256:', ''))) !== 'sound') lost.add(id);
  return lost.size > before;
}

async function readDocument(
  db: Db,
  organisationId: string,
  documentId: string,
  now: PrintedNow,
): Promise<Omit<Known, 'isFull'> | null> {
  const [row] = await loadByIds(db, organisationId, [documentId]);
  if (!row) return null;
  const rows = await loadByDocuments(db, organisationId, [documentId], ['export', 'standing_export']);
  return {
    printed: await printedBy(db, organisationId, toRecord(row), now),
    records: rows.filter(({ deleted }) => deleted === 0).map(toRecord),
  };
}

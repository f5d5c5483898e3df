/** Brings the exports of one document up to date with what it prints now. In one commit, so that two servers do nothing twice. */
import { systemActorId } from '../../../shared/model/access.ts';
import { applyAll, commitBatch, type CommitContext } from '../../commit/commit.ts';
import { printedBy } from '../../commit/printed.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { fileBytes } from '../../store/devices/photos.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByDocuments, loadByIds } from '../../store/records/records.ts';
import { planFor, type Known, type Plan } from './plan.ts';

export interface StandingContext {
  readonly commitContext: CommitContext;
  readonly exportBytesByOrganisation: number;
}

/** The plan that was carried out. */
export async function followDocument(
  context: StandingContext,
  organisationId: string,
  documentId: string,
): Promise<Plan> {
  const { commitContext, exportBytesByOrganisation: most } = context;
  const make = async (db: Db, isFull: boolean): Promise<Plan> => {
    const known = await readDocument(db, organisationId, documentId);
    return known ? planFor({ ...known, isFull }, commitContext.now(), commitContext.newId) : { commands: [], at: null };
  };
  const plan = await make(commitContext.store.db, false);
  // Most changes make no file old, and no lock is taken for them.
  if (plan.commands.length === 0) return plan;
  const actor = { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  const author = { actor, origin: 'rest', requestId: `standing-exports-${documentId}` } as const;
  return await commitBatch(commitContext, author, async (batch) => {
    const { trx } = batch.tx;
    const isMade = plan.commands.some(({ op }) => op === 'create');
    const locked = await make(trx, isMade && (await fileBytes(trx, organisationId, 'export')) >= most);
    await applyAll(batch, locked.commands);
    return locked;
  });
}

async function readDocument(db: Db, organisationId: string, documentId: string): Promise<Omit<Known, 'isFull'> | null> {
  const [row] = await loadByIds(db, organisationId, [documentId]);
  if (!row) return null;
  const rows = await loadByDocuments(db, organisationId, [documentId], ['export', 'standing_export']);
  return {
    printed: await printedBy(db, organisationId, toRecord(row)),
    records: rows.filter(({ deleted }) => deleted === 0).map(toRecord),
  };
}

/** Standing exports: which files of a document the server keeps current (contract, Exports, EX54). */
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { standingExportsReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import type { Store } from '../../store/store.ts';
import { created } from '../request/change.ts';
import { childrenOf, find } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';

export const getStandingExports: Handler<'getStandingExports'> = async ({ actor, params }, context) => {
  const { db } = context.store;
  const { id } = await find(db, actor.organisationId, 'document', params.document);
  return { body: shown(id, await standingExportOf(db, actor.organisationId, id)) };
};

export const setStandingExports: Handler<'setStandingExports'> = async ({ actor, author, body, params }, context) => {
  const { commitContext } = context;
  return await commitBatch(commitContext, author, async (batch) => {
    const { trx, orgId } = batch.tx;
    const { id: document_id } = await find(trx, actor.organisationId, 'document', params.document);
    const before = await standingExportOf(trx, orgId, document_id);
    const command = before
      ? ({ op: 'patch', kind: 'standing_export', id: before.id, set: body } as const)
      : ({ op: 'create', kind: 'standing_export', id: commitContext.newId(), set: { document_id, ...body } } as const);
    const { record } = created(await applyAll(batch, [command]));
    return { body: shown(document_id, record) };
  });
};

async function standingExportOf(
  db: Store['db'],
  organisationId: string,
  documentId: string,
): Promise<StoredRecord | undefined> {
  return ofKind(await childrenOf(db, organisationId, documentId, ['standing_export']), 'standing_export')[0];
}

function shown(document_id: string, record: StoredRecord | undefined) {
  const { body = { document_id, formats: [], of: 'current', set_by: null }, updated_at: set_at = null } = record ?? {};
  return standingExportsReply.parse({ ...body, set_at });
}

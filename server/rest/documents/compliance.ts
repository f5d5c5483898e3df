/** Compliance checks: making one of a document as it stands, and reading those that were made (contract, Compliance check). */
import { complianceReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import type { Handler } from '../request/handler-request.ts';
import { madeBy, requireNew } from '../request/change.ts';
import { find } from '../request/find.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

export const checkCompliance: Handler<'checkCompliance'> = async (call, context) => {
  const { organisationId } = call.actor;
  const document = await find(context.store.db, organisationId, 'document', call.params.document);
  const id = call.body.id ?? context.commitContext.newId();
  const create = { op: 'create', kind: 'compliance', id, set: { document_id: document.id } } as const;
  const { record, status } = await commitBatch(context.commitContext, call.author, async (batch) => {
    // Read like a change of the document, so that what the check reads of it, its site too, is of one moment.
    await batch.read([create, { op: 'patch', kind: 'document', id: document.id, set: {} }]);
    requireNew(call, batch.world.record(id));
    return madeBy(await applyAll(batch, [create]));
  });
  const location = `/api/v1/compliance/${id}`;
  return { body: present(complianceReply, record), revision: record.rev, status, location };
};

export const listCompliance: Handler<'listCompliance'> = async ({ actor, params, query }, context) => {
  const document = await find(context.store.db, actor.organisationId, 'document', params.document);
  // The band stands in the column of the status.
  const filters = { document_id: document.id, status: query.band };
  const request = { kind: 'compliance', filters, order: 'created_at desc' } as const;
  return {
    body: await listed(context, actor, request, query, (record) => present(complianceReply, record)),
  };
};

export const getCompliance: Handler<'getCompliance'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'compliance', params.compliance);
  return { body: present(complianceReply, record), revision: record.rev };
};

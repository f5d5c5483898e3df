/** Compliance checks: checking the current state of a document, and reading earlier checks (contract, Compliance check). */
import { complianceReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import type { Handler } from '../request/handler-request.ts';
import { created, requireNew } from '../request/change.ts';
import { find } from '../request/find.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

export const checkCompliance: Handler<'checkCompliance'> = async (request, context) => {
  const { organisationId } = request.actor;
  const document = await find(context.store.db, organisationId, 'document', request.params.document);
  const id = request.body.id ?? context.commitContext.newId();
  const create = { op: 'create', kind: 'compliance', id, set: { document_id: document.id } } as const;
  const { record, status } = await commitBatch(context.commitContext, request.author, async (batch) => {
    // Read like a change of the document, so that the check sees the document and its site at one moment.
    await batch.read([create, { op: 'patch', kind: 'document', id: document.id, set: {} }]);
    requireNew(request, batch.world.record(id));
    return created(await applyAll(batch, [create]));
  });
  const location = `/api/v1/compliance/${id}`;
  return { body: present(complianceReply, record), revision: record.rev, status, location };
};

export const listCompliance: Handler<'listCompliance'> = async (request, context) => {
  const document = await find(context.store.db, request.actor.organisationId, 'document', request.params.document);
  // The store keeps the band in the status column.
  const filters = { document_id: document.id, status: request.query.band };
  return { body: await listed(request, context, 'compliance', filters, (record) => present(complianceReply, record)) };
};

export const { get: getCompliance } = recordEndpoints('compliance', 'compliance', (record) =>
  present(complianceReply, record),
);

/** Who is expected to sign a document beside the people that it names (contract, Web, WB447). */
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import { endpoints } from '../../../shared/rest/rest.ts';
import { commit } from '../../commit/commit.ts';
import { create } from '../request/change.ts';
import { childrenOf, find, missing } from '../request/find.ts';
import type { Handler, HandlerRequest } from '../request/handler-request.ts';
import { pageOf } from '../request/lists.ts';
import type { RestContext } from '../request/rest-context.ts';

export const listCrew: Handler<'listCrew'> = async ({ actor, params, query }, context) => {
  const { db } = context.store;
  const { id } = await find(db, actor.organisationId, 'document', params.document);
  return { body: pageOf((await childrenOf(db, actor.organisationId, id, ['crew_member'])).map(shown), query) };
};

export const addCrewMember: Handler<'addCrewMember'> = async (request, context) => {
  const document = await find(context.store.db, request.actor.organisationId, 'document', request.params.document);
  const set = { ...request.fields, document_id: document.id };
  const { record, status } = await create(request, context, 'crew_member', set, request.body.id);
  const location = `/api/v1/documents/${document.id}/crew/${record.id}`;
  return { body: shown(record), revision: record.rev, status, location };
};

export const getCrewMember: Handler<'getCrewMember'> = async (request, context) => {
  const record = await memberOf(request, context);
  return { body: shown(record), revision: record.rev };
};

export const removeCrewMember: Handler<'removeCrewMember'> = async (request, context) => {
  const record = await memberOf(request, context);
  const { id } = record;
  await commit(context.commitContext, request.author, [
    { op: 'remove', kind: 'crew_member', id, ...request.guard(record) },
  ]);
  return { body: null };
};

/** The record that the path names, if it belongs to the document that the path names. */
async function memberOf(
  { actor, params }: HandlerRequest<{ readonly document: string; readonly id: string }>,
  context: RestContext,
): Promise<StoredRecord> {
  const record = await find(context.store.db, actor.organisationId, 'crew_member', params.id);
  if (record.body['document_id'] !== params.document.toLowerCase()) throw missing('crew_member');
  return record;
}

function shown(record: StoredRecord) {
  return present(endpoints.getCrewMember.reply, record);
}

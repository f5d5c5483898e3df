/** Sign-offs of a document: the register, records from other systems, and voiding (contract, Sign-offs). */
import type * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { signoffReply } from '../../../shared/rest/shapes.ts';
import { commit } from '../../commit/commit.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { Handler } from '../request/handler-request.ts';
import { create } from '../request/change.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { presenterAmong } from './signoff-presenter.ts';

export const listSignoffs: Handler<'listSignoffs'> = async (request, context) => {
  const { organisationId } = request.actor;
  const document = await find(context.store.db, organisationId, 'document', request.params.document);
  const show = await signoffPresenter(context, organisationId, document);
  return { body: await listed(request, context, 'signoff', { document_id: document.id }, show) };
};

/** `worker_name` alone is enough: then nothing is claimed about identity or clock (contract, Sign-offs). */
export const recordSignoff: Handler<'recordSignoff'> = async (request, context) => {
  const { organisationId } = request.actor;
  const { id, worker_name, signed_at } = request.body;
  const document = await find(context.store.db, organisationId, 'document', request.params.document);
  const set = {
    ...request.fields,
    document_id: document.id,
    worker: request.fields['worker'] ?? { name: worker_name },
    capture: request.fields['capture'] ?? {
      method: 'api',
      identity_assurance: 'none',
      clock_confidence: 'unverified',
      captured_at_corrected:
        signed_at ??
        (id && (await firstCapturedAt(context, organisationId, id))) ??
        new Date(context.commitContext.now()).toISOString(),
    },
  };
  const { record, status } = await create(request, context, 'signoff', set, id);
  const show = await signoffPresenter(context, organisationId, document);
  return { body: show(record), revision: record.rev, status, location: `/api/v1/signoffs/${record.id}` };
};

export const getSignoff: Handler<'getSignoff'> = async ({ actor, params }, context) => {
  const { db } = context.store;
  const record = await find(db, actor.organisationId, 'signoff', params.signoff);
  const document = await find(db, actor.organisationId, 'document', String(record.body['document_id']));
  const show = await signoffPresenter(context, actor.organisationId, document);
  // Its validity changes with the document's versions while its own revision does not, so its ETag is of the content.
  return { body: show(record) };
};

export const voidSignoff: Handler<'voidSignoff'> = async (request, context) => {
  const { db } = context.store;
  const before = await find(db, request.actor.organisationId, 'signoff', request.params.signoff);
  const { id } = before;
  const act = {
    op: 'act',
    kind: 'signoff',
    id,
    action: 'void',
    args: request.fields,
    ...request.guard(before),
  } as const;
  await commit(context.commitContext, request.author, [act]);
  const record = await find(db, request.actor.organisationId, 'signoff', id);
  const document = await find(db, request.actor.organisationId, 'document', String(record.body['document_id']));
  const show = await signoffPresenter(context, request.actor.organisationId, document);
  return { body: show(record), revision: record.rev };
};

/** A presenter of the document's sign-offs with their current validity. */
async function signoffPresenter(
  context: RestContext,
  organisationId: string,
  document: StoredRecord,
): Promise<(record: StoredRecord) => z.output<typeof signoffReply>> {
  return presenterAmong(document, await childrenOf(context.store.db, organisationId, document.id, ['version']));
}

/** The time that a sign-off got when it was first sent, so that sending it again gives the same. */
async function firstCapturedAt(context: RestContext, organisationId: string, id: string): Promise<JsonObject[string]> {
  const [row] = await loadByIds(context.store.db, organisationId, [id]);
  const capture = row && toRecord(row).body['capture'];
  return isJsonObject(capture) ? capture['captured_at_corrected'] : undefined;
}

/** Sign-offs of a document: the register, records from other systems, and voiding (interface section 4.4; contract, Sign-offs). */
import type * as z from 'zod';
import { currencyOf, livesOnIn } from '../../../shared/model/validity.ts';
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Signoff } from '../../../shared/resources/signoff/signoff.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import { signoffReply } from '../../../shared/rest/shapes.ts';
import { commit } from '../../commit/commit.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { Handler } from '../request/handler-request.ts';
import { create } from '../request/change.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

export const listSignoffs: Handler<'listSignoffs'> = async ({ actor, params, query }, context) => {
  const document = await find(context.store.db, actor.organisationId, 'document', params.document);
  const show = await registerOf(context, actor.organisationId, document);
  const request = { kind: 'signoff', filters: { document_id: document.id }, order: 'created_at desc' } as const;
  return { body: await listed(context, actor, request, query, show) };
};

/** `worker_name` alone is enough: then nothing is claimed about who was asked, or by which clock (contract, Sign-offs). */
export const recordSignoff: Handler<'recordSignoff'> = async (call, context) => {
  const { organisationId } = call.actor;
  const { id, worker_name, signed_at } = call.body;
  const document = await find(context.store.db, organisationId, 'document', call.params.document);
  const set = {
    ...call.fields,
    document_id: document.id,
    worker: call.fields['worker'] ?? { name: worker_name },
    capture: call.fields['capture'] ?? {
      method: 'api',
      identity_assurance: 'none',
      clock_confidence: 'unverified',
      captured_at_corrected:
        signed_at ??
        (id && (await momentOf(context, organisationId, id))) ??
        new Date(context.commitContext.now()).toISOString(),
    },
  };
  const { record, status } = await create(call, context, 'signoff', set, id);
  const show = await registerOf(context, organisationId, document);
  return { body: show(record), revision: record.rev, status, location: `/api/v1/signoffs/${record.id}` };
};

export const getSignoff: Handler<'getSignoff'> = async ({ actor, params }, context) => {
  const { db } = context.store;
  const record = await find(db, actor.organisationId, 'signoff', params.signoff);
  const document = await find(db, actor.organisationId, 'document', String(record.body['document_id']));
  const show = await registerOf(context, actor.organisationId, document);
  // What it is worth changes with its document's versions while its own revision stays: its tag is that of its content.
  return { body: show(record) };
};

export const voidSignoff: Handler<'voidSignoff'> = async (call, context) => {
  const { db } = context.store;
  const before = await find(db, call.actor.organisationId, 'signoff', call.params.signoff);
  const { id } = before;
  const act = { op: 'act', kind: 'signoff', id, action: 'void', args: call.fields, ...call.guard(before) } as const;
  await commit(context.commitContext, call.author, [act]);
  const record = await find(db, call.actor.organisationId, 'signoff', id);
  const document = await find(db, call.actor.organisationId, 'document', String(record.body['document_id']));
  const show = await registerOf(context, call.actor.organisationId, document);
  return { body: show(record), revision: record.rev };
};

/** Shows a sign-off of the document with what it is worth now. */
async function registerOf(
  context: RestContext,
  organisationId: string,
  document: StoredRecord,
): Promise<(record: StoredRecord) => z.output<typeof signoffReply>> {
  const records = await childrenOf(context.store.db, organisationId, document.id, ['version']);
  const versions = records.map(({ body }) => body as unknown as Version); // records of kind version hold bodies of its schema
  const statesByVersion = new Map(versions.map((each) => [each.version, livesOnIn(each, versions).state]));
  const status = String(document.body['status']);
  return (record) => {
    const signoff = record.body as unknown as Signoff; // a record of kind signoff holds a body of its schema
    const currency = currencyOf(signoff, statesByVersion.get(signoff.document_version ?? 0), status);
    return present(signoffReply, record, { currency });
  };
}

/** The receipt that a sign-off was given when it was sent before, so that sending it again says the same. */
async function momentOf(context: RestContext, organisationId: string, id: string): Promise<JsonObject[string]> {
  const [row] = await loadByIds(context.store.db, organisationId, [id]);
  const capture = row && toRecord(row).body['capture'];
  return isJsonObject(capture) ? capture['captured_at_corrected'] : undefined;
}

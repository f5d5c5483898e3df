/** Permits to work: lists, the form, and the actions of their life (contract, Permit to work). */
import type * as z from 'zod';
import type { PermitAction } from '../../../shared/resources/permit/states.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { permitEndpoints } from '../../../shared/rest/permits.ts';
import { commit } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

const reply = permitEndpoints.getPermit.reply;
const row = permitEndpoints.listPermits.reply.shape.data.element;
type Shown = HandlerResult<z.output<typeof reply>>;

export const listPermits: Handler<'listPermits'> = async ({ actor, query }, context) => {
  const { status, type, project_id, site_id, document_id, updated_since: updatedSince } = query;
  const request = {
    kind: 'permit',
    filters: { status, type, project_id, site_id, document_id },
    updatedSince,
    order: updatedSince === undefined ? 'created_at desc' : 'updated_at',
  } as const;
  return { body: await listed(context, actor, request, query, (record) => present(row, record)) };
};

export const createPermit: Handler<'createPermit'> = async (call, context) => {
  const { record, status } = await create(call, context, 'permit', call.fields, call.body.id);
  return { ...shown(record), status, location: `/api/v1/permits/${record.id}` };
};

export const getPermit: Handler<'getPermit'> = async (call, context) => shown(await named(call, context));

export const updatePermit: Handler<'updatePermit'> = async (call, context) =>
  shown(await patch(call, context, await named(call, context), call.fields));

export const requestPermit = taking('request');
export const authorisePermit = taking('authorise');
export const acceptPermit = taking('accept');
export const openPermit = taking('open');
export const suspendPermit = taking('suspend');
export const resumePermit = taking('resume');
export const extendPermit = taking('extend');
export const handOverPermit = taking('hand_over');
export const recordGasTest = taking('record_gas_test');
export const recordIsolation = taking('record_isolation');
export const reinstateIsolation = taking('reinstate_isolation');
export const startFireWatch = taking('start_fire_watch');
export const endFireWatch = taking('end_fire_watch');
export const completePermitWork = taking('work_complete');
export const recordFinalCheck = taking('final_check');
export const closePermit = taking('close');
export const cancelPermit = taking('cancel');

/** The handler of one action: the change, then the permit as it stands after it. */
function taking(action: PermitAction) {
  return async (call: HandlerRequest<{ readonly permit: string }>, context: RestContext): Promise<Shown> => {
    const before = await named(call, context);
    const [outcome] = await commit(context.commitContext, call.author, [
      { op: 'act', kind: 'permit', id: before.id, action, args: call.fields, ...call.guard(before) },
    ]);
    return shown(outcome?.record ?? before);
  };
}

function named(
  { actor, params }: HandlerRequest<{ readonly permit: string }>,
  context: RestContext,
): Promise<StoredRecord> {
  return find(context.store.db, actor.organisationId, 'permit', params.permit);
}

function shown(record: StoredRecord): Shown {
  return { body: present(reply, record), revision: record.rev };
}

/** Users of the organisation (contract, Organisation). */
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { ReplyOf } from '../../../shared/rest/rest.ts';
import { userReply } from '../../../shared/rest/shapes.ts';
import { commit } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

export const listUsers: Handler<'listUsers'> = async ({ actor, query }, context) => {
  const filters = { status: query.status, type: query.role };
  const request = { kind: 'user', filters, order: 'created_at desc' } as const;
  return { body: await listed(context, actor, request, query, (record) => present(userReply, record)) };
};

export const createUser: Handler<'createUser'> = async (call, context) => {
  const { record, status } = await create(call, context, 'user', call.fields, call.body.id);
  return { ...shown(record), status, location: `/api/v1/users/${record.id}` };
};

export const getUser: Handler<'getUser'> = async ({ actor, params }, context) =>
  shown(await find(context.store.db, actor.organisationId, 'user', params.user));

export const updateUser: Handler<'updateUser'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'user', call.params.user);
  return shown(await patch(call, context, before, call.fields));
};

export const deactivateUser: Handler<'deactivateUser'> = (call, context) => act(call, context, 'deactivate');
export const reactivateUser: Handler<'reactivateUser'> = (call, context) => act(call, context, 'reactivate');

async function act(
  call: HandlerRequest<{ readonly user: string }>,
  context: RestContext,
  action: 'deactivate' | 'reactivate',
): Promise<HandlerResult<ReplyOf<'getUser', never>>> {
  const before = await find(context.store.db, call.actor.organisationId, 'user', call.params.user);
  const [outcome] = await commit(context.commitContext, call.author, [
    { op: 'act', kind: 'user', id: before.id, action, args: {}, ...call.guard(before) },
  ]);
  return shown(outcome?.record ?? before);
}

function shown(record: StoredRecord): HandlerResult<ReplyOf<'getUser', never>> {
  return { body: present(userReply, record), revision: record.rev };
}

/** Users of the organisation (contract, Organisation). */
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { ReplyOf } from '../../../shared/rest/rest.ts';
import { userReply } from '../../../shared/rest/shapes.ts';
import { commit } from '../../commit/commit.ts';
import type { Answer, Call, Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestHouse } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

export const listUsers: Handler<'listUsers'> = async ({ actor, query }, house) => {
  const filters = { status: query.status, type: query.role };
  const request = { kind: 'user', filters, order: 'created_at desc' } as const;
  return { body: await listed(house, actor, request, query, (record) => present(userReply, record)) };
};

export const createUser: Handler<'createUser'> = async (call, house) => {
  const { record, status } = await create(call, house, 'user', call.fields, call.body.id);
  return { ...shown(record), status, location: `/api/v1/users/${record.id}` };
};

export const getUser: Handler<'getUser'> = async ({ actor, params }, house) =>
  shown(await find(house.store.db, actor.organisationId, 'user', params.user));

export const updateUser: Handler<'updateUser'> = async (call, house) => {
  const before = await find(house.store.db, call.actor.organisationId, 'user', call.params.user);
  return shown(await patch(call, house, before, call.fields));
};

export const deactivateUser: Handler<'deactivateUser'> = (call, house) => act(call, house, 'deactivate');
export const reactivateUser: Handler<'reactivateUser'> = (call, house) => act(call, house, 'reactivate');

async function act(
  call: Call<{ readonly user: string }>,
  house: RestHouse,
  action: 'deactivate' | 'reactivate',
): Promise<Answer<ReplyOf<'getUser', never>>> {
  const before = await find(house.store.db, call.actor.organisationId, 'user', call.params.user);
  const [outcome] = await commit(house.ground, call.author, [
    { op: 'act', kind: 'user', id: before.id, action, args: {}, ...call.guard(before) },
  ]);
  return shown(outcome?.record ?? before);
}

function shown(record: StoredRecord): Answer<ReplyOf<'getUser', never>> {
  return { body: present(userReply, record), revision: record.rev };
}

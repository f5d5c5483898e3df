/** Users of the organisation (contract, Organisation). */
import { userReply } from '../../../shared/rest/shapes.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

const users = recordEndpoints('user', 'users', (record) => present(userReply, record));

export const { create: createUser, get: getUser, update: updateUser } = users;
export const deactivateUser = users.act('deactivate');
export const reactivateUser = users.act('reactivate');

export const listUsers: Handler<'listUsers'> = async (request, context) => {
  const { status, role: type } = request.query;
  return { body: await listed(request, context, 'user', { status, type }, (record) => present(userReply, record)) };
};

/** Users of the organisation (contract, Organisation). */
import { userReply } from '../../../shared/rest/shapes.ts';
import { requireGrantable } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { User } from '../../../shared/resources/user.ts';
import { removePasskeys as removeAudited } from '../../commit/credentials.ts';
import { passkeysOf } from '../../store/access/credentials.ts';
import { find } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

const users = recordEndpoints('user', 'users', (record) => present(userReply, record));

export const { create: createUser, get: getUser, update: updateUser } = users;
export const deactivateUser = users.act('deactivate');
export const reactivateUser = users.act('reactivate');

/** For a user who lost them. Like an address, they are what signs a user in: who removes them has at least the user's rights. */
export const removePasskeys: Handler<'removePasskeys'> = async ({ actor, author, params }, context) => {
  const { organisationId } = actor;
  const { now, newId } = context.commitContext;
  const removed = await context.store.write(organisationId, now, async (tx) => {
    const { id, body } = await find(tx.trx, organisationId, 'user', params.user);
    const { role } = body as unknown as User; // a record of kind user has a body of its schema
    requireGrantable(actor, role);
    if (role === 'owner' && actor.role !== 'owner')
      throw new Problem('forbidden', 'Only an owner can remove the passkeys of an owner.');
    const passkeys = await passkeysOf(tx.trx, organisationId, id);
    await removeAudited(tx, author, passkeys, newId);
    return passkeys.length;
  });
  context.commitContext.wake(organisationId);
  return { body: { removed } };
};

export const listUsers: Handler<'listUsers'> = async (request, context) => {
  const { status, role: type } = request.query;
  return { body: await listed(request, context, 'user', { status, type }, (record) => present(userReply, record)) };
};

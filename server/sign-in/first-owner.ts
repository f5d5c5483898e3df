/** The first owner of the first organisation: made once, also when two people start at the same moment. */
import { Problem } from '../../shared/model/problem.ts';
import { applyAll, commitBatch, type RequestContext } from '../commit/commit.ts';
import type { SignInContext } from './context.ts';
import { organisationToStart } from './users.ts';

/** Returns the id of the new user. Throws `conflict` if there is an administrator. */
export async function makeFirstOwner(
  { commitContext, store }: Pick<SignInContext, 'commitContext' | 'store'>,
  author: RequestContext,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string> {
  const id = commitContext.newId();
  await commitBatch(commitContext, author, async (batch) => {
    // Under the organisation's lock, which the first of two starts has held already.
    if ((await organisationToStart(store)) !== author.actor.organisationId) throw hasAdministrator();
    await applyAll(batch, [{ op: 'create', kind: 'user', id, set: { name, email, role: 'owner' } }]);
  });
  return id;
}

export function hasAdministrator(): Problem {
  return new Problem('conflict', 'There is an administrator already. Sign in with a link by e-mail.');
}

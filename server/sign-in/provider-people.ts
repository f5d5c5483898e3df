/**
 * Which users an account at the provider is: by the bond that was made before, else by its verified address, which makes the bond
 * (contract, Tokens, AU29).
 */
import * as z from 'zod';
import { Problem } from '../../shared/model/problem.ts';
import { user as userKind } from '../../shared/resources/user.ts';
import { exampleOrganisation } from '../base/example-organisation.ts';
import { applyAll, commitBatch } from '../commit/commit.ts';
import { operator } from '../commit/operator.ts';
import { identitiesOf } from '../store/access/credentials.ts';
import type { Db } from '../store/engine/db.ts';
import { listOrganisations } from '../store/records/feed.ts';
import type { SignInContext } from './context.ts';
import { activeUser, anyUserHas, hasAdministrator, usersWithAddress, type ActiveUser } from './users.ts';
import type { Claims } from './provider/provider.ts';

export interface Match {
  readonly user: ActiveUser;
  /** Bound already. */
  readonly isBound: boolean;
}

type Reader = Pick<SignInContext, 'store'>;

/** In every organisation. Empty where the account may sign in as nobody. */
export async function peopleOf({ store }: Reader, { issuer, subject, email }: Claims): Promise<Match[]> {
  const { db } = store;
  const found: Match[] = [];
  for (const { org_id: organisationId } of await listOrganisations(db)) {
    const [bond] = (await identitiesOf(db, organisationId, issuer, subject, '')).filter(
      (each) => each.subject === subject,
    );
    const user = bond && (await activeUser(store, organisationId, bond.user_id));
    // Another address in the record is another person, or another account.
    if (user && user.email?.toLowerCase() === bond.email) found.push({ user, isBound: true });
  }
  const bound = new Set(found.map(({ user }) => user.organisationId));
  const byAddress = isAddress(email) ? await usersWithAddress(store, email) : [];
  for (const user of byAddress.filter(({ organisationId }) => !bound.has(organisationId))) {
    if (!(await isTaken(db, user, { issuer, subject }))) found.push({ user, isBound: false });
  }
  return found;
}

/** Whether the address was given to another account of the provider: who owned it before must not lose the user. */
export async function isTaken(
  db: Db,
  { id, organisationId, email }: ActiveUser,
  { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
): Promise<boolean> {
  const bonds = await identitiesOf(db, organisationId, issuer, subject, id);
  return bonds.some((each) => each.user_id === id && each.subject !== subject && each.email === email?.toLowerCase());
}

/**
 * The user that the setting OIDC_NEW_USERS allows to make; null where it makes none: without a verified address, for an address that
 * somebody has or had, or before there is an administrator.
 */
export async function newUser(
  { store, commitContext, newUsers }: SignInContext,
  { issuer, subject, email, name }: Claims,
  requestId: string,
): Promise<ActiveUser | null> {
  if (newUsers === null || !isAddress(email)) return null;
  const [first] = (await listOrganisations(store.db)).filter(({ org_id }) => org_id !== exampleOrganisation);
  if (!first || (await anyUserHas(store, email)) || !(await hasAdministrator(store, first.org_id))) return null;
  const organisationId = first.org_id;
  // Somebody's who may not sign in any more, whatever address they have now.
  if ((await identitiesOf(store.db, organisationId, issuer, subject, '')).length > 0) return null;
  const id = commitContext.newId();
  const shown = name !== null && userKind.fits('name', name) ? name : email;
  const set = { name: shown, email, role: newUsers };
  const author = { actor: { ...operator.actor, organisationId }, origin: 'rest', requestId } as const;
  try {
    await commitBatch(commitContext, author, (batch) => applyAll(batch, [{ op: 'create', kind: 'user', id, set }]));
  } catch (error) {
    // Two tabs at once: the other one has made the user.
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
  }
  return (await usersWithAddress(store, email)).find((each) => each.organisationId === organisationId) ?? null;
}

/** As a user's record may have it. */
function isAddress(email: string | null): email is string {
  return email !== null && z.email().max(254).safeParse(email).success;
}

/** Who may sign in: the active users of each organisation, and whether somebody administers it already. */
import { administers } from '../../shared/model/access.ts';
import { liveOf } from '../../shared/model/record.ts';
import type { User } from '../../shared/resources/user.ts';
import { exampleOrganisation } from '../base/example-organisation.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { loadByKind } from '../store/records/records.ts';
import type { Store } from '../store/store.ts';

type Reader = Pick<Store, 'db'>;

export interface ActiveUser {
  readonly organisationId: string;
  readonly organisationName: string;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: User['role'];
}

/** The first organisation of the installation, the example aside, while it has no administrator; null once it has one. */
export async function organisationToStart({ db }: Reader): Promise<string | null> {
  const [first] = (await listOrganisations(db)).filter(({ org_id }) => org_id !== exampleOrganisation);
  if (!first) return null;
  const users = await activeUsers({ db }, first);
  return users.some(({ role }) => administers(role)) ? null : first.org_id;
}

/** In every organisation. */
export async function usersWithAddress({ db }: Reader, email: string): Promise<ActiveUser[]> {
  const wanted = email.toLowerCase();
  const found: ActiveUser[] = [];
  for (const organisation of await listOrganisations(db))
    for (const user of await activeUsers({ db }, organisation))
      if (user.email?.toLowerCase() === wanted) found.push(user);
  return found;
}

export async function firstOwner({ db }: Reader, organisationId: string): Promise<ActiveUser | undefined> {
  const users = await activeUsers({ db }, { org_id: organisationId, name: '' });
  return users.find(({ role }) => role === 'owner');
}

async function activeUsers(
  { db }: Reader,
  { org_id: organisationId, name: organisationName }: { readonly org_id: string; readonly name: string },
): Promise<ActiveUser[]> {
  const rows = await loadByKind(db, organisationId, 'user');
  return rows.flatMap((row) => {
    if (liveOf(row, 'user')?.status !== 'active') return [];
    const { name, email = null, role } = JSON.parse(row.body) as User; // a record of kind user holds a body of its schema
    return [{ organisationId, organisationName, id: row.id, name, email, role }];
  });
}

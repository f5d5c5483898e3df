/** Who may sign in: the active users of each organisation, and whether somebody administers it already. */
import { administers } from '../../shared/model/access.ts';
import { liveOf } from '../../shared/model/record.ts';
import type { User } from '../../shared/resources/user.ts';
import { exampleOrganisation } from '../base/example-organisation.ts';
import { listOrganisations, readFeed } from '../store/records/feed.ts';
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
  return (await hasAdministrator({ db }, first.org_id)) ? null : first.org_id;
}

export async function hasAdministrator({ db }: Reader, organisationId: string): Promise<boolean> {
  const users = await activeUsers({ db }, { org_id: organisationId, name: '' });
  return users.some(({ role }) => administers(role));
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

export async function activeUser({ db }: Reader, organisationId: string, id: string): Promise<ActiveUser | undefined> {
  const feed = await readFeed(db, organisationId);
  if (!feed) return undefined;
  return (await activeUsers({ db }, feed)).find((user) => user.id === id);
}

/** Whether any user of any organisation has this address, or had it when they were switched off. */
export async function anyUserHas({ db }: Reader, email: string): Promise<boolean> {
  const wanted = email.toLowerCase();
  for (const { org_id: organisationId } of await listOrganisations(db)) {
    const rows = await loadByKind(db, organisationId, 'user');
    if (rows.some(({ body }) => (JSON.parse(body) as User).email?.toLowerCase() === wanted)) return true; // a body of its schema
  }
  return false;
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

/** What users sign in with beside the link: accounts at the sign-in provider, and passkeys. */
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedRows } from '../engine/prepared.ts';
import type { IdentityTable } from '../tables/credentials.ts';
import type { Owned } from '../tables/rows.ts';

export async function insertIdentity(trx: Trx, orgId: string, identity: Owned<IdentityTable>): Promise<void> {
  await insertBond(trx, { ...identity, org_id: orgId });
}
const insertBond = preparedChange((db, row: IdentityTable) => db.insertInto('identity').values(row));

/** The one of this account, and the one of this user with the same provider. */
export const identitiesOf = preparedRows((db, orgId: string, issuer: string, subject: string, userId: string) =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where((eb) => eb.or([eb('subject', '=', subject), eb('user_id', '=', userId)])),
);

export const listIdentities = preparedRows((db, orgId: string) =>
  db.selectFrom('identity').selectAll().where('org_id', '=', orgId).orderBy('id'),
);

export const deleteIdentity = preparedChange((db, orgId: string, id: string) =>
  db.deleteFrom('identity').where('org_id', '=', orgId).where('id', '=', id),
);

export const listPasskeys = preparedRows((db, orgId: string) =>
  db.selectFrom('passkey').selectAll().where('org_id', '=', orgId).orderBy('id'),
);

/** What users sign in with beside the link: accounts at the sign-in provider, and passkeys. */
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { IdentityTable, PasskeyTable } from '../tables/credentials.ts';
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

export async function insertPasskey(trx: Trx, orgId: string, passkey: Owned<PasskeyTable>): Promise<PasskeyTable> {
  const row = { ...passkey, org_id: orgId };
  await insertKey(trx, row);
  return row;
}
const insertKey = preparedChange((db, row: PasskeyTable) => db.insertInto('passkey').values(row));

export const listPasskeys = preparedRows((db, orgId: string) =>
  db.selectFrom('passkey').selectAll().where('org_id', '=', orgId).orderBy('id'),
);

/** Oldest first. */
export const passkeysOf = preparedRows((db, orgId: string, userId: string) =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id'),
);

export const findPasskey = preparedFirst((db, orgId: string, credentialId: string) =>
  db.selectFrom('passkey').selectAll().where('org_id', '=', orgId).where('credential_id', '=', credentialId),
);

export const deletePasskey = preparedChange((db, orgId: string, id: string) =>
  db.deleteFrom('passkey').where('org_id', '=', orgId).where('id', '=', id),
);

export const markPasskeyUsed = preparedChange((db, orgId: string, id: string, signCount: number, usedAt: string) =>
  db
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: usedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id),
);

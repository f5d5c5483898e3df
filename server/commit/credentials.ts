/** Changes of what users sign in with beside the link, each with its entry in the audit log. */
import type { JsonObject } from '../../shared/base/json.ts';
import { passkeyChanged } from '../../shared/resources/notices/passkeys.ts';
import type { User } from '../../shared/resources/user.ts';
import {
  deleteIdentity,
  deletePasskey,
  identitiesOf,
  insertIdentity,
  insertPasskey,
} from '../store/access/credentials.ts';
import { insertMail } from '../store/queues/mails.ts';
import { insertNotifications } from '../store/queues/notifications.ts';
import { loadByIds } from '../store/records/records.ts';
import type { IdentityTable, PasskeyTable } from '../store/tables/credentials.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { WriteTransaction } from '../store/write.ts';
import { auditChange, type AuditedBy } from './audit.ts';
import { identityState, passkeyState } from './audited-state.ts';

/** Binds an account at the provider to a user, in place of what bound either of them before. */
export async function bindIdentity(
  tx: WriteTransaction,
  author: AuditedBy,
  identity: Owned<IdentityTable>,
): Promise<void> {
  const { trx, orgId } = tx;
  for (const old of await identitiesOf(trx, orgId, identity.issuer, identity.subject, identity.user_id)) {
    await deleteIdentity(trx, orgId, old.id);
    await audit(tx, author, 'remove', 'identity', old.id, identityState(old));
  }
  await insertIdentity(trx, orgId, identity);
  await audit(tx, author, 'create', 'identity', identity.id, identityState({ ...identity, org_id: orgId }));
}

/** Returns the row; the user is told. */
export async function addPasskey(
  tx: WriteTransaction,
  author: AuditedBy,
  passkey: Owned<PasskeyTable>,
  newId: () => string,
): Promise<PasskeyTable> {
  const row = await insertPasskey(tx.trx, tx.orgId, passkey);
  await audit(tx, author, 'create', 'passkey', row.id, passkeyState(row));
  await tell(tx, row, null, newId);
  return row;
}

/** The user of each is told. */
export async function removePasskeys(
  tx: WriteTransaction,
  author: AuditedBy,
  passkeys: readonly PasskeyTable[],
  newId: () => string,
): Promise<void> {
  for (const row of passkeys) {
    await deletePasskey(tx.trx, tx.orgId, row.id);
    await audit(tx, author, 'remove', 'passkey', row.id, passkeyState(row));
    await tell(tx, row, author.actor, newId);
  }
}

/** By a notification and by e-mail: a person who did not do it should know at once. */
async function tell(
  tx: WriteTransaction,
  { id, name, user_id: userId }: PasskeyTable,
  removedBy: AuditedBy['actor'] | null,
  newId: () => string,
): Promise<void> {
  const [row] = await loadByIds(tx.trx, tx.orgId, [userId]);
  if (!row) return;
  const user = JSON.parse(row.body) as User; // a record of kind user holds a body of its schema
  const notices = passkeyChanged({ id, name, user: { id: userId, name: user.name }, removedBy });
  const created_at = tx.now();
  await insertNotifications(
    tx.trx,
    tx.orgId,
    notices.map((notice) => ({ id: newId(), notice, created_at })),
  );
  const [own] = notices;
  if (!user.email || !own) return;
  await insertMail(tx.trx, tx.orgId, {
    id: newId(),
    dedupe_key: own.dedupeKey,
    recipient: user.email,
    subject: 'Your passkeys in Sitefile were changed',
    body: `Dear ${user.name},\n\n${own.subject}. ${own.body}`,
    created_at,
  });
}

async function audit(
  tx: WriteTransaction,
  author: AuditedBy,
  op: 'create' | 'remove',
  kind: 'identity' | 'passkey',
  id: string,
  state: JsonObject,
): Promise<void> {
  await auditChange(tx, author, { op, kind, id, state });
}

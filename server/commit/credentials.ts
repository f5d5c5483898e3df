/** Changes of what users sign in with beside the link, each with its entry in the audit log. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { User } from '../../shared/resources/user.ts';
import {
  deleteIdentity,
  deletePasskey,
  identitiesOf,
  insertIdentity,
  insertPasskey,
} from '../store/access/credentials.ts';
import { insertMail } from '../store/queues/mails.ts';
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

/** Returns the row; the user is told by e-mail. */
export async function addPasskey(
  tx: WriteTransaction,
  author: AuditedBy,
  passkey: Owned<PasskeyTable>,
  newId: () => string,
): Promise<PasskeyTable> {
  const row = await insertPasskey(tx.trx, tx.orgId, passkey);
  await audit(tx, author, 'create', 'passkey', row.id, passkeyState(row));
  await tellUser(
    tx,
    newId(),
    row.user_id,
    `The passkey “${row.name}” was added to your account. From now on signing in needs a passkey.`,
  );
  return row;
}

/** Of one user, who is told by e-mail. */
export async function removePasskeys(
  tx: WriteTransaction,
  author: AuditedBy,
  passkeys: readonly PasskeyTable[],
  newId: () => string,
): Promise<void> {
  for (const row of passkeys) {
    await deletePasskey(tx.trx, tx.orgId, row.id);
    await audit(tx, author, 'remove', 'passkey', row.id, passkeyState(row));
    const by = author.actor.id === row.user_id ? 'you' : author.actor.name;
    await tellUser(tx, newId(), row.user_id, `The passkey “${row.name}” of your account was removed by ${by}.`);
  }
}

/** A person who did not do it should know at once. `id` of the mail. */
async function tellUser(tx: WriteTransaction, id: string, userId: string, what: string): Promise<void> {
  const [row] = await loadByIds(tx.trx, tx.orgId, [userId]);
  const { email, name } = row ? (JSON.parse(row.body) as User) : {}; // a record of kind user holds a body of its schema
  if (!email || !name) return;
  await insertMail(tx.trx, tx.orgId, {
    id,
    dedupe_key: `passkey ${id}`,
    recipient: email,
    subject: 'Your passkeys in Sitefile were changed',
    body: `Dear ${name},\n\n${what}\nIf you did not expect this, tell an administrator of your organisation now.`,
    created_at: tx.now(),
  });
}

async function audit(
  tx: WriteTransaction,
  author: AuditedBy,
  op: 'create' | 'remove',
  kind: string,
  id: string,
  state: JsonObject,
): Promise<void> {
  await auditChange(tx, author, { op, kind, id, state });
}

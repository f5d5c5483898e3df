/** Changes of what users sign in with beside the link, each with its entry in the audit log. */
import type { JsonObject } from '../../shared/base/json.ts';
import { deleteIdentity, identitiesOf, insertIdentity } from '../store/access/credentials.ts';
import type { IdentityTable } from '../store/tables/credentials.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { WriteTransaction } from '../store/write.ts';
import { auditChange, type AuditedBy } from './audit.ts';
import { identityState } from './audited-state.ts';

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

/** Stores tokens, and records each change of one in the audit log. */
import { may } from '../../shared/model/access.ts';
import { saveToken, type NewToken } from '../auth/auth.ts';
import { rightsOf } from '../auth/token-actor.ts';
import { descendantsOf, openTokensMadeBy, readToken, revokeTokens, revokeTokensOf } from '../store/access/tokens.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
import { auditChange, type AuditedBy, type Change } from './audit.ts';
import { tokenState } from './audited-state.ts';

/** Returns the row; the caller shows the token itself once. */
export async function issueToken(
  tx: WriteTransaction,
  author: AuditedBy,
  token: string,
  about: NewToken,
): Promise<TokenTable> {
  await saveToken(tx.trx, tx.orgId, token, about);
  const row = await readToken(tx.trx, tx.orgId, about.id);
  if (!row) throw new Error('the token was not stored');
  await auditToken(tx, author, { op: 'create' }, row);
  return row;
}

/** Revokes the tokens that are not revoked yet, each with its entry in the audit log; resolves to their ids. */
export async function revokeAudited(
  tx: WriteTransaction,
  author: AuditedBy,
  ids: readonly string[],
  at: string,
): Promise<string[]> {
  const revoked = await revokeTokens(tx.trx, tx.orgId, ids, at);
  for (const row of revoked) await auditToken(tx, author, { op: 'act', action: 'revoke' }, row);
  return revoked.map(({ id }) => id);
}

/**
 * Ends what these people hold once they are no longer active: their tokens, sessions and links, and those they made that may make others in
 * turn, so that nobody prepares a way back. What else they set up, such as a site's tablets, goes on. Resolves to the rows.
 */
export async function revokeTokensOfLeavers(tx: WriteTransaction, userIds: readonly string[]): Promise<TokenTable[]> {
  if (userIds.length === 0) return [];
  const { trx, orgId } = tx;
  const own = await revokeTokensOf(trx, orgId, userIds, tx.now());
  const made = (await openTokensMadeBy(trx, orgId, userIds)).filter(mayMakeOthers);
  const below = (await Promise.all(made.map(({ id }) => descendantsOf(trx, orgId, id)))).flat().filter(mayMakeOthers);
  const ids = new Set([...made, ...below].map(({ id }) => id));
  return [...own, ...(await revokeTokens(trx, orgId, [...ids], tx.now()))];
}

function mayMakeOthers(token: TokenTable): boolean {
  const rights = rightsOf({ ...token, user_id: null }, undefined);
  return rights !== null && (may(rights, 'tokens:manage') || may(rights, 'users:manage'));
}

/** @param row after the change */
export async function auditToken(
  tx: WriteTransaction,
  author: AuditedBy,
  { op, action }: Pick<Change, 'op' | 'action'>,
  row: TokenTable,
): Promise<void> {
  const act = action === undefined ? {} : { action };
  const revision = op === 'create' ? 1 : 2;
  await auditChange(tx, author, { op, ...act, kind: 'token', id: row.id, revision, state: tokenState(row) });
}

/** Stores tokens, and records each change of one in the audit log. */
import { saveToken, type NewToken } from '../auth/auth.ts';
import { readToken, revokeTokens } from '../store/access/tokens.ts';
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

/** The token that a request makes others with; none of them is more than it (contract rule AU18). */
import type { Actor } from '../../../shared/model/access.ts';
import { readToken } from '../../store/access/tokens.ts';
import type { Store } from '../../store/store.ts';
import type { TokenTable } from '../../store/tables/tokens.ts';
import { missing } from '../request/find.ts';

/** The caller's own token or session. */
export async function parentOf(db: Store['db'], { organisationId, tokenId = '' }: Actor): Promise<TokenTable> {
  const row = await readToken(db, organisationId, tokenId);
  if (!row) throw missing('token');
  // That a session ends soon says nothing about what its user may make.
  return row.purpose === 'session' ? { ...row, expires_at: null } : row;
}

/** What was set up with a token, such as a webhook, a mirror or the code of a tablet, works only while that token may do it (contract, Security, HR53). */
import type { Actor } from '../../shared/model/access.ts';
import { readToken } from '../store/access/tokens.ts';
import type { Db } from '../store/engine/db.ts';
import { loadByIds } from '../store/records/records.ts';
import { rightsOf } from './token-actor.ts';

/** What a token set up last. */
export interface Made {
  readonly org_id: string;
  /** Null = the operator's. */
  readonly token_id: string | null;
}

/**
 * Whether the token may still do what `isAllowed` asks. An expired token counts as it was, and so does a session that was signed out: it
 * ended as planned, and nobody withdrew its trust.
 */
export async function makerMay(
  db: Db,
  { org_id, token_id }: Made,
  isAllowed: (maker: Pick<Actor, 'role' | 'scopes'>) => boolean,
): Promise<boolean> {
  if (token_id === null) return true;
  const token = await readToken(db, org_id, token_id);
  if (token === undefined) return false;
  const [user] = token.user_id === null ? [] : await loadByIds(db, org_id, [token.user_id]);
  const rights = rightsOf(token.purpose === 'session' ? { ...token, revoked_at: null } : token, user);
  return rights !== null && isAllowed(rights);
}

/** A subscription receives an event only while the token that set it up may read it (contract, Security, HR53). */
import type { EventName } from '../../../shared/model/event.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import { rightsOf } from '../../auth/token-actor.ts';
import { readToken } from '../../store/access/tokens.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';

/** An expired token counts as it was, and so does a session that was signed out: it ended as planned, and nobody withdrew its trust. */
export async function mayReceive(
  db: Db,
  { org_id, token_id }: Pick<WebhookTable, 'org_id' | 'token_id'>,
  event: string,
): Promise<boolean> {
  if (token_id === null) return true;
  const token = await readToken(db, org_id, token_id);
  if (token === undefined) return false;
  const [user] = token.user_id === null ? [] : await loadByIds(db, org_id, [token.user_id]);
  const rights = rightsOf(token.purpose === 'session' ? { ...token, revoked_at: null } : token, user);
  return rights !== null && mayReadEvent(event as EventName, rights); // from the closed list
}

/** What becomes of a webhook's waiting deliveries when it is disabled: they are held, and wait for somebody's decision (design 4, section 3.3). */
import type { Transaction } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Leases stay: an attempt under way is still booked by the one who makes it. @param now RFC 3339 UTC with ms */
export async function holdPending(
  trx: Transaction<Tables>,
  orgId: string,
  webhookId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'held', due_at: null, updated_at: now })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

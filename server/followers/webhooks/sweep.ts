/** Retention (contract, Webhooks): drops deliveries that ended or were held 90 days ago, and secrets whose grace period is over. */
import { retentionOf } from '../../base/retention.ts';
import { deleteOldDeliveries } from '../../store/queues/deliveries.ts';
import type { Store } from '../../store/store.ts';
import { deletePreviousSecrets } from '../../store/access/webhooks.ts';

/** Small enough not to block other writers for long. */
const atOnce = 500;

/** Resolves to the number of deliveries dropped. @param nowMs ms since 1970 */
export async function sweepLog(store: Store, nowMs: number): Promise<number> {
  const before = new Date(nowMs - retentionOf('deliveries')).toISOString();
  await store.transaction((trx) => deletePreviousSecrets(trx, new Date(nowMs).toISOString()));
  let swept = 0;
  for (;;) {
    const some = await store.transaction((trx) => deleteOldDeliveries(trx, before, atOnce));
    swept += some;
    if (some < atOnce) return swept;
  }
}

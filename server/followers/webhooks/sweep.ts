/** Retention (contract, Webhooks): drops deliveries that ended 90 days ago, held ones with their events, and secrets whose hand-over is past. */
import { retentionOf } from '../../base/retention.ts';
import { deleteOldDeliveries } from '../../store/queues/deliveries.ts';
import { isTimeDoubted } from '../../store/records/feed.ts';
import type { Store } from '../../store/store.ts';
import { deletePreviousSecrets } from '../../store/access/webhooks.ts';

/** Small enough not to block other writers for long. */
const atOnce = 500;

/** Resolves to the number of deliveries dropped. @param nowMs ms since 1970 */
export async function sweepLog(store: Store, nowMs: number): Promise<number> {
  if (await isTimeDoubted(store.db)) return 0;
  await store.transaction((trx) => deletePreviousSecrets(trx, new Date(nowMs).toISOString()));
  let swept = 0;
  for (const which of ['ended', 'held'] as const) {
    const before = new Date(nowMs - retentionOf(which === 'held' ? 'events' : 'deliveries')).toISOString();
    for (let some = atOnce; some === atOnce; swept += some)
      some = await store.transaction((trx) => deleteOldDeliveries(trx, which, before, atOnce));
  }
  return swept;
}

/** What is forgotten in time (contract, Webhooks): deliveries that came to their end, or were put on hold, 90 days ago; secrets whose grace is over. */
import { forgetDeliveries } from '../../store/queues/deliveries.ts';
import type { Store } from '../../store/store.ts';
import { forgetPreviousSecrets } from '../../store/access/webhooks.ts';

const keptMs = 90 * 86_400_000;
/** Few enough that nobody waits long for the store. */
const atOnce = 500;

/** Resolves to the number of deliveries. @param nowMs ms since 1970 */
export async function sweepLog(store: Store, nowMs: number): Promise<number> {
  const before = new Date(nowMs - keptMs).toISOString();
  await store.transaction((trx) => forgetPreviousSecrets(trx, new Date(nowMs).toISOString()));
  let swept = 0;
  for (;;) {
    const some = await store.transaction((trx) => forgetDeliveries(trx, before, atOnce));
    swept += some;
    if (some < atOnce) return swept;
  }
}

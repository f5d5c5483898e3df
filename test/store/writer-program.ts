/** Writes records in several loops at once, one a write, and says each id when the store has acknowledged it. */
import { openStore } from '../../server/store/store.ts';
import { recordIn } from './record-rows.ts';
import { upsert } from '../../server/store/records/records.ts';
import type { WriterOrders } from './writer-orders.ts';

const orders = JSON.parse(process.argv[2] ?? '') as WriterOrders; // the test that starts it writes them
const store = await openStore(orders);

async function loop(): Promise<void> {
  for (let count = 0; count < orders.writesPerLoop; count += 1) {
    const id = await store.write(orders.orgId, Date.now, async (tx) => {
      const row = recordIn(tx);
      await upsert(tx.trx, tx.orgId, [row]);
      return row.id;
    });
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: orders.loops }, loop));
await store.close();

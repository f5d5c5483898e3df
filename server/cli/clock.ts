/** `clock accept`: the operator says that the clock of this machine is right, so that writes and sweeps that wait for that word go on. */
import { auditChange } from '../commit/audit.ts';
import { doubtClock, listOrganisations, readClocks } from '../store/records/feed.ts';
import { operator } from '../commit/operator.ts';
import type { Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

export async function acceptClock(terminal: Terminal): Promise<{ clock: string; last_write: string }> {
  return await withStore(terminal, async ({ store, now }) => {
    const before = await readClocks(store.db);
    const nth = (before?.clock_accepted ?? 0) + 1;
    const state = {
      clock: new Date(now()).toISOString(),
      last_write: new Date(before?.wall_ms ?? 0).toISOString(),
    };
    for (const { org_id: id } of await listOrganisations(store.db))
      await store.write(id, now, async (tx) => {
        tx.acceptClock(nth);
        await auditChange(tx, operator, { op: 'act', action: 'accept_clock', kind: 'organisation', id, state });
      });
    await store.transaction((trx) => doubtClock(trx, null));
    return state;
  });
}

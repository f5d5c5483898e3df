/** The follower of the search index: out of the way of those who write (contract, Search and reference lists). */
import { describe, expect, test } from 'vitest';
import { openSearchFollower } from '../../server/followers/search.ts';
import { openLog } from '../../server/base/log.ts';
import { upsert } from '../../server/store/records/records.ts';
import { organisationsBehind } from '../../server/store/search/search-index.ts';
import { openStore } from '../../server/store/store.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { recordIn } from '../store/record-rows.ts';
import { makeOrganisation } from '../store/world.ts';

describe.each(engines)('on %s', (engine) => {
  test('[SR12] a record still changing is indexed when it rests, or after ten rounds', async () => {
    await using options = await freshStoreOptions(engine);
    await using store = await openStore(options);
    const orgId = await makeOrganisation(store);
    const follower = openSearchFollower({ store, log: openLog('silent'), everyMs: 1_000_000 });
    try {
      await follower.run(); // the round of the start is over
      const write = (): Promise<void> =>
        store.write(orgId, Date.now, async (tx) => {
          await upsert(tx.trx, orgId, [recordIn(tx, { id: 'h', body: JSON.stringify({ name: 'Falling load' }) })]);
        });
      await write();
      expect(await follower.run()).toBe(0);
      expect(await follower.run()).toBe(1);
      expect(await organisationsBehind(store.db)).toEqual([]);
      const followed: number[] = [];
      for (let round = 0; round < 11; round++) {
        await write();
        followed.push(await follower.run());
      }
      expect(followed).toEqual([...Array<number>(10).fill(0), 1]);
    } finally {
      await follower.close();
    }
  });
});

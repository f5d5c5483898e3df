/** The write path of the store: the lock, the sequence, the clock, and what a failure leaves behind. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readFeed } from '../../server/store/records/feed.ts';
import { loadByIds, upsert } from '../../server/store/records/records.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { UnknownOrganisationError } from '../../server/store/write.ts';
import { engines } from '../kit/engines.ts';
import { recordIn, writeRecords } from './record-rows.ts';
import { openWorld } from './world.ts';

describe.each(engines)('a write on %s', (engine) => {
  test('[DB1] a write locks its organisation’s feed row first, and stores the position last', async () => {
    await using world = await openWorld(engine);
    world.statements.length = 0;
    await writeRecords(world.store, world.orgId, [{}]);
    expect(world.statements).toEqual([
      expect.stringMatching(/^begin/),
      expect.stringMatching(/^update "feed" set "seq" = "seq" where "org_id" = .+ returning/),
      expect.stringMatching(/^insert into "record"/),
      expect.stringMatching(/^update "feed" set "seq" = .+, "order_ms" = /),
      'commit',
    ]);
  });

  test('[DB2] sequence numbers and times always increase, even if the clock stops or goes back', async () => {
    await using world = await openWorld(engine);
    const given: { seq: number; time: string }[] = [];
    for (const nowMs of [1_000_000, 1_000_000, 999_000, 2_000_000]) {
      await world.store.write(
        world.orgId,
        () => nowMs,
        async (tx) => {
          for (let count = 0; count < 2; count += 1) given.push({ seq: tx.nextSeq(), time: tx.nextStamp() });
        },
      );
    }
    expect(given.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(given.map(({ time }) => Date.parse(time))).toEqual([
      1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005, 2_000_000, 2_000_001,
    ]);
    expect(given[0]?.time).toBe('1970-01-01T00:16:40.000Z');
    expect(await readFeed(world.store.db, world.orgId)).toMatchObject({ seq: 8, order_ms: 2_000_001 });
  });

  test('[DB3] a write that throws leaves nothing, and its sequence numbers are given out again', async () => {
    await using world = await openWorld(engine);
    const before = await readFeed(world.store.db, world.orgId);
    const failing = world.store.write(world.orgId, Date.now, async (tx) => {
      await upsert(tx.trx, tx.orgId, [recordIn(tx, { id: 'lost' })]);
      throw new Error('refused by a rule');
    });
    await expect(failing).rejects.toThrow('refused by a rule');
    expect(await readFeed(world.store.db, world.orgId)).toEqual(before);
    expect(await loadByIds(world.store.db, world.orgId, ['lost'])).toEqual([]);
    const [row] = await writeRecords(world.store, world.orgId, [{}]);
    expect(row?.seq).toBe(1);
  });

  test('[DB4] a write for an organisation that does not exist is refused, and makes none', async () => {
    await using world = await openWorld(engine);
    let reached = false;
    const writing = world.store.write('nobody', Date.now, async () => {
      reached = true;
    });
    await expect(writing).rejects.toThrow(UnknownOrganisationError);
    expect(reached).toBe(false);
    expect(await readFeed(world.store.db, 'nobody')).toBeUndefined();
  });

  test('[DB5] a hundred writers at two stores that read and write one record lose no update', async () => {
    await using world = await openWorld(engine);
    await using other = await openStore(world.options); // as another process would
    await writeRecords(world.store, world.orgId, [{ id: 'counter' }]);
    const increment = (store: Store): Promise<void> =>
      store.write(world.orgId, Date.now, async (tx) => {
        const [stored] = await loadByIds(tx.trx, tx.orgId, ['counter']);
        if (stored === undefined) throw new Error('the counter is gone');
        await upsert(tx.trx, tx.orgId, [
          { ...stored, rev: stored.rev + 1, seq: tx.nextSeq(), updated_at: tx.nextStamp() },
        ]);
      });
    await Promise.all(Array.from({ length: 99 }, (_, index) => increment(index % 2 ? other : world.store)));
    expect(await loadByIds(world.store.db, world.orgId, ['counter'])).toMatchObject([{ rev: 100, seq: 100 }]);
  });

  test('[DB6] readers see committed state only, and cannot write', async () => {
    await using world = await openWorld(engine);
    await world.store.write(world.orgId, Date.now, async (tx) => {
      await upsert(tx.trx, tx.orgId, [recordIn(tx, { id: 'new' })]);
      expect(await loadByIds(tx.trx, tx.orgId, ['new'])).toHaveLength(1);
      expect(await loadByIds(world.store.db, tx.orgId, ['new'])).toHaveLength(0);
    });
    expect(await loadByIds(world.store.db, world.orgId, ['new'])).toHaveLength(1);
    await expect(world.store.db.updateTable('record').set({ rev: 7 }).execute()).rejects.toThrow(/read-?only/);
  });

  test('[DB7] a transaction inside a transaction is refused, instead of waiting for itself', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const nested = store.write(orgId, Date.now, () => store.write(orgId, Date.now, async () => undefined));
    await expect(nested).rejects.toThrow('pass the transaction on');
    await store.write(orgId, Date.now, async () => undefined);
  });

  test('[DB8] whichever statement of a write fails, all of it is rolled back', async () => {
    await using world = await openWorld(engine);
    const statementsOfWrite = 5; // as DB1 lists them
    for (let failing = 1; failing <= statementsOfWrite; failing += 1) {
      let count = 0;
      world.beforeStatement = () => {
        if (++count === failing) throw new Error(`statement ${failing} failed`);
      };
      await expect(writeRecords(world.store, world.orgId, [{}])).rejects.toThrow(`statement ${failing} failed`);
      world.beforeStatement = () => undefined;
      expect(await world.store.db.selectFrom('record').select('id').execute()).toEqual([]);
      expect(await readFeed(world.store.db, world.orgId)).toMatchObject({ seq: 0, order_ms: 0 });
    }
    expect(await writeRecords(world.store, world.orgId, [{}])).toMatchObject([{ seq: 1 }]);
  });

  test('[DB9] a transaction that even fails to roll back does not harm the next one', async () => {
    await using world = await openWorld(engine);
    world.beforeStatement = (statement) => {
      if (statement === 'commit' || statement === 'rollback') throw new Error(`${statement} failed`);
    };
    await expect(writeRecords(world.store, world.orgId, [{}])).rejects.toThrow('failed');
    world.beforeStatement = () => undefined;
    expect(await writeRecords(world.store, world.orgId, [{}])).toMatchObject([{ seq: 1 }]);
  });

  test('[DB10] closing refuses new writes and waits for queued ones in order', async () => {
    await using world = await openWorld(engine);
    const writing = Array.from({ length: 20 }, () => writeRecords(world.store, world.orgId, [{}]));
    await world.store.close();
    expect((await Promise.all(writing)).map(([row]) => row?.seq)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await expect(writeRecords(world.store, world.orgId, [{}])).rejects.toThrow('the store is closed');
  });

  test('[DB47] a queue of writes leaves turns of the event loop to all else', async () => {
    await using world = await openWorld(engine);
    let writing = true;
    let turns = 0;
    const others = (async () => {
      for (; writing; turns += 1) await nextTurn();
    })();
    await Promise.all(Array.from({ length: 20 }, () => writeRecords(world.store, world.orgId, [{}])));
    writing = false;
    await others;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  test('[DB11] parameters that the engines would store differently are refused', async () => {
    await using world = await openWorld(engine);
    const refused: readonly unknown[] = [
      new Date(0),
      { rev: 1 },
      ['a'],
      Buffer.from('a'),
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'a\0b',
      Symbol('a'),
    ];
    for (const value of refused) {
      const asking = sql`select id from record where id = ${value}`.execute(world.store.db);
      await expect(asking).rejects.toThrow(/^statement parameter 1 is .+: only null, finite numbers and text/);
    }
    const writing = writeRecords(world.store, world.orgId, [{ id: 'dated', body: new Date(0) as unknown as string }]); // as a careless caller would
    await expect(writing).rejects.toThrow('an object (Date)');
  });
});

/** Many writers in several processes at once, and readers that follow them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readFeed } from '../../server/store/records/feed.ts';
import { listRecords } from '../../server/store/records/record-lists.ts';
import { changesAfter } from '../../server/store/records/changes.ts';
import type { Store } from '../../server/store/store.ts';
import { engines } from '../kit/engines.ts';
import { startChild } from './child.ts';
import { openWorld } from './world.ts';
import type { WriterOrders } from './writer-orders.ts';

describe.each(engines)('writers in two processes on %s', (engine) => {
  test('[DB12] readers by seq and by updated_at miss nothing of eight writers in two processes', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const orders: WriterOrders = {
      url: world.options.url,
      file: world.options.file,
      orgId,
      loops: 4,
      writesPerLoop: 30,
    };
    const writers = [startChild('writer-program.ts', orders), startChild('writer-program.ts', orders)];
    let writing = true;
    const following = [followSeq(store, orgId, () => writing), followUpdates(store, orgId, () => writing)];
    const acknowledged: string[] = [];
    await Promise.all(
      writers.map(async ({ lines }) => {
        for await (const id of lines) acknowledged.push(id);
      }),
    );
    await Promise.all(writers.map(({ ended }) => ended));
    writing = false;
    expect(acknowledged).toHaveLength(240);
    for (const seen of await Promise.all(following)) {
      expect(seen.rounds).toBeGreaterThan(10);
      expect(new Set(seen.ids)).toEqual(new Set(acknowledged));
    }
    expect(await readFeed(store.db, orgId)).toMatchObject({ seq: 240 });
  });
});

interface Seen {
  readonly ids: readonly string[];
  /** How often it asked while the writers wrote. */
  readonly rounds: number;
}

async function followSeq(store: Store, orgId: string, writing: () => boolean): Promise<Seen> {
  const ids: string[] = [];
  let rounds = 0;
  for (let seq = 0, last = false; ; rounds += 1) {
    const { rows, more } = await changesAfter(store.db, orgId, seq, { limit: 7, maxBytes: 1_000_000 });
    ids.push(...rows.map((row) => row.id));
    seq = rows.at(-1)?.seq ?? seq;
    if (last && !more) return { ids, rounds };
    last = !writing();
    await nextTurn(); // lets the event loop hear the writers; the reads of SQLite alone would not
  }
}

/** As an integrator does: asks again from the last `updated_at` it has seen. */
async function followUpdates(store: Store, orgId: string, writing: () => boolean): Promise<Seen> {
  const ids = new Set<string>();
  let rounds = 0;
  for (let updatedSince = '', last = false; ; rounds += 1) {
    const { rows, total } = await listRecords(store.db, orgId, {
      kind: 'hazard',
      updatedSince,
      includeDeleted: true,
      order: 'updated_at',
      page: 1,
      perPage: 7,
    });
    for (const { id } of rows) ids.add(id);
    updatedSince = rows.at(-1)?.updated_at ?? updatedSince;
    if (last && total <= rows.length) return { ids: [...ids], rounds };
    last = !writing();
    await nextTurn(); // lets the event loop hear the writers; the reads of SQLite alone would not
  }
}

/** The state after a process was killed during its writes. */
import { describe, expect, test } from 'vitest';
import { readFeed } from '../../server/store/records/feed.ts';
import { changesAfter } from '../../server/store/records/changes.ts';
import { engines } from '../kit/engines.ts';
import { startChild } from './child.ts';
import { writeRecords } from './record-rows.ts';
import { openWorld } from './world.ts';
import type { WriterOrders } from './writer-orders.ts';

describe.each(engines)('a killed process on %s', (engine) => {
  test.each([1, 10, 100])(
    '[DB13] after SIGKILL during writes (at acknowledgement %i) acknowledged writes remain',
    async (killAt) => {
      await using world = await openWorld(engine);
      const { store, orgId } = world;
      const orders: WriterOrders = {
        url: world.options.url,
        file: world.options.file,
        orgId,
        loops: 4,
        writesPerLoop: 100_000,
      };
      const writer = startChild('writer-program.ts', orders);
      const acknowledged: string[] = [];
      for await (const id of writer.lines) if (acknowledged.push(id) === killAt) writer.kill();
      await writer.ended;

      const [next] = await writeRecords(store, orgId, [{}]);
      const { rows } = await changesAfter(store.db, orgId, 0, { limit: 1_000_000, maxBytes: 1e9 });
      expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(acknowledged));
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
      expect(rows.at(-1)?.id).toBe(next?.id);
      expect(await readFeed(store.db, orgId)).toMatchObject({ seq: rows.length });
    },
  );
});

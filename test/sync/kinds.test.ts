/** A kind that replicates only from a later release on (contract, Sync): devices that have read past its records get them too. */
import { expect, test } from 'vitest';
import { replicatedKinds } from '../../shared/resources/index.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { readersView } from '../../server/sync/page.ts';
import { recordsOf } from '../kit/limited.ts';
import { shownBy } from '../kit/shown-by.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';

/** A pull as served by a release that replicates these kinds. */
async function serving<Result>(kinds: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const present = replicatedKinds.splice(0, replicatedKinds.length, ...kinds);
  try {
    return await work();
  } finally {
    replicatedKinds.splice(0, replicatedKinds.length, ...present);
  }
}

test('[SY55] a newly replicated kind reaches devices past its records, by a snapshot', async () => {
  await using world = await openWorld();
  await using device = await openTablet(world, { seed: 2 });
  const withoutWorkers = replicatedKinds.filter((kind) => kind !== 'worker');
  const pull = async (cursor: string | null): Promise<PullReply> =>
    (await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor })).body;
  const kinds = ({ ops }: PullReply): unknown[] => ops.map((op) => ('kind' in op ? op.kind : op.op));
  const { cursor } = await serving(withoutWorkers, async () => {
    await world.api('POST', '/api/v1/workers', { name: 'Aisha Rahman' });
    await world.api('POST', '/api/v1/projects', { name: 'Block C' });
    await device.sync();
    const first = await pull(null);
    expect(kinds(first)).toEqual(['project']);
    return first;
  });
  expect(await device.workers.find()).toEqual([]);
  const next = await pull(cursor);
  expect(kinds(next)).toEqual(['reset', 'worker', 'project']);
  expect(kinds(await pull(next.cursor))).toEqual([]);
  await device.sync();
  expect(await device.workers.find()).toMatchObject([{ name: 'Aisha Rahman' }]);
  expect(await shownBy(device)).toEqual(await recordsOf(world, null));
});

test('[SY56] other readable kinds or rights give another view', () => {
  const view = readersView(['project', 'site']);
  expect(readersView(['project', 'site'])).toBe(view);
  expect(readersView(['project'])).not.toBe(view);
  expect(readersView(['project', 'site'], ['incidents:confidential'])).not.toBe(view);
});

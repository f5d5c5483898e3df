/** A kind that devices begin to hold in a later release (contract, Sync): those that had read past its records get them too. */
import { expect, test } from 'vitest';
import { replicatedKinds } from '../../shared/resources/index.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { firstKinds, feedEpoch } from '../../server/sync/page.ts';
import { recordsOf } from '../kit/limited.ts';
import { shownBy } from '../kit/shown-by.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';

/** As a release serves it that replicates these kinds. */
async function serving<Result>(kinds: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const present = replicatedKinds.splice(0, replicatedKinds.length, ...kinds);
  try {
    return await work();
  } finally {
    replicatedKinds.splice(0, replicatedKinds.length, ...present);
  }
}

test('[SY55] a kind that is replicated from a later release on comes to who had read past its records, by a fresh snapshot', async () => {
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

test('[SY56] a cursor from before histories were named after their kinds goes on where it stands', async () => {
  expect(feedEpoch('e1', firstKinds)).toBe('e1');
  const more = [...firstKinds, 'crane'];
  expect(feedEpoch('e1', more)).not.toBe('e1');
  expect(feedEpoch('e1', more)).not.toBe(feedEpoch('e1', [...firstKinds, 'hoist']));
  // Of the kinds of that release nobody’s history is called otherwise now, whatever else is replicated since.
  expect(feedEpoch('e1', ['project', 'site'])).toBe('e1~48f7f91780cf');

  await using world = await openWorld();
  await world.api('POST', '/api/v1/projects', { name: 'Block C' });
  const { db } = world.app.commitContext.store;
  const { epoch, seq } = await db.selectFrom('feed').select(['epoch', 'seq']).executeTakeFirstOrThrow();
  const cursor = Buffer.from(`1.${seq}.${epoch}`).toString('base64url');
  const headers = { authorization: `Bearer ${await world.token('device')}` };
  await serving(firstKinds, async () => {
    const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor }, headers);
    expect(body).toMatchObject({ cursor, ops: [] });
  });
});

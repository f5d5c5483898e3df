/**
 * Stores pages of the feed (shared/sync/sync.ts, pullOp). Rows that come again by a `reset` or `grant` stay visible until the snapshot is
 * complete; then those that did not come again are dropped.
 */
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { FeedOp, Records } from '../disk/records.ts';

export type Snapshots = Pick<ReplicaMetadata, 'generation' | 'sweeping' | 'resets'>;

/**
 * Applies operations in order, and returns the snapshots in progress afterwards. Idempotent. `areNew` = the replica was empty when the
 * pull began.
 */
export async function applyPage(
  ops: readonly FeedOp[],
  before: Snapshots,
  records: Records,
  areNew: boolean,
): Promise<Snapshots> {
  let { generation, sweeping, resets } = before;
  let pending: FeedOp[] = [];
  const flush = async (): Promise<void> => {
    await records.apply(pending, generation, areNew);
    pending = [];
  };
  for (const op of ops) {
    const project = op['project_id'];
    if (op.op === 'reset' && typeof project !== 'string') {
      // Earlier operations belong to the old snapshot.
      pending = [];
      generation++;
      [sweeping, resets] = [true, {}];
    } else if (op.op === 'revoke' && typeof project === 'string') {
      await flush();
      await records.dropScopes({ [project]: generation + 1 });
      const { [project]: _dropped, ...others } = resets;
      resets = others;
    } else if ((op.op === 'reset' || op.op === 'grant') && typeof project === 'string') {
      // A full snapshot includes it.
      if (sweeping) continue;
      await flush();
      generation++;
      resets = { ...resets, [project]: generation };
    } else pending.push(op);
  }
  await flush();
  return { generation, sweeping, resets };
}

/** The snapshots are complete: drops rows that did not come again. */
export async function finishSnapshots({ generation, sweeping, resets }: Snapshots, records: Records): Promise<void> {
  if (sweeping) await records.sweep(generation);
  await records.dropScopes(resets);
}

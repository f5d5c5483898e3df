/**
 * Lines of the feed on their way into the truth (shared/sync/sync.ts, pullOp). What comes again by a `reset` or a `grant` stands in sight as it
 * was until all of it has come; then what did not come again goes.
 */
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { FeedOp, Records } from '../disk/records.ts';

export type Snapshots = Pick<ReplicaMetadata, 'generation' | 'sweeping' | 'resets'>;

/**
 * Stores the lines in their order, and tells which snapshots are under way then. Doing it twice changes nothing. `areNew` = the replica
 * was empty when the pull began.
 */
export async function applyPage(
  ops: readonly FeedOp[],
  before: Snapshots,
  records: Records,
  areNew: boolean,
): Promise<Snapshots> {
  let { generation, sweeping, resets } = before;
  let lines: FeedOp[] = [];
  const flush = async (): Promise<void> => {
    await records.apply(lines, generation, areNew);
    lines = [];
  };
  for (const op of ops) {
    const project = op['project_id'];
    if (op.op === 'reset' && typeof project !== 'string') {
      // What came before belongs to the old snapshot.
      lines = [];
      generation++;
      [sweeping, resets] = [true, {}];
    } else if (op.op === 'revoke' && typeof project === 'string') {
      await flush();
      await records.dropScopes({ [project]: generation + 1 });
      const { [project]: _given, ...others } = resets;
      resets = others;
    } else if ((op.op === 'reset' || op.op === 'grant') && typeof project === 'string') {
      // Where everything comes again, this does too.
      if (sweeping) continue;
      await flush();
      generation++;
      resets = { ...resets, [project]: generation };
    } else lines.push(op);
  }
  await flush();
  return { generation, sweeping, resets };
}

/** The snapshots are complete: drops what they did not bring again. */
export async function finishSnapshots({ generation, sweeping, resets }: Snapshots, records: Records): Promise<void> {
  if (sweeping) await records.sweep(generation);
  await records.dropScopes(resets);
}

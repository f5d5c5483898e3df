/**
 * Pulls the feed page by page to its end. Rows are stored before the cursor, and applying them is idempotent, so a crash in between
 * costs one page (shared/sync/sync.ts, pull).
 */
import { everyScope } from '../../shared/sync/scope-checksum.ts';
import type { Wanted } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import type { FencedJournal } from '../disk/journal.ts';
import type { Grants, ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import { applyPage, finishSnapshots } from './pages.ts';
import { pagesFrom } from './read-ahead.ts';
import type { FeedOp, Records } from '../disk/records.ts';
import { SyncError } from '../base/sync-error.ts';
import { upgradeOps } from '../disk/upgrade-replica.ts';
import { compareChecksums, type Differences, FirstPull, isDue, isSameSum } from './checksum-verify.ts';
import type { Page, SyncTransport } from './sync-transport.ts';

/** Small enough that the server prepares the next page while this one is stored, and that neither side holds much in memory. */
const pageRows = 1000;
const pageBytes = 1024 * 1024;
const settledAtOnce = 500;

/**
 * Returns the number of operations applied. Throws SyncError `history_changed` if the server was restored from a backup, `too_old` if the
 * server or the replica has a newer schema. `isConfirmed` = the server still has the command.
 */
export async function pullAll(
  journal: FencedJournal,
  records: Records,
  transport: SyncTransport,
  clock: Clock,
  steps: readonly Step[],
  want: Wanted | undefined,
  isConfirmed: (commandId: string) => boolean,
): Promise<number> {
  const schema = currentSchema(steps);
  if (journal.state.schema > schema)
    throw new SyncError('too_old', 'A newer version of the app has written this replica.');
  const acked = [...journal.commands.values()].filter(({ id, state }) => state === 'acked' && isConfirmed(id));
  let first = journal.state.cursor === null && (await records.count()) === 0 ? new FirstPull() : null;
  let applied = 0;
  /** Scopes that differ are fetched again, once a pull, so that wrong checksums cannot cause an endless loop. */
  let resync: readonly string[] = [];
  for (let repairing = false; ; repairing = true) {
    const { cursor } = journal.state;
    // A replica that is limited by `keep` cannot be compared.
    const checksums = journal.state.kept === null;
    const request = { schema, limit: pageRows, max_bytes: pageBytes, ...(checksums ? { checksums } : {}), want };
    for await (const page of pagesFrom(transport, cursor, request, resync.length > 0 ? { resync } : {})) {
      const ops = upgradeOps(page.ops, page.schema, steps);
      const snapshots = await applyPage(ops, journal.state, records, first?.areNew(ops) ?? false);
      const grants = grantsAfter(journal.state.grants, page.ops);
      const progress = { ...snapshots, grants, cursor: page.cursor, ...syncedAt(clock) };
      applied += page.ops.length;
      if (page.more) {
        await journal.change(() => ({ state: progress }));
        continue;
      }
      await finishSnapshots(snapshots, records);
      const confirmed = confirmedBy(page, acked);
      const settled = confirmed.slice(0, settledAtOnce);
      await journal.change(() => ({ state: { ...progress, sweeping: false, resets: {} }, settled }));
      // A backlog of thousands in one write would hold up everything else.
      for (let from = settledAtOnce; from < confirmed.length; from += settledAtOnce) {
        const more = confirmed.slice(from, from + settledAtOnce);
        await journal.change(() => ({ settled: more }));
      }
      // Bodies of an older server were upgraded here, so they are not what it has.
      const sums = page.schema < schema ? undefined : page.checksums;
      resync = sums ? await compareAndRepair(sums, journal, records, clock, first !== null) : [];
      first = null;
    }
    if (resync.length === 0 || repairing) return applied;
  }
}

/** Compares checksums, and returns the scopes to fetch again. `isFirst` = everything was written just now. */
async function compareAndRepair(
  sums: NonNullable<Page['checksums']>,
  journal: FencedJournal,
  records: Records,
  clock: Clock,
  isFirst: boolean,
): Promise<readonly string[]> {
  const { state } = journal;
  if (state.kept !== null) return [];
  const own = await records.sum();
  const fits = isSameSum(own, sums);
  if (fits && !isFirst && !isDue(state, clock.now())) return [];
  const { differing, foreign, damaged, total } =
    fits && isFirst ? nothing : compareChecksums(await records.reread(), state.generation, sums);
  if (damaged.length > 0) await records.drop(damaged);
  if (total) await records.setSum(total);
  await records.dropScopes(Object.fromEntries(foreign.map((scope) => [scope, state.generation + 1])));
  const isEqual = differing.length === 0 && foreign.length === 0;
  await journal.change(({ state: { generation, mismatches } }) => {
    if (isEqual) return { state: { verified_at: isoTime(clock.now()) } };
    const whole = differing.includes(everyScope) ? { cursor: null, generation: generation + 1, sweeping: true } : {};
    return { state: { ...whole, verified_at: null, mismatches: mismatches + 1 } };
  });
  return differing;
}

const nothing: Differences = { differing: [], foreign: [], damaged: [], total: null };

/** Commands accepted before the pull, whose effect it therefore includes: they leave the overlay without a flicker. */
function confirmedBy({ seq }: Page, acked: readonly OutboxCommand[]): OutboxCommand[] {
  return acked.filter(({ result }) => (result?.seq ?? 0) <= seq);
}

function syncedAt(clock: Clock): Pick<ReplicaMetadata, 'last_sync_at' | 'clock_offset_ms'> {
  return { last_sync_at: isoTime(clock.now()), clock_offset_ms: clock.offsetMs() };
}

/** Keeps the granted projects current. Null if the feed shows that they have changed: then the next hello asks for them. */
function grantsAfter(known: Grants | null, ops: readonly FeedOp[]): Grants | null {
  if (known === null) return null;
  const includes = (project: unknown): boolean =>
    typeof project === 'string' && (known.projects === null || known.projects.includes(project));
  const hasChanged = ops.some(({ op, project_id: project }) => {
    if (op === 'reset') return project === undefined;
    return op === 'grant' ? known.projects === null || !includes(project) : op === 'revoke' && includes(project);
  });
  return hasChanged ? null : known;
}

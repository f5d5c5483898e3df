/**
 * Stores pages of the feed (shared/sync/sync.ts, pullOp). Rows that come again by a `reset` or `grant` stay visible until the snapshot is
 * complete; then those that did not come again are dropped.
 */
import type { Step } from '../../shared/upgrade/step.ts';
import { correctedNow, isoTime, type Clock } from '../base/clock.ts';
import type { FencedJournal } from '../disk/journal.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import type { Grants, ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { FeedOp, Records } from '../disk/records.ts';
import { syncedNow } from '../disk/remembered-time.ts';
import { lateArrivalsAfter } from '../disk/settled-commands.ts';
import { upgradeOps } from '../disk/upgrade-replica.ts';
import type { Limits } from './eviction-plan.ts';
import type { Page } from './sync-transport.ts';

/** A backlog of thousands in one write would hold up everything else. */
const settledAtOnce = 500;

/** Where pages are stored. */
export interface PageStore {
  readonly journal: FencedJournal;
  readonly records: Records;
  readonly clock: Clock;
  readonly steps: readonly Step[];
}

/**
 * Stores a page that continues the replica, pulled or live: its rows first, then the cursor, so that a crash in between costs one page.
 * With the last page, the commands whose effect it includes leave the outbox without a flicker. `areNew` = the replica was empty when the
 * pull began, and no row came twice. `limits` = those of the pull, for a page from which the server withheld something.
 */
export async function storePage(
  page: Page,
  { journal, records, clock, steps }: PageStore,
  areNew: (ops: readonly FeedOp[]) => boolean = () => false,
  limits: Limits | null = null,
): Promise<void> {
  const ops = upgradeOps(page.ops, page.schema, steps);
  const snapshots = await applyPage(ops, journal.state, records, areNew(ops));
  const grants = grantsAfter(journal.state.grants, page.ops);
  // In one write with the cursor: no replica that lacks something passes for complete.
  const kept = page.withheld && limits ? { kept: { ...limits, left_out: [] } } : {};
  const news = saysNewThings(page, journal.state) ? { organisation_revision: null } : {};
  const progress = { ...snapshots, grants, ...news, cursor: page.cursor, ...syncedNow(clock), ...kept };
  if (page.more) return await journal.change(() => ({ state: progress, isRepeatable: true }));
  await finishSnapshots(snapshots, records);
  const isIncluded = ({ state, result }: OutboxCommand): boolean => state === 'acked' && (result?.seq ?? 0) <= page.seq;
  const included = [...journal.commands.values()].filter(isIncluded);
  const settled = included.slice(0, settledAtOnce);
  const arrivedMs = correctedNow(clock);
  const arrivedAt = isoTime(arrivedMs);
  await journal.change(({ state: { late_arrivals: late = null } }) => ({
    state: { ...progress, sweeping: false, resets: {}, late_arrivals: lateArrivalsAfter(late, included, arrivedMs) },
    settled,
    arrivedAt,
    isRepeatable: true,
  }));
  for (let from = settledAtOnce; from < included.length; from += settledAtOnce)
    await journal.change(() => ({ settled: included.slice(from, from + settledAtOnce), arrivedAt }));
}

type Snapshots = Pick<ReplicaMetadata, 'generation' | 'sweeping' | 'resets'>;

/**
 * Applies operations in order, and returns the snapshots in progress afterwards. Idempotent. `areNew` = the replica was empty when the
 * pull began.
 */
async function applyPage(
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
async function finishSnapshots({ generation, sweeping, resets }: Snapshots, records: Records): Promise<void> {
  if (sweeping) await records.sweep(generation);
  await records.dropScopes(resets);
}

/** Whether the organisation is not as the last hello said. */
function saysNewThings(
  { organisation_revision: named }: Page,
  { organisation_revision: known }: ReplicaMetadata,
): boolean {
  return named !== undefined && named !== known;
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

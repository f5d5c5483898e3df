/**
 * The way down: the feed, page by page, until there is no more. Rows are stored before the cursor that says so, and applying them
 * twice changes nothing, so a crash between the two costs one page (shared/sync/sync.ts, pull).
 */
import { everyScope } from '../../shared/sync/scope-checksum.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import { grantsAfter } from '../disk/grants.ts';
import type { FencedJournal, JournalChange } from '../disk/journal.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import { applyPage, finishSnapshots } from './pages.ts';
import { pagesFrom } from './read-ahead.ts';
import type { Records } from '../disk/records.ts';
import { SyncError } from '../base/sync-error.ts';
import { upgradeOps } from '../disk/upgrade-replica.ts';
import { ReceivedRows, compareChecksums, isDue } from './checksum-verify.ts';
import type { Page, SyncTransport } from './sync-transport.ts';

/** Small enough that the server makes the next page while this one is stored, and that neither side holds much. */
const pageRows = 1000;
const pageBytes = 1024 * 1024;

/**
 * Number of lines applied. Throws SyncError `epoch` where the server's history is another one, `too_old` where it or this replica's own
 * rows are of a newer app.
 */
export async function pullAll(
  journal: FencedJournal,
  records: Records,
  transport: SyncTransport,
  clock: Clock,
  steps: readonly Step[],
): Promise<number> {
  const schema = currentSchema(steps);
  if (journal.state.schema > schema) throw new SyncError('too_old', 'A newer version of the app was here before.');
  const acked = journal.commands.filter((entry) => entry.state === 'acked');
  let brought = journal.state.cursor === null && (await records.count()) === 0 ? new ReceivedRows() : null;
  let applied = 0;
  /** Scopes that were found to differ come afresh; once a pull, so that a fault of the sums themselves cannot go on for ever. */
  let resync: readonly string[] = [];
  for (let repairing = false; ; repairing = true) {
    const { client_id, cursor } = journal.state;
    const checksums = isDue(journal.state, clock.now());
    const request = { client_id, schema, limit: pageRows, max_bytes: pageBytes, ...(checksums ? { checksums } : {}) };
    for await (const page of pagesFrom(transport, cursor, request, resync.length > 0 ? { resync } : {})) {
      const { epoch } = journal.state;
      // An organisation that nothing was ever written to has no history yet.
      if (epoch !== null && page.epoch !== epoch)
        throw new SyncError('epoch', 'The server was restored from a backup.');
      const ops = upgradeOps(page.ops, page.schema ?? schema, steps);
      // What is dropped on the way is best counted by what is left.
      if (ops.some(({ op }) => op === 'revoke' || op === 'reset')) brought = null;
      const snapshots = await applyPage(ops, journal.state, records, brought !== null);
      brought?.add(ops);
      const grants = grantsAfter(journal.state.grants, page.ops);
      const place = { ...snapshots, grants, cursor: page.cursor, epoch: page.epoch || null, ...exchanged(clock) };
      applied += page.ops.length;
      if (page.more) {
        await journal.change(() => ({ state: place }));
        continue;
      }
      await finishSnapshots(snapshots, records);
      await journal.change(() => ({ state: { ...place, sweeping: false, resets: {} }, ...settled(acked, page) }));
      resync = page.checksums ? await compareAndRepair(page.checksums, journal, records, clock, brought) : [];
      brought = null;
    }
    if (resync.length === 0 || repairing) return applied;
  }
}

/** Compares, and says what has to come afresh. */
async function compareAndRepair(
  sums: NonNullable<Page['checksums']>,
  journal: FencedJournal,
  records: Records,
  clock: Clock,
  brought: ReceivedRows | null,
): Promise<readonly string[]> {
  if (journal.state.kept !== null) return [];
  const { differing, foreign } = compareChecksums(brought?.all() ?? (await records.all()), sums);
  const next = journal.state.generation + 1;
  await records.dropScopes(Object.fromEntries(foreign.map((scope) => [scope, next])));
  const isEqual = differing.length === 0 && foreign.length === 0;
  await journal.change(({ state: { generation, mismatches } }) => {
    if (isEqual) return { state: { verified_at: isoTime(clock.now()) } };
    const whole = differing.includes(everyScope) ? { cursor: null, generation: generation + 1, sweeping: true } : {};
    return { state: { ...whole, verified_at: null, mismatches: mismatches + 1 } };
  });
  return differing;
}

/** Commands answered before the pull began, whose effect it has therefore brought: they leave the overlay without a flicker. */
function settled(acked: readonly OutboxCommand[], { last_mutation_id: last }: Page): JournalChange {
  return { remove: acked.filter(({ number }) => number <= last).map(({ id }) => id) };
}

function exchanged(clock: Clock): Pick<ReplicaMetadata, 'last_sync_at' | 'clock_offset_ms'> {
  return { last_sync_at: isoTime(clock.now()), clock_offset_ms: clock.offsetMs() };
}

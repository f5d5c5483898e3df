/** Pulls the feed page by page to its end, and verifies what the replica holds then (shared/sync/sync.ts, pull). */
import { everyScope } from '../../shared/sync/scope-checksum.ts';
import type { Wanted } from '../../shared/sync/sync.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { correctedNow, isoTime, type Clock } from '../base/clock.ts';
import { evidenceSince, type Limits } from './eviction-plan.ts';
import { storePage, type PageStore } from './pages.ts';
import { pagesFrom } from './read-ahead.ts';
import { SyncError } from '../base/sync-error.ts';
import { compareChecksums, type Differences, FirstPull, isDue, isSameSum } from './checksum-verify.ts';
import type { Page, SyncTransport } from './sync-transport.ts';

/** Small enough that the server prepares the next page while this one is stored, and that neither side holds much in memory. */
const pageRows = 1000;
const pageBytes = 1024 * 1024;

/** What every pull says: the schema of the app, how much fits a page, and what the device wants of its grant. */
export function pullRequest({ steps }: Pick<PageStore, 'steps'>, want: Wanted | undefined): object {
  return { schema: currentSchema(steps), limit: pageRows, max_bytes: pageBytes, want };
}

/**
 * Returns the number of operations applied. Throws SyncError `history_changed` if the server was restored from a backup, `too_old` if the
 * server or the replica has a newer schema.
 */
export async function pullAll(
  store: PageStore,
  transport: SyncTransport,
  { want, limits }: { readonly want: Wanted | undefined; readonly limits: Limits | null },
): Promise<number> {
  const { journal, records, steps, clock } = store;
  const schema = currentSchema(steps);
  if (journal.state.schema > schema)
    throw new SyncError('too_old', 'A newer version of the app has written this replica.');
  let first = journal.state.cursor === null && (await records.count()) === 0 ? new FirstPull() : null;
  // What unsent work names is wanted, however old it is.
  const narrowed = first && limits && journal.commands.size === 0 ? limits : null;
  let applied = 0;
  /** Scopes that differ are fetched again, once a pull, so that wrong checksums cannot cause an endless loop. */
  let resync: readonly string[] = [];
  for (let repairing = false; ; repairing = true) {
    const { cursor, answered } = journal.state;
    // A replica that is limited by `keep` cannot be compared.
    const checksums = journal.state.kept === null;
    const request = {
      ...pullRequest(store, first && narrowed ? { ...want, ...sinceOf(narrowed, clock) } : want),
      ...(checksums ? { checksums } : {}),
    };
    for await (const page of pagesFrom(transport, cursor, request, { resync, answered })) {
      await storePage(page, store, (ops) => first?.areNew(ops) ?? false, narrowed);
      applied += page.ops.length;
      if (page.more) continue;
      // Bodies of an older server were upgraded here, so they are not what it has.
      const sums = page.schema < schema ? undefined : page.checksums;
      resync = sums ? await compareAndRepair(sums, store, first !== null) : [];
      first = null;
    }
    if (resync.length === 0 || repairing) return applied;
  }
}

/** The age, by the server's clock, at which evidence would be dropped here at once; without a clock that was just compared, all is wanted. */
function sinceOf(limits: Limits, clock: Clock): Wanted {
  const since = evidenceSince(limits, correctedNow(clock));
  return clock.confidence() === 'server_synced' && since > 0 ? { evidence_since: isoTime(since) } : {};
}

/** Compares checksums, and returns the scopes to fetch again. `isFirst` = everything was written just now. */
async function compareAndRepair(
  sums: NonNullable<Page['checksums']>,
  { journal, records, clock }: PageStore,
  isFirst: boolean,
): Promise<readonly string[]> {
  const { state } = journal;
  if (state.kept !== null) return [];
  const own = await records.sum();
  const fits = isSameSum(own, sums);
  if (fits && !isFirst && !isDue(state, clock.now())) return [];
  const { differing, foreign, damaged, total } =
    fits && isFirst ? nothing : compareChecksums(await records.all(), state.generation, sums);
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

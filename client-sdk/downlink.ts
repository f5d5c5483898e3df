/**
 * The way down: the feed, page by page, until there is no more. Rows are stored before the cursor that says so, and applying them
 * twice changes nothing, so a crash between the two costs one page (shared/sync.ts, pull).
 */
import { schemaVersion } from '../shared/sync.ts';
import { isoTime, type Clock } from './clock.ts';
import type { Journal, JournalChange } from './journal.ts';
import type { LocalState } from './local-state.ts';
import type { OutboxCommand } from './outbox-command.ts';
import type { Records } from './records.ts';
import { SyncError } from './sync-error.ts';
import type { Page, Wire } from './wire.ts';

const pageRows = 5000;
const pageBytes = 4 * 1024 * 1024;

/** Number of lines applied. Throws SyncError `epoch` where the server's history is another one. */
export async function pullAll(journal: Journal, records: Records, wire: Wire, clock: Clock): Promise<number> {
  const acked = journal.commands.filter((entry) => entry.state === 'acked');
  let applied = 0;
  for (;;) {
    const { client_id, cursor, epoch, generation } = journal.state;
    const page = await wire.pull({ client_id, schema: schemaVersion, cursor, limit: pageRows, max_bytes: pageBytes });
    // An organisation that nothing was ever written to has no history yet.
    if (epoch !== null && page.epoch !== epoch) throw new SyncError('epoch', 'The server was restored from a backup.');
    const place = await store(page, generation, records);
    applied += page.ops.length;
    if (page.more) {
      await journal.change(() => ({ state: { ...place, ...exchanged(clock) } }));
      continue;
    }
    const sweeping = place.sweeping ?? journal.state.sweeping;
    if (sweeping) await records.sweep(place.generation);
    await journal.change(() => ({
      state: { ...place, sweeping: false, ...exchanged(clock) },
      ...settled(acked, page),
    }));
    return applied;
  }
}

type Place = Pick<LocalState, 'cursor' | 'epoch' | 'generation'> & { readonly sweeping?: true };

/** Lines after a `reset` belong to a new snapshot; the rows of the old one stay in sight until it is complete. */
async function store({ ops, cursor, epoch }: Page, generation: number, records: Records): Promise<Place> {
  const reset = ops.findLastIndex(({ op }) => op === 'reset');
  const next = reset < 0 ? generation : generation + 1;
  await records.apply(ops.slice(reset + 1), next);
  return { cursor, epoch: epoch || null, generation: next, ...(reset < 0 ? {} : { sweeping: true }) };
}

/** Commands answered before the pull began, whose effect it has therefore brought: they leave the overlay without a flicker. */
function settled(acked: readonly OutboxCommand[], { last_mutation_id: last }: Page): JournalChange {
  return { remove: acked.filter(({ number }) => number <= last).map(({ id }) => id) };
}

function exchanged(clock: Clock): Pick<LocalState, 'last_exchange_at' | 'clock_offset_ms'> {
  return { last_exchange_at: isoTime(clock.now()), clock_offset_ms: clock.offsetMs() };
}

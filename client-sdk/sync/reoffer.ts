/**
 * Gives a restored server back what it lost: offers every settled command that is kept here again (disk/settled-commands.ts). Commands
 * that the server still has are answered as before; one that it now refuses returns to the outbox with the reason.
 */
import type { FencedJournal } from '../disk/journal.ts';
import { identityOf, settledKey, type CommandIdentity, type OutboxCommand } from '../disk/outbox-command.ts';
import type { SettledCommands } from '../disk/settled-commands.ts';
import { pushBody, resultsFor } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';

const batchSize = 100;

/** Throws a SyncError; the next sync goes on where this one ended. */
export async function reofferSettled(
  journal: FencedJournal,
  settled: SettledCommands,
  transport: SyncTransport,
): Promise<void> {
  for (let after = journal.state.reoffer_after; after !== null; after = journal.state.reoffer_after) {
    const batch = await settled.after(after, batchSize);
    const last = batch.at(-1);
    if (!last) return await journal.change(() => ({ state: { reoffer_after: null } }));
    const refused = await offer(batch, transport);
    await journal.change(() => ({
      state: { reoffer_after: last.id },
      put: refused,
      files: { drop: refused.map(({ id }) => settledKey(id)) },
    }));
  }
}

/** Returns the commands that are refused now. */
async function offer(batch: readonly CommandIdentity[], transport: SyncTransport): Promise<OutboxCommand[]> {
  const ids = new Set(batch.map(({ id }) => id));
  // Offered before, or not kept any more.
  const aheadOf = batch.flatMap(({ prev }) => (prev !== null && !ids.has(prev) ? [prev] : []));
  const texts = batch.map((entry) => JSON.stringify(identityOf(entry)));
  const { results } = await transport.push(pushBody(texts, aheadOf));
  const resultOf = resultsFor(batch, results);
  return batch.flatMap((entry): OutboxCommand[] => {
    const result = resultOf(entry);
    return result.status === 'refused' ? [{ ...entry, state: 'refused', lane: 0, shows: {}, result }] : [];
  });
}

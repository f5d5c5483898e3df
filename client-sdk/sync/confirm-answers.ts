/** Answers that were given in an earlier session, before their effect had arrived, are asked for again (contract, Device, DV22). */
import { SyncError } from '../base/sync-error.ts';
import { byAge } from '../disk/commands.ts';
import { identityOf, type OutboxCommand } from '../disk/outbox-command.ts';
import { pushBody, resultsFor } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';

const batchSize = 100;

/** Throws `history_changed` if a server that was restored since answers otherwise, or applies a command anew. */
export async function confirmAnswers(entries: readonly OutboxCommand[], transport: SyncTransport): Promise<void> {
  const inOrder = entries.toSorted(byAge);
  for (let from = 0; from < inOrder.length; from += batchSize) {
    const batch = inOrder.slice(from, from + batchSize);
    const ids = new Set(batch.map(({ id }) => id));
    const aheadOf = batch.flatMap(({ prev }) => (prev !== null && !ids.has(prev) ? [prev] : []));
    const texts = batch.map((entry) => JSON.stringify(identityOf(entry)));
    const { results } = await transport.push(pushBody(texts, aheadOf, true));
    const resultOf = resultsFor(batch, results, () => true);
    for (const entry of batch) {
      const [before, now] = [entry.result, resultOf(entry)];
      // A command that waited for its file may have taken effect meanwhile.
      if (before?.status !== 'deferred' && before?.seq !== now.seq)
        throw new SyncError('history_changed', 'The server has lost changes that it had accepted.');
    }
  }
}

/**
 * Gives a restored server back what it lost: offers every settled command that is kept here again (disk/settled-commands.ts). Commands
 * that the server still has are answered as before; one that it now refuses returns to the outbox with the reason.
 */
import { isAboutMissingRecord } from '../../shared/sync/sync.ts';
import { SyncError } from '../base/sync-error.ts';
import { byAge } from '../disk/commands.ts';
import type { FencedJournal } from '../disk/journal.ts';
import { identityOf, settledKey, type CommandIdentity, type OutboxCommand } from '../disk/outbox-command.ts';
import type { SettledCommands } from '../disk/settled-commands.ts';
import { pushBody, resultsFor } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';

const batchSize = 100;
/** How long other devices may take to give back what a command is about; then a refusal is final. */
const patienceMs = 14 * 86_400_000;

/** Throws a SyncError; the next sync goes on where this one ended. */
export async function reofferSettled(
  journal: FencedJournal,
  settled: SettledCommands,
  transport: SyncTransport,
  nowMs: number,
  hasFile: (id: string) => boolean,
): Promise<void> {
  const { reoffer_later: ids, reoffer_after: start, reoffer_since } = journal.state;
  if (start === null && ids.length === 0) return;
  const since = reoffer_since ?? nowMs;
  if (reoffer_since === null) await journal.change(() => ({ state: { reoffer_since: since } }));
  const isLast = Math.abs(nowMs - since) > patienceMs;
  const offering = { journal, transport, isLast, hasFile };
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize);
    await offer(await settled.byIds(some), offering, ({ reoffer_later: later }) => ({
      reoffer_later: later.filter((id) => !some.includes(id)),
    }));
  }
  for (let after = start; after !== null; after = journal.state.reoffer_after) {
    const batch = await settled.after(after, batchSize);
    const reoffer_after = batch.at(-1)?.id ?? null;
    await offer(batch, offering, () => ({ reoffer_after }));
  }
}

interface Offering {
  readonly journal: FencedJournal;
  readonly transport: SyncTransport;
  /** A refusal is final. */
  readonly isLast: boolean;
  /** Whether the file of the photo is still here. */
  readonly hasFile: (id: string) => boolean;
}

/** Stores the outcome together with `progress`. */
async function offer(
  batch: readonly CommandIdentity[],
  offering: Offering,
  progress: (state: ReplicaMetadata) => Partial<ReplicaMetadata>,
): Promise<void> {
  const { journal, isLast } = offering;
  const refused = batch.length === 0 ? [] : await refusedOf(batch, offering);
  const isMissing = ({ result }: OutboxCommand): boolean => !isLast && isAboutMissingRecord(result?.problem?.code);
  const [later, final] = [refused.filter(isMissing), refused.filter((entry) => !isMissing(entry))];
  await journal.change(({ state }) => {
    const next = { ...state, ...progress(state) };
    return {
      state: { ...next, reoffer_later: [...next.reoffer_later, ...later.map(({ id }) => id)] },
      put: final,
      files: { drop: final.map(({ id }) => settledKey(id)) },
    };
  });
}

async function refusedOf(
  batch: readonly CommandIdentity[],
  { transport, isLast, hasFile }: Offering,
): Promise<OutboxCommand[]> {
  const ids = new Set(batch.map(({ id }) => id));
  // Offered before, or not kept any more.
  const aheadOf = batch.flatMap(({ prev }) => (prev !== null && !ids.has(prev) ? [prev] : []));
  const texts = batch.map((entry) => JSON.stringify(identityOf(entry)));
  const { results } = await transport.push(pushBody(texts, aheadOf, !isLast));
  const resultOf = resultsFor(batch, results, hasFile);
  return batch.flatMap((entry): OutboxCommand[] => {
    const result = resultOf(entry);
    return result.status === 'refused' ? [{ ...entry, state: 'refused', lane: 0, shows: {}, result }] : [];
  });
}

/**
 * Asks for answers again that were given in an earlier session, before their effect had arrived: a server that was restored since answers
 * otherwise, or applies the command anew. Throws `history_changed` then.
 */
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

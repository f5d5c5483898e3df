/**
 * The way up: commands in strict order of their numbers, in pushes of limited size, each sent again until the server has answered it.
 * A refused command is marked and never holds up the next one (shared/sync.ts, push).
 */
import { schemaVersion, type MutationResult } from '../shared/sync.ts';
import type { ExchangeJournal, JournalChange, JournalView } from './journal.ts';
import type { LocalState } from './local-state.ts';
import { isUnsettled, mutationOf, type OutboxCommand } from './outbox-command.ts';
import { SyncError } from './sync-error.ts';
import type { Wire } from './wire.ts';

const maxMutations = 200;
const maxBytes = 1024 * 1024;

export interface Pushed {
  readonly pushed: number;
  readonly refused: number;
}

/** Sends until nothing waits. Throws a SyncError and keeps everything where that cannot be done. */
export async function pushAll(journal: ExchangeJournal, wire: Wire): Promise<Pushed> {
  let most = maxMutations;
  let pushed = 0;
  let refused = 0;
  for (;;) {
    const { batch, body } = await takeBatch(journal, most);
    if (batch.length === 0) return { pushed, refused };
    try {
      const { results } = await wire.push(body);
      const answers = answersTo(batch, results);
      await journal.change(() => ({ put: answers }));
      pushed += answers.length;
      refused += answers.filter((entry) => entry.state === 'refused').length;
    } catch (error) {
      if (!(error instanceof SyncError) || error.fault !== 'too_large' || batch.length === 1) throw error;
      most = Math.ceil(batch.length / 2);
    }
  }
}

/** Chosen and marked as sent in one step: until then, what is more urgent may still take its number. */
async function takeBatch(journal: ExchangeJournal, most: number): Promise<Batch> {
  let taken: Batch = { batch: [], body: '' };
  await journal.change((view) => {
    taken = nextBatch(view, most);
    return sending(taken.batch, view.state);
  });
  return taken;
}

interface Batch {
  readonly batch: readonly OutboxCommand[];
  readonly body: string;
}

/** Stored before the first byte goes out, so that a replica knows how far it has ever gone. */
function sending(batch: readonly OutboxCommand[], { sent_number: sent }: LocalState): JournalChange {
  const queued = batch.filter((entry) => entry.state === 'queued');
  if (queued.length === 0) return {};
  const last = Math.max(sent, ...queued.map((entry) => entry.number));
  return { state: { sent_number: last }, put: queued.map((entry) => ({ ...entry, state: 'sent' })) };
}

/** The oldest commands without an answer, as many as fit; one that is too large by itself goes alone. */
function nextBatch({ commands, state }: JournalView, most: number): Batch {
  const batch: OutboxCommand[] = [];
  const parts: string[] = [];
  let bytes = 0;
  const numberById = new Map(commands.map((entry) => [entry.id, entry.number]));
  for (const entry of commands) {
    if (!isUnsettled(entry)) continue;
    const part = JSON.stringify(mutationOf(entry, numberById));
    // Three bytes at most for one UTF-16 unit in UTF-8; counting exactly would cost more than it saves.
    bytes += part.length * (/^[\0-\x7f]*$/.test(part) ? 1 : 3);
    if (batch.length > 0 && (batch.length === most || bytes > maxBytes)) break;
    batch.push(entry);
    parts.push(part);
  }
  return {
    batch,
    body: `{"client_id":"${state.client_id}","schema":${schemaVersion},"mutations":[${parts.join(',')}]}`,
  };
}

/** Every command answered, each by its own number and for its own record; anything else is no answer. */
function answersTo(batch: readonly OutboxCommand[], results: readonly MutationResult[]): OutboxCommand[] {
  const resultByNumber = new Map(results.map((result) => [result.id, result]));
  return batch.map((entry) => {
    const result = resultByNumber.get(entry.number);
    if (!result) throw new SyncError('not_sitefile', `The answer leaves out command ${entry.number}.`);
    // The server holds an answer to another command under this number: this replica's count is not its own (a restored copy).
    if (result.record_id !== '' && result.record_id !== entry.command.id)
      throw new SyncError('gap', `Number ${entry.number} was another command.`);
    return { ...entry, state: result.status === 'refused' ? 'refused' : 'acked', result };
  });
}

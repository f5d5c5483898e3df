/**
 * The way up: commands in strict order of their numbers, in pushes of limited size, each sent again until the server has answered it.
 * A refused command is marked and never holds up the next one (shared/sync.ts, push).
 */
import { schemaVersion, type MutationResult, type PushReply } from '../shared/sync.ts';
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
  let batch = await takeBatch(journal, wire, most);
  let answer = send(batch, wire);
  while (batch.entries.length > 0) {
    // While one is on its way, the next is made ready; while its answer is stored, the next is on its way.
    const ahead = takeBatch(journal, wire, most, batch.last);
    ahead.catch(() => undefined); // heard of when its turn comes
    try {
      const answers = answersTo(batch.entries, (await answer).results);
      batch = await ahead;
      answer = send(batch, wire);
      await journal.change(() => ({ put: answers }));
      pushed += answers.length;
      refused += answers.filter((entry) => entry.state === 'refused').length;
    } catch (error) {
      if (!(error instanceof SyncError) || error.fault !== 'too_large' || batch.entries.length === 1) throw error;
      await ahead;
      most = Math.ceil(batch.entries.length / 2);
      batch = await takeBatch(journal, wire, most);
      answer = send(batch, wire);
    }
  }
  return { pushed, refused };
}

interface Batch {
  readonly entries: readonly OutboxCommand[];
  readonly body: string;
  /** The number of the last one. */
  readonly last: number;
}

function send({ entries, body }: Batch, wire: Wire): Promise<Pick<PushReply, 'results'>> {
  const answer = entries.length > 0 ? wire.push(body) : Promise.resolve({ results: [] });
  answer.catch(() => undefined); // heard of when its turn comes
  return answer;
}

/** Chosen and marked as sent in one step: until then, what is more urgent may still take its number. */
async function takeBatch(journal: ExchangeJournal, wire: Wire, most: number, after = 0): Promise<Batch> {
  let taken: Batch = { entries: [], body: '', last: after };
  await journal.change((view) => {
    taken = nextBatch(view, most, after);
    return sending(taken.entries, view.state);
  });
  wire.prepare(taken.body);
  return taken;
}

/** Stored before the first byte goes out, so that a replica knows how far it has ever gone. */
function sending(batch: readonly OutboxCommand[], { sent_number: sent }: LocalState): JournalChange {
  const queued = batch.filter((entry) => entry.state === 'queued');
  if (queued.length === 0) return {};
  const last = Math.max(sent, ...queued.map((entry) => entry.number));
  return { state: { sent_number: last }, put: queued.map((entry) => ({ ...entry, state: 'sent' })) };
}

/** The oldest commands without an answer behind this number, as many as fit; one that is too large by itself goes alone. */
function nextBatch({ commands, state }: JournalView, most: number, after: number): Batch {
  const entries: OutboxCommand[] = [];
  const parts: string[] = [];
  let bytes = 0;
  const numberById = new Map(commands.map((entry) => [entry.id, entry.number]));
  for (const entry of commands) {
    if (!isUnsettled(entry) || entry.number <= after) continue;
    const part = JSON.stringify(mutationOf(entry, numberById));
    // Three bytes at most for one UTF-16 unit in UTF-8; counting exactly would cost more than it saves.
    bytes += part.length * (/^[\0-\x7f]*$/.test(part) ? 1 : 3);
    if (entries.length > 0 && (entries.length === most || bytes > maxBytes)) break;
    entries.push(entry);
    parts.push(part);
  }
  return {
    entries,
    body: `{"client_id":"${state.client_id}","schema":${schemaVersion},"mutations":[${parts.join(',')}]}`,
    last: entries.at(-1)?.number ?? after,
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

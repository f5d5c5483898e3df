/**
 * Pushes commands strictly by number, in batches of limited size, each retried until it is answered. A batch that overtakes the one before
 * is refused as a gap and sent again. A refused command is marked and never holds up the next (shared/sync/sync.ts, push).
 */
import { schemaVersion, type MutationResult, type PushReply } from '../../shared/sync/sync.ts';
import type { FencedJournal, JournalView } from '../disk/journal.ts';
import { isUnanswered, mutationOf, type OutboxCommand } from '../disk/outbox-command.ts';
import type { AdaptiveBatch } from './adaptive-batch.ts';
import { SyncError } from '../base/sync-error.ts';
import type { SyncTransport } from './sync-transport.ts';

const maxBytes = 1024 * 1024;

export interface Pushed {
  readonly pushed: number;
  readonly refused: number;
}

/** Throws a SyncError if not everything could be pushed; everything is kept. */
export async function pushAll(journal: FencedJournal, transport: SyncTransport, batch: AdaptiveBatch): Promise<Pushed> {
  /** Lowered if something on the way refuses larger requests. */
  let maxMutations = Infinity;
  let pushed = 0;
  let refused = 0;
  const inFlight: Sent[] = [];
  const take = (after = 0): Promise<Batch> =>
    takeBatch(journal, transport, Math.min(maxMutations, batch.mutations), after);
  try {
    for (let next = await take(); ;) {
      while (inFlight.length < batch.pushes && next.entries.length > 0) {
        const sent = send(next, transport, inFlight.length > 0);
        inFlight.push(sent);
        // So that preparing the next one neither overtakes nor delays it.
        await sent.handedOver;
        next = await take(next.last);
      }
      const [first] = inFlight;
      if (!first) {
        batch.done();
        return { pushed, refused };
      }
      try {
        const answered = answersTo(first.entries, (await first.answer).results);
        const [accepted, refusals] = [answered.filter(isTaken), answered.filter((entry) => !isTaken(entry))];
        await journal.change(() => ({ answered: accepted, put: refusals }));
        inFlight.shift();
        batch.answered();
        pushed += answered.length;
        refused += refusals.length;
      } catch (error) {
        const isTooLarge = error instanceof SyncError && error.fault === 'too_large' && first.entries.length > 1;
        if (hasTimedOut(error)) batch.timedOut(first.entries.length);
        if (!isTooLarge && !(first.isBehind && isGap(error))) throw error;
        // Later batches arrived too early.
        await allSettled(inFlight.splice(0));
        if (isTooLarge) maxMutations = Math.ceil(first.entries.length / 2);
        next = await take();
      }
    }
  } finally {
    await allSettled(inFlight);
  }
}

interface Batch {
  readonly entries: readonly OutboxCommand[];
  readonly body: string;
  /** The number of the last one. */
  readonly last: number;
}

interface Sent extends Batch {
  /** The network has it, or it failed. */
  readonly handedOver: Promise<unknown>;
  readonly answer: Promise<Pick<PushReply, 'results'>>;
  /** Sent while another was in flight, which it may have overtaken. */
  readonly isBehind: boolean;
}

function send(batch: Batch, transport: SyncTransport, isBehind: boolean): Sent {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const answer = transport.push(batch.body, resolve);
  const ended = answer.catch(() => undefined); // reported when it is first
  return { ...batch, handedOver: Promise.race([sent, ended]), answer, isBehind };
}

/** The transport's time limit: the connection is slow, or half open. */
function hasTimedOut(error: unknown): boolean {
  return error instanceof SyncError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
}

/** The server has not received an earlier command. */
function isGap(error: unknown): boolean {
  return error instanceof SyncError && error.fault === 'gap' && error.problem !== null;
}

async function allSettled(sent: readonly Sent[]): Promise<void> {
  await Promise.allSettled(sent.map(({ answer }) => answer));
}

/** Chosen and marked as sent in one write: until then, a more urgent command may still take the number. */
async function takeBatch(
  journal: FencedJournal,
  transport: SyncTransport,
  maxMutations: number,
  after: number,
): Promise<Batch> {
  let batch: Batch = { entries: [], body: '', last: after };
  await journal.change((view) => {
    batch = nextBatch(view, maxMutations, after);
    // Stored before the first byte is sent, so that a replica knows the highest number it ever sent.
    return batch.last > view.state.sent_number ? { state: { sent_number: batch.last } } : {};
  });
  transport.prepare(batch.body);
  return batch;
}

/** The oldest unanswered commands after this number, as many as fit; one that is too large goes alone. */
function nextBatch({ commands, state }: JournalView, maxMutations: number, after: number): Batch {
  const entries: OutboxCommand[] = [];
  const parts: string[] = [];
  let bytes = 0;
  const numberById = new Map(commands.map((entry) => [entry.id, entry.number]));
  for (const entry of commands) {
    if (!isUnanswered(entry) || entry.number <= after) continue;
    const part = JSON.stringify(mutationOf(entry, numberById));
    // UTF-8 takes at most three bytes for one UTF-16 unit; an exact count would cost more than it saves.
    bytes += part.length * (/^[\0-\x7f]*$/.test(part) ? 1 : 3);
    if (entries.length > 0 && (entries.length === maxMutations || bytes > maxBytes)) break;
    entries.push(entry);
    parts.push(part);
  }
  return {
    entries,
    body: `{"client_id":"${state.client_id}","client_key":"${state.client_key}","schema":${schemaVersion},"mutations":[${parts.join(',')}]}`,
    last: entries.at(-1)?.number ?? after,
  };
}

function isTaken({ state }: OutboxCommand): boolean {
  return state === 'acked';
}

/** The commands with their results, matched by number and record; anything else is no valid answer. */
function answersTo(batch: readonly OutboxCommand[], results: readonly MutationResult[]): OutboxCommand[] {
  const resultByNumber = new Map(results.map((result) => [result.id, result]));
  return batch.map((entry) => {
    const result = resultByNumber.get(entry.number);
    if (!result) throw new SyncError('not_sitefile', `The answer lacks command ${entry.number}.`);
    // The server knows another command under this number: this replica is a restored copy.
    if (result.record_id !== '' && result.record_id !== entry.command.id)
      throw new SyncError('gap', `Number ${entry.number} was another command.`);
    return { ...entry, state: result.status === 'refused' ? 'refused' : 'acked', result };
  });
}

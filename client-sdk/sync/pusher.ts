/**
 * The way up: commands in strict order of their numbers, in pushes of limited size, each sent again until the server has answered it.
 * A push that overtakes the one before is refused as a gap, and sent again. A refused command is marked and never holds up the next one
 * (shared/sync/sync.ts, push).
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

/** Sends until nothing waits. Throws a SyncError and keeps everything where that cannot be done. */
export async function pushAll(journal: FencedJournal, transport: SyncTransport, batch: AdaptiveBatch): Promise<Pushed> {
  /** What passes, where something on the way is too narrow for more. */
  let most = Infinity;
  let pushed = 0;
  let refused = 0;
  const onWay: Sent[] = [];
  const take = (after = 0): Promise<Batch> => takeBatch(journal, transport, Math.min(most, batch.mutations), after);
  try {
    for (let next = await take(); ;) {
      while (onWay.length < batch.pushes && next.entries.length > 0) {
        const sent = send(next, transport, onWay.length > 0);
        onWay.push(sent);
        // The next neither overtakes it nor holds it up while it is made ready.
        await sent.off;
        next = await take(next.last);
      }
      const [first] = onWay;
      if (!first) {
        batch.done();
        return { pushed, refused };
      }
      try {
        const answers = answersTo(first.entries, (await first.answer).results);
        const [taken, refusals] = [answers.filter(isTaken), answers.filter((entry) => !isTaken(entry))];
        await journal.change(() => ({ answered: taken, put: refusals }));
        onWay.shift();
        batch.answered();
        pushed += answers.length;
        refused += refusals.length;
      } catch (error) {
        const isTooLarge = error instanceof SyncError && error.fault === 'too_large' && first.entries.length > 1;
        if (hasTimedOut(error)) batch.timedOut(first.entries.length);
        if (!isTooLarge && !(first.isBehind && isGap(error))) throw error;
        // What is behind it has come too early.
        await settled(onWay.splice(0));
        if (isTooLarge) most = Math.ceil(first.entries.length / 2);
        next = await take();
      }
    }
  } finally {
    await settled(onWay);
  }
}

interface Batch {
  readonly entries: readonly OutboxCommand[];
  readonly body: string;
  /** The number of the last one. */
  readonly last: number;
}

interface Sent extends Batch {
  /** The network has it, or never will. */
  readonly off: Promise<unknown>;
  readonly answer: Promise<Pick<PushReply, 'results'>>;
  /** It was sent while another was on its way, which it may have overtaken. */
  readonly isBehind: boolean;
}

function send(batch: Batch, transport: SyncTransport, isBehind: boolean): Sent {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const answer = transport.push(batch.body, resolve);
  const ended = answer.catch(() => undefined); // heard of when its turn comes
  return { ...batch, off: Promise.race([left, ended]), answer, isBehind };
}

/** Of the time limit that the wire sets: the line is slow, or half open. */
function hasTimedOut(error: unknown): boolean {
  return error instanceof SyncError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
}

/** The server lacks what comes before. */
function isGap(error: unknown): boolean {
  return error instanceof SyncError && error.fault === 'gap' && error.problem !== null;
}

async function settled(sent: readonly Sent[]): Promise<void> {
  await Promise.allSettled(sent.map(({ answer }) => answer));
}

/** Chosen and noted as sent in one step: until then, what is more urgent may still take its number. */
async function takeBatch(
  journal: FencedJournal,
  transport: SyncTransport,
  most: number,
  after: number,
): Promise<Batch> {
  let taken: Batch = { entries: [], body: '', last: after };
  await journal.change((view) => {
    taken = nextBatch(view, most, after);
    // Stored before the first byte goes out, so that a replica knows how far it has ever gone.
    return taken.last > view.state.sent_number ? { state: { sent_number: taken.last } } : {};
  });
  transport.prepare(taken.body);
  return taken;
}

/** The oldest commands without an answer behind this number, as many as fit; one that is too large by itself goes alone. */
function nextBatch({ commands, state }: JournalView, most: number, after: number): Batch {
  const entries: OutboxCommand[] = [];
  const parts: string[] = [];
  let bytes = 0;
  const numberById = new Map(commands.map((entry) => [entry.id, entry.number]));
  for (const entry of commands) {
    if (!isUnanswered(entry) || entry.number <= after) continue;
    const part = JSON.stringify(mutationOf(entry, numberById));
    // Three bytes at most for one UTF-16 unit in UTF-8; counting exactly would cost more than it saves.
    bytes += part.length * (/^[\0-\x7f]*$/.test(part) ? 1 : 3);
    if (entries.length > 0 && (entries.length === most || bytes > maxBytes)) break;
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

/**
 * Pushes the outbox in batches of limited size, each retried until it is answered. A batch that overtakes the one before is refused as out
 * of order and sent again. A refused command is marked and never holds up the next (shared/sync/sync.ts, push). What a restored server may
 * have lost goes first, one batch at a time.
 */
import { isAboutMissingRecord, schemaVersion, type CommandResult, type PushReply } from '../../shared/sync/sync.ts';
import type { FencedJournal } from '../disk/journal.ts';
import { awaitsFile, identityOf, isUnanswered, refusedResult, type OutboxCommand } from '../disk/outbox-command.ts';
import { inSendingOrder } from '../write/priority.ts';
import type { AdaptiveBatch } from './adaptive-batch.ts';
import { SyncError } from '../base/sync-error.ts';
import type { SyncTransport } from './sync-transport.ts';

const maxBytes = 1024 * 1024;
/** How long other devices may take to give back what a command is about; then a refusal is final. */
const patienceMs = 14 * 86_400_000;

export interface Pushed {
  readonly pushed: number;
  readonly refused: number;
}

interface Pushing {
  readonly journal: FencedJournal;
  readonly transport: SyncTransport;
  readonly batch: AdaptiveBatch;
  /** Whether the file of the photo is still here. */
  readonly hasFile: (id: string) => boolean;
  /** Ids of the commands that are on their way; none when it ends. */
  readonly showSending: (ids: readonly string[]) => void;
  readonly nowMs: number;
}

/** Throws a SyncError if not everything could be pushed; everything is kept. */
export async function pushAll({ journal, transport, batch, hasFile, showSending, nowMs }: Pushing): Promise<Pushed> {
  /** Lowered if something on the way refuses larger requests. */
  let maxCommands = Infinity;
  let pushed = 0;
  let refused = 0;
  const inFlight: Sent[] = [];
  /** Predecessors that the server lacks, and that are nowhere any more. */
  const forgotten = new Set<string>();
  /** They wait for another device to give back what they are about. */
  const stranded = new Set<string>();
  const isPatient = Math.abs(nowMs - (journal.state.restored_at ?? nowMs)) <= patienceMs;
  const take = (): Batch => {
    const sent = new Set(inFlight.flatMap(({ entries }) => entries.map(({ id }) => id)));
    showSending([...sent]);
    const waiting = inSendingOrder(journal.commands).filter(
      (entry) => !sent.has(entry.id) && !stranded.has(entry.id) && !awaitsFile(entry),
    );
    const next = nextBatch(waiting, journal, sent, Math.min(maxCommands, batch.commands), forgotten, isPatient);
    transport.prepare(next.body);
    return next;
  };
  try {
    for (let next = take(); ;) {
      while (next.entries.length > 0 && mayFollow(next, inFlight, batch)) {
        const sent = send(next, transport, inFlight.length > 0);
        inFlight.push(sent);
        // So that preparing the next one neither overtakes nor delays it.
        await sent.handedOver;
        next = take();
      }
      const [first] = inFlight;
      if (!first) {
        batch.done();
        return { pushed, refused };
      }
      try {
        const { results, answered: point } = await first.answer;
        const answered = answersTo(first.entries, results, hasFile);
        const isStranded = (entry: OutboxCommand): boolean => first.isAgain && isPatient && awaitsRecord(entry);
        const refusals = answered.filter((entry) => entry.state === 'refused' && !isStranded(entry));
        const waiting = answered.filter(isStranded).map((entry) => ({ ...entry, state: 'again' as const }));
        const accepted = answered.filter(isTaken);
        await journal.change(({ commands }) => ({
          state: { answered: point },
          ...(first.isAgain ? { settled: accepted } : { answered: accepted }),
          put: [...refusals, ...answered.filter(awaitsFile), ...waiting.filter(({ id }) => !commands.get(id)?.result)],
        }));
        for (const { id } of waiting) stranded.add(id);
        inFlight.shift();
        // It was made before this answer, whose loss the server would not notice.
        if (!next.isChained) next = take();
        batch.answered();
        if (!first.isAgain) pushed += answered.length;
        refused += refusals.length;
      } catch (error) {
        const isTooLarge = error instanceof SyncError && error.fault === 'too_large' && first.entries.length > 1;
        if (hasTimedOut(error)) batch.timedOut(first.entries.length);
        const missing = missingIn(error);
        if (!isTooLarge && !missing) throw error;
        // Later batches arrived too early.
        await allSettled(inFlight.splice(0));
        if (isTooLarge) maxCommands = Math.ceil(first.entries.length / 2);
        else if (missing && !first.isBehind) {
          if (missing.length === 0 || missing.some((id) => forgotten.has(id))) throw error;
          for (const id of missing) forgotten.add(id);
        }
        next = take();
      }
    }
  } finally {
    showSending([]);
    await allSettled(inFlight);
  }
}

interface Batch {
  readonly entries: readonly OutboxCommand[];
  readonly body: string;
  /** The server had these before. */
  readonly isAgain: boolean;
  /** Names a command in flight as a predecessor: a server that has lost that one since refuses the whole push. */
  readonly isChained: boolean;
}

interface Sent extends Batch {
  /** The network has it, or it failed. */
  readonly handedOver: Promise<unknown>;
  readonly answer: Promise<PushReply>;
  /** Sent while another was in flight, which it may have overtaken. */
  readonly isBehind: boolean;
}

function send(batch: Batch, transport: SyncTransport, isBehind: boolean): Sent {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const answer = transport.push(batch.body, resolve);
  const ended = answer.catch(() => undefined); // reported when it is first
  return { ...batch, handedOver: Promise.race([sent, ended]), answer, isBehind };
}

/** What is given back may build on any of it, and so may what comes after. */
function mayFollow(next: Batch, inFlight: readonly Sent[], { pushes }: AdaptiveBatch): boolean {
  const isAlone = !next.isChained || next.isAgain || inFlight.some(({ isAgain }) => isAgain);
  return inFlight.length < (isAlone ? 1 : pushes);
}

/** The transport's time limit: the connection is slow, or half open. */
function hasTimedOut(error: unknown): boolean {
  return error instanceof SyncError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
}

/** The predecessors that the server does not know; null for any other error. */
function missingIn(error: unknown): readonly string[] | null {
  if (!(error instanceof SyncError) || error.fault !== 'out_of_order') return null;
  const missing = error.problem?.['missing'];
  return Array.isArray(missing) ? missing.map(String) : [];
}

async function allSettled(sent: readonly Sent[]): Promise<void> {
  await Promise.allSettled(sent.map(({ answer }) => answer));
}

/** The first commands of those `waiting`, as many as fit; one that is too large goes alone. */
function nextBatch(
  waiting: readonly OutboxCommand[],
  { commands, state: { answered } }: FencedJournal,
  inFlight: ReadonlySet<string>,
  maxCommands: number,
  forgotten: ReadonlySet<string>,
  isPatient: boolean,
): Batch {
  const entries: OutboxCommand[] = [];
  const parts: string[] = [];
  const aheadOf = new Set<string>();
  const sent = new Set(inFlight);
  let bytes = 0;
  for (const entry of waiting) {
    if (entries[0] && entries[0].state !== entry.state) break;
    const part = JSON.stringify(identityOf(entry));
    // UTF-8 takes at most three bytes for one UTF-16 unit; an exact count would cost more than it saves.
    bytes += part.length * (/^[\0-\x7f]*$/.test(part) ? 1 : 3);
    if (entries.length > 0 && (entries.length === maxCommands || bytes > maxBytes)) break;
    entries.push(entry);
    parts.push(part);
    sent.add(entry.id);
    if (entry.prev === null || sent.has(entry.prev)) continue;
    const before = commands.get(entry.prev);
    // An urgent command builds on this one, so it goes before its predecessor; what was delivered once may have lost its own.
    const isAhead = entry.state === 'again' || (before && isUnanswered(before));
    if (isAhead || forgotten.has(entry.prev)) aheadOf.add(entry.prev);
  }
  const isAgain = entries[0]?.state === 'again';
  const more = { schema: schemaVersion, answered, ahead_of: [...aheadOf], again: isAgain && isPatient };
  const isChained = entries.some(({ prev }) => prev !== null && inFlight.has(prev));
  return { entries, body: `{"commands":[${parts.join(',')}],${JSON.stringify(more).slice(1)}`, isAgain, isChained };
}

function awaitsRecord({ state, result }: OutboxCommand): boolean {
  return state === 'refused' && isAboutMissingRecord(result?.problem?.code);
}

function isTaken({ state }: OutboxCommand): boolean {
  return state === 'acked';
}

const fileIsGone = {
  code: 'gone',
  status: 410,
  title: 'The file is gone',
  detail:
    'The server lost this photo, as after a restore, and its file is not on this device: add it again, or discard it.',
};

/**
 * The commands as answered. Throws `not_sitefile` if one has no result: then it is no valid answer. A photo that waits for a file which is
 * not here any more counts as refused, so that somebody learns of it.
 */
function answersTo(
  batch: readonly OutboxCommand[],
  results: readonly CommandResult[],
  hasFile: (id: string) => boolean,
): OutboxCommand[] {
  const resultById = new Map(results.map((result) => [result.id, result]));
  return batch.map((entry) => {
    const result = resultById.get(entry.id);
    if (!result || (result.record_id !== '' && result.record_id !== entry.command.id))
      throw new SyncError('not_sitefile', `The answer lacks command ${entry.id}.`);
    if (result.status === 'deferred' && !hasFile(entry.command.id))
      return { ...entry, state: 'refused', result: refusedResult(entry, fileIsGone) };
    if (result.status === 'deferred') return { ...entry, result };
    return { ...entry, state: result.status === 'refused' ? 'refused' : 'acked', result };
  });
}

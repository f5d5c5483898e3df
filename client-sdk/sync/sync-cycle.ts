/** One sync cycle: hello if needed, push everything, pull everything. A lost sequence or history restarts it, up to three attempts. */
import { isRole } from '../../shared/model/access.ts';
import { protocolVersion, type HelloReply } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import { pullAll } from './puller.ts';
import { LiveChanges, type LiveChange } from './live-changes.ts';
import type { FencedJournal, Journal, JournalChange, JournalView } from '../disk/journal.ts';
import { isUnanswered, type OutboxCommand } from '../disk/outbox-command.ts';
import { AdaptiveBatch } from './adaptive-batch.ts';
import type { Records } from '../disk/records.ts';
import { SyncError } from '../base/sync-error.ts';
import { pushAll, type Pushed } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';
import { afterHistoryChange } from '../disk/history-change.ts';

export interface SyncSummary extends Pushed {
  /** Operations of the feed received. */
  readonly pulled: number;
}

/** Less than the time limit of a request. */
const pollMs = 20_000;

export type CyclePhase = 'pushing' | 'pulling';

interface Parts {
  readonly journal: Journal;
  readonly records: Records;
  readonly transport: SyncTransport;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly steps: readonly Step[];
  /** Returns the number of files uploaded, whose commands are pushed next. */
  readonly uploadPhotos: () => Promise<number>;
}

export class SyncCycle {
  readonly #parts: Parts;
  readonly #live: LiveChanges;
  readonly #batch = new AdaptiveBatch();
  #greeted = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#live = new LiveChanges(parts);
    parts.journal.view$.subscribe(({ state }) => this.#live.follow(state.cursor));
  }

  /**
   * Throws a SyncError; everything answered or received until then is kept. If the stream is live at the replica's cursor, nothing is
   * pulled: the effect of what was pushed arrives by the stream.
   */
  async run(
    enter: (phase: CyclePhase) => void,
    isLiveAt: (cursor: string | null) => boolean = () => false,
  ): Promise<SyncSummary> {
    const { records, transport, clock, newId } = this.#parts;
    const journal = await this.#begin();
    await this.#live.store(journal);
    const sum = { pushed: 0, refused: 0, pulled: 0 };
    const push = async (): Promise<void> => {
      enter('pushing');
      const { pushed, refused } = await pushAll(journal, transport, this.#batch);
      sum.pushed += pushed;
      sum.refused += refused;
    };
    const pull = (): Promise<number> => pullAll(journal, records, transport, clock, this.#parts.steps);
    /** Files come last: they may take long, and nothing waits for them. */
    const pushPhotos = async (): Promise<boolean> => {
      if ((await this.#parts.uploadPhotos()) === 0) return false;
      await push();
      return true;
    };
    const mayStream = this.#greeted;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!this.#greeted) await this.#greet(journal);
        await push();
        if (mayStream && arrivesByStream(journal) && isLiveAt(journal.state.cursor)) return sum;
        enter('pulling');
        try {
          sum.pulled += await pull();
        } catch (error) {
          if (error instanceof SyncError && error.fault === 'too_old') await pushPhotos();
          throw error;
        }
        // The last round also releases files whose commands were accepted.
        while (await pushPhotos()) sum.pulled += await pull();
        if (journal.state.grants === null) await this.#greet(journal);
        return sum;
      } catch (error) {
        // So that the server states again which schemas may pull.
        if (error instanceof SyncError && error.fault === 'too_old') this.#greeted = false;
        const startOver = error instanceof SyncError && (error.fault === 'gap' || error.fault === 'history_changed');
        if (!startOver || attempt === 3) throw error;
        this.#greeted = false;
        if (error.fault === 'history_changed') await journal.change(afterHistoryChange);
        if (error.fault === 'gap' && error.problem === null)
          await journal.change((view) => resetClientId(view, newId()));
      }
    }
  }

  /** False if the change has to be pulled instead. */
  showLive(change: LiveChange): boolean {
    return this.#greeted && this.#live.show(change);
  }

  /** The oldest accepted command whose effect has not been received. */
  get oldestUnconfirmed(): number | undefined {
    return this.#parts.journal.commands.find(({ state }) => state === 'acked')?.id;
  }

  get isLiveStored(): boolean {
    return this.#live.isStored;
  }

  async storeLive(): Promise<void> {
    await this.#live.store(await this.#begin());
  }

  /** Live changes that are not stored have to be pulled. */
  dropLive(): void {
    this.#live.drop();
  }

  /** Long poll: waits up to 20 s for a change on the server. Throws a SyncError. */
  async waitForNews(ended: AbortSignal): Promise<boolean> {
    const { transport, journal, steps } = this.#parts;
    const { client_id, cursor } = journal.state;
    const wanted = { limit: 1, max_bytes: 1024, wait_ms: pollMs };
    const page = await transport.pull({ client_id, schema: currentSchema(steps), cursor, ...wanted }, { ended });
    return page.cursor !== cursor || page.ops.length > 0;
  }

  /** After a new token, the server has to confirm the actor again. */
  forgetGreeting(): void {
    this.#greeted = false;
  }

  async #begin(): Promise<FencedJournal> {
    const journal = await this.#parts.journal.takeOver();
    await this.#parts.records.beginTerm(journal.term);
    return journal;
  }

  async #greet(journal: FencedJournal): Promise<void> {
    const { transport, clock, newId } = this.#parts;
    const { client_id, client_key, cursor, next_number } = journal.state;
    const reply = await transport.hello({
      protocols: [protocolVersion],
      schema: currentSchema(this.#parts.steps),
      client_id,
      client_key,
      cursor,
      outbox_head: next_number - 1,
      device_time: isoTime(clock.now()),
    });
    const { organisation_id: mine } = journal.state;
    if (mine !== null && mine !== reply.organisation_id)
      throw new SyncError('other_organisation', 'The token belongs to another organisation than this replica.');
    await journal.change((view) => greeted(view, reply, newId));
    this.#greeted = true;
  }
}

/** Every accepted command has a place in the feed; one that waits for a file has none yet. */
function arrivesByStream({ commands }: FencedJournal): boolean {
  return commands.every(({ state, result }) => state !== 'acked' || (result !== null && result.seq > 0));
}

/** Reconciles what the server knows of this replica with its own numbers. */
function greeted(view: JournalView, reply: HelloReply, newId: () => string): JournalChange {
  const { last_mutation_id: last, organisation_id, actor, settings } = reply;
  const { state } = view;
  // Commands that a restored server does not know are sent again.
  const forgotten = view.commands.filter((entry) => entry.state === 'acked' && entry.number > last);
  const requeued = forgotten.map((entry) => ({ ...entry, state: 'queued' as const, result: null }));
  const known = {
    ...state,
    organisation_id,
    settings,
    grants: { projects: reply.grants },
    min_pull: reply.schema.min_pull,
    actor: isRole(actor.role) ? { ...actor, role: actor.role } : null,
  };
  const commands = view.commands.map((entry) => requeued.find(({ id }) => id === entry.id) ?? entry);
  const change = fits({ state: known, commands }, last)
    ? { put: requeued }
    : resetClientId({ state: known, commands }, newId());
  return { ...change, state: { ...known, ...change.state } };
}

/** Waiting numbers continue the server's last one without a gap, and the server knows no number that was never sent from here. */
function fits({ state, commands }: JournalView, last: number): boolean {
  if (last > state.sent_number) return false;
  const fresh = commands.filter((entry) => isUnanswered(entry) && entry.number > last);
  return last + fresh.length === state.next_number - 1 && fresh.every((entry, i) => entry.number === last + 1 + i);
}

/**
 * A replica whose numbers no longer match the server's, because either was restored from a copy, continues under a new client id and
 * numbers what waits from 1. Commands accepted under the old id change nothing the second time: their ids and old values make them
 * idempotent.
 */
function resetClientId({ state, commands }: JournalView, clientId: string): JournalChange {
  const waiting = commands
    .filter(isUnanswered)
    .map((entry, i): OutboxCommand => ({ ...entry, state: 'queued', number: i + 1 }));
  const answered = commands
    .filter((entry) => !isUnanswered(entry))
    .map((entry): OutboxCommand => ({ ...entry, number: 0 }));
  return {
    state: { ...state, client_id: clientId, next_number: waiting.length + 1, sent_number: 0 },
    put: [...waiting, ...answered],
  };
}

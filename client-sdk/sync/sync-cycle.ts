/** One full exchange: hello where it is needed, everything up, everything down. What comes between starts it over, a few times. */
import { isRole } from '../../shared/model/access.ts';
import { protocolVersion, type HelloReply } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import { pullAll } from './puller.ts';
import { LiveChanges, type LiveChange } from './live-changes.ts';
import type { FencedJournal, Journal, JournalChange, JournalView } from '../disk/journal.ts';
import { isUnanswered } from '../disk/outbox-command.ts';
import { AdaptiveBatch } from './adaptive-batch.ts';
import type { Records } from '../disk/records.ts';
import { resetClientId } from './reset-client-id.ts';
import { SyncError } from '../base/sync-error.ts';
import { pushAll, type Pushed } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';

export interface SyncSummary extends Pushed {
  /** Lines of the feed that came. */
  readonly pulled: number;
}

/** Shorter than what a request may take. */
const pollMs = 20_000;

export type ExchangePhase = 'pushing' | 'pulling';

interface Parts {
  readonly journal: Journal;
  readonly records: Records;
  readonly transport: SyncTransport;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly steps: readonly Step[];
  /** Sends files that wait; the number of those that have arrived, whose commands go up then. */
  readonly uploadPhotos: () => Promise<number>;
}

export class SyncCycle {
  readonly #parts: Parts;
  readonly #frames: LiveChanges;
  readonly #pace = new AdaptiveBatch();
  #greeted = false;
  #saysGrants = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#frames = new LiveChanges(parts);
    parts.journal.view$.subscribe(({ state }) => this.#frames.follow(state.cursor));
  }

  /**
   * Throws a SyncError; everything that was answered or read until then is kept. Where the stream is live at the place of the replica,
   * nothing is read: what was sent comes back by that.
   */
  async run(
    enter: (phase: ExchangePhase) => void,
    isLiveAt: (cursor: string | null) => boolean = () => false,
  ): Promise<SyncSummary> {
    const { records, transport: wire, clock } = this.#parts;
    const journal = await this.#begin();
    await this.#frames.store(journal);
    const sum = { pushed: 0, refused: 0, pulled: 0 };
    const up = async (): Promise<void> => {
      enter('pushing');
      const { pushed, refused } = await pushAll(journal, wire, this.#pace);
      sum.pushed += pushed;
      sum.refused += refused;
    };
    const down = (): Promise<number> => pullAll(journal, records, wire, clock, this.#parts.steps);
    /** Files come last: they may take long, and nothing waits for them. */
    const lastUp = async (): Promise<boolean> => {
      if ((await this.#parts.uploadPhotos()) === 0) return false;
      await up();
      return true;
    };
    const mayStream = this.#greeted;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!this.#greeted) await this.#greet(journal);
        await up();
        if (mayStream && comesByStream(journal) && isLiveAt(journal.state.cursor)) return sum;
        enter('pulling');
        try {
          sum.pulled += await down();
        } catch (error) {
          if (error instanceof SyncError && error.fault === 'too_old') await lastUp();
          throw error;
        }
        // Once more than there is anything: files whose commands were taken are let go then.
        while (await lastUp()) sum.pulled += await down();
        if (this.#saysGrants && journal.state.grants === null) await this.#greet(journal);
        return sum;
      } catch (error) {
        // So that the server says again which apps it lets read.
        if (error instanceof SyncError && error.fault === 'too_old') this.#greeted = false;
        const startOver = error instanceof SyncError && (error.fault === 'gap' || error.fault === 'epoch');
        if (!startOver || attempt === 3) throw error;
        this.#greeted = false;
        if (error.fault === 'gap' && error.problem === null) await this.#renumber(journal);
      }
    }
  }

  /** Shows what came by the stream; false where it does not fit, and has to be pulled. */
  showLive(frame: LiveChange): boolean {
    return this.#greeted && this.#frames.show(frame);
  }

  /** The oldest command that was taken and whose effect has not come back. */
  get oldestUnconfirmed(): number | undefined {
    return this.#parts.journal.commands.find(({ state }) => state === 'acked')?.id;
  }

  /** Nothing is shown that is not stored. */
  get isLiveStored(): boolean {
    return this.#frames.isStored;
  }

  /** Stores what is shown. */
  async storeLive(): Promise<void> {
    await this.#frames.store(await this.#begin());
  }

  /** What is shown and not stored has to be pulled. */
  dropLive(): void {
    this.#frames.drop();
  }

  /** Waits at the server until something changes, for a while. Throws a SyncError. */
  async waitForNews(ended: AbortSignal): Promise<boolean> {
    const { transport: wire, journal, steps } = this.#parts;
    const { client_id, cursor } = journal.state;
    const wanted = { limit: 1, max_bytes: 1024, wait_ms: pollMs };
    const page = await wire.pull({ client_id, schema: currentSchema(steps), cursor, ...wanted }, { ended });
    return page.cursor !== cursor || page.ops.length > 0;
  }

  /** With another token, the server has to say again who this is. */
  forgetGreeting(): void {
    this.#greeted = false;
  }

  async #begin(): Promise<FencedJournal> {
    const journal = await this.#parts.journal.takeOver();
    await this.#parts.records.beginTerm(journal.term);
    return journal;
  }

  async #greet(journal: FencedJournal): Promise<void> {
    const { transport: wire, clock, newId } = this.#parts;
    const { client_id, client_key, cursor, next_number } = journal.state;
    const reply = await wire.hello({
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
    this.#saysGrants = reply.grants !== undefined;
  }

  async #renumber(journal: FencedJournal): Promise<void> {
    const { newId } = this.#parts;
    await journal.change((view) => resetClientId(view, newId()));
  }
}

/** Each command that was taken has a place in the feed; what waits for a file has none yet. */
function comesByStream({ commands }: FencedJournal): boolean {
  return commands.every(({ state, result }) => state !== 'acked' || (result !== null && result.seq > 0));
}

/** What the server knows of this replica, against what the replica knows of itself. */
function greeted(view: JournalView, reply: HelloReply, newId: () => string): JournalChange {
  const { epoch, last_mutation_id: last, organisation_id, actor, settings } = reply;
  const { state } = view;
  // An organisation that nothing was ever written to has no history yet.
  const restored = state.epoch !== null && state.epoch !== epoch;
  const history = restored ? { cursor: null, generation: state.generation + 1, sweeping: true } : {};
  // What a restored server has forgotten is sent again.
  const forgotten = view.commands.filter((entry) => entry.state === 'acked' && entry.number > last);
  const requeued = forgotten.map((entry) => ({ ...entry, state: 'queued' as const, result: null }));
  const known = {
    ...state,
    ...history,
    epoch: epoch || null,
    organisation_id,
    // An older server says nothing of them.
    settings: settings ?? state.settings,
    grants: reply.grants === undefined ? null : { projects: reply.grants },
    min_pull: reply.schema.min_pull,
    actor: isRole(actor.role) ? { ...actor, role: actor.role } : null,
  };
  const commands = view.commands.map((entry) => requeued.find(({ id }) => id === entry.id) ?? entry);
  const change = fits({ state: known, commands }, last)
    ? { put: requeued }
    : resetClientId({ state: known, commands }, newId());
  return { ...change, state: { ...known, ...change.state } };
}

/** The numbers that wait must follow the server's last without a gap, and the server must not know more than was ever sent from here. */
function fits({ state, commands }: JournalView, last: number): boolean {
  if (last > state.sent_number) return false;
  const fresh = commands.filter((entry) => isUnanswered(entry) && entry.number > last);
  return last + fresh.length === state.next_number - 1 && fresh.every((entry, i) => entry.number === last + 1 + i);
}

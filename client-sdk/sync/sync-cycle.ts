/**
 * One sync cycle: hello if needed, push everything, pull everything. If the server was restored from a backup, it starts again, up to three
 * attempts.
 */
import { protocolVersion, type HelloReply, type Wanted } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { correctedNow, isoTime, type Clock } from '../base/clock.ts';
import { storePage, type PageStore } from './pages.ts';
import { pullAll, pullRequest } from './puller.ts';
import type { Limits } from './eviction-plan.ts';
import type { LivePage } from './stream.ts';
import type { FencedJournal, Journal } from '../disk/journal.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { SettledCommands } from '../disk/settled-commands.ts';
import { awaitsFile } from '../disk/outbox-command.ts';
import { AdaptiveBatch } from './adaptive-batch.ts';
import type { Records } from '../disk/records.ts';
import { SyncError } from '../base/sync-error.ts';
import { TokenChangedError } from '../base/token-session.ts';
import { pushAll, type Pushed } from './pusher.ts';
import type { SyncTransport } from './sync-transport.ts';
import { withActor } from '../disk/known-actor.ts';
import { afterHistoryChange } from '../disk/history-change.ts';

export interface SyncSummary extends Pushed {
  /** `read_only`: the token may change nothing, or upload no files: that waits. */
  readonly blocked?: SyncError;
  /** Operations of the feed received. */
  readonly pulled: number;
}

/** What the office is told of: it shows minutes. */
const clockMovedMs = 60_000;

/** Less than the time limit of a request. */
const pollMs = 20_000;

export type CyclePhase = 'pushing' | 'pulling';

interface Parts {
  readonly journal: Journal;
  readonly records: Records;
  readonly settled: SettledCommands;
  readonly transport: SyncTransport;
  readonly clock: Clock;
  readonly steps: readonly Step[];
  /** What the device holds of its grant; undefined = all. */
  readonly want: Wanted | undefined;
  /** What it keeps of that; null = everything. */
  readonly limits: Limits | null;
  /** Uploads files, and pauses where commands and pages go first. */
  readonly uploadPhotos: () => AsyncIterable<void>;
  /** Whether the file of the photo is still here. */
  readonly hasFile: (id: string) => boolean;
  /** Ids of the commands that are on their way; none when it ends. */
  readonly showSending: (ids: readonly string[]) => void;
}

export class SyncCycle {
  readonly #parts: Parts;
  readonly #batch = new AdaptiveBatch();
  /** The offset of the clock when the server was last told its time. */
  #toldOffsetMs: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Throws a SyncError; everything answered or received until then is kept. If the stream is live at the replica's cursor, nothing is
   * pulled: the effect of what was pushed arrives by the stream.
   */
  async run(
    enter: (phase: CyclePhase) => void,
    isLiveAt: (cursor: string | null) => boolean = () => false,
  ): Promise<SyncSummary> {
    const { settled, transport, clock, want, limits, hasFile, showSending } = this.#parts;
    const journal = await this.#begin();
    showSending([]); // whichever tab was sending, its cycle is over
    const sum: { pushed: number; refused: number; pulled: number; blocked?: SyncError } = {
      pushed: 0,
      refused: 0,
      pulled: 0,
    };
    /** What waits for another token stays, and the rest of the sync goes on. */
    const unlessReadOnly = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof SyncError) || error.fault !== 'read_only') throw error;
        sum.blocked = error;
      }
    };
    const push = async (): Promise<void> => {
      enter('pushing');
      delete sum.blocked;
      await unlessReadOnly(async () => {
        const nowMs = clock.now();
        const { pushed, refused } = await pushAll({
          journal,
          transport,
          hasFile,
          showSending,
          batch: this.#batch,
          nowMs,
        });
        sum.pushed += pushed;
        sum.refused += refused;
      });
    };
    const pull = async (): Promise<void> => {
      enter('pulling');
      sum.pulled += await pullAll(this.#storeOf(journal), transport, { want, limits });
    };
    /** Files come last: they may take long, and nothing waits for them. */
    const pushPhotos = async (then: () => Promise<void>): Promise<void> => {
      if (sum.blocked) return;
      await unlessReadOnly(async () => {
        for await (const _pause of this.#parts.uploadPhotos()) {
          await push();
          await then();
        }
      });
    };
    const mayStream = this.#isGreeted;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!this.#isGreeted || this.#isClockSet) await this.#greet(journal);
        await push();
        if (mayStream && arrivesByStream(journal) && isLiveAt(journal.state.cursor)) return sum;
        try {
          await pull();
        } catch (error) {
          if (error instanceof SyncError && error.fault === 'too_old') await pushPhotos(() => Promise.resolve());
          throw error;
        }
        await pushPhotos(pull);
        if (isHelloDue(journal)) await this.#greet(journal);
        await settled.sweep(journal, correctedNow(clock));
        return sum;
      } catch (error) {
        if (error instanceof TokenChangedError) continue;
        // So that the server states again which schemas may pull.
        if (error instanceof SyncError && error.fault === 'too_old') transport.sessions.current.isConfirmed = false;
        const isRestored = error instanceof SyncError && error.fault === 'history_changed';
        if (!isRestored || attempt === 3) throw error;
        transport.sessions.current.isConfirmed = false;
        const kept = await settled.all();
        await journal.change((view) => afterHistoryChange(view, kept, clock.now()));
      }
    }
  }

  /** Stores a live page; false if the device has to pull instead: the page does not continue the replica, or more follows. */
  async receive(page: LivePage): Promise<boolean> {
    if (!this.#isGreeted) return false;
    const journal = await this.#begin();
    const { cursor, schema, kept } = journal.state;
    if (cursor === page.cursor) return true; // a duplicate, or a pull was faster
    const current = currentSchema(this.#parts.steps);
    const isNext = cursor === page.from && kept === null && schema <= current && page.schema <= current;
    if (!isNext) return false;
    await storePage(page, this.#storeOf(journal));
    return !page.more && !isHelloDue(journal);
  }

  /** The oldest accepted command whose effect has not been received. */
  get oldestUnconfirmed(): string | undefined {
    let oldest: string | undefined;
    for (const { id, state } of this.#parts.journal.commands.values())
      if (state === 'acked' && (oldest === undefined || id < oldest)) oldest = id;
    return oldest;
  }

  /** Long poll: waits up to 20 s for the next page; null = no news. Throws a SyncError. */
  async nextPage(ended: AbortSignal): Promise<LivePage | null> {
    const { transport, journal, want } = this.#parts;
    const { cursor, answered } = journal.state;
    const request = { ...pullRequest(this.#parts, want), cursor, answered, wait_ms: pollMs };
    const page = await transport.pull(request, { ended });
    return page.cursor === cursor && page.ops.length === 0 ? null : { ...page, from: cursor ?? '' };
  }

  get #isGreeted(): boolean {
    return this.#parts.transport.sessions.current.isConfirmed;
  }

  /** Somebody set the clock since the server was told its time. */
  get #isClockSet(): boolean {
    const offset = this.#parts.clock.offsetMs();
    return offset !== null && Math.abs(offset - (this.#toldOffsetMs ?? offset)) > clockMovedMs;
  }

  #storeOf(journal: FencedJournal): PageStore {
    const { records, clock, steps } = this.#parts;
    return { journal, records, clock, steps };
  }

  async #begin(): Promise<FencedJournal> {
    const journal = await this.#parts.journal.takeOver();
    await this.#parts.records.beginTerm(journal.term);
    return journal;
  }

  async #greet(journal: FencedJournal): Promise<void> {
    const { transport, steps, clock } = this.#parts;
    const session = transport.sessions.current;
    const reply = await transport.hello({
      protocols: [protocolVersion],
      schema: currentSchema(steps),
      device_time: isoTime(clock.now()),
    });
    this.#toldOffsetMs = clock.offsetMs();
    const { organisation_id: mine } = journal.state;
    if (mine !== null && mine !== reply.organisation_id)
      throw new SyncError('other_organisation', 'The token belongs to another organisation than this replica.');
    await journal.change(({ state }) => {
      session.requireCurrent();
      return { state: { ...withActor(state, reply, session), ...greeted(reply) } };
    });
    session.isConfirmed = true;
  }
}

/** A page has shown that what the last hello said is not so any more. */
function isHelloDue({ state: { grants, organisation_revision: revision } }: FencedJournal): boolean {
  return grants === null || revision === null;
}

/** Every accepted command has a place in the feed, and none waits for its file. */
function arrivesByStream({ commands }: FencedJournal): boolean {
  for (const entry of commands.values())
    if (awaitsFile(entry) || (entry.state === 'acked' && !entry.result?.seq)) return false;
  return true;
}

/** What the device learns about itself. */
function greeted(reply: HelloReply): Partial<ReplicaMetadata> {
  const { organisation_id, settings, timezone, locale, organisation_revision, grants, schema } = reply;
  return {
    organisation_id,
    settings,
    timezone,
    locale,
    organisation_revision,
    grants: { projects: grants },
    min_pull: schema.min_pull,
  };
}

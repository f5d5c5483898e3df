/** One full exchange: hello where it is needed, everything up, everything down. What comes between starts it over, a few times. */
import { isRole } from '../shared/access.ts';
import { protocolVersion, schemaVersion, type HelloReply } from '../shared/sync.ts';
import { isoTime, type Clock } from './clock.ts';
import { pullAll } from './downlink.ts';
import type { Journal, JournalChange, JournalView } from './journal.ts';
import { isUnsettled } from './outbox-command.ts';
import type { Records } from './records.ts';
import { renumbered } from './renumber.ts';
import { SyncError } from './sync-error.ts';
import { pushAll, type Pushed } from './uplink.ts';
import type { Wire } from './wire.ts';

export interface SyncSummary extends Pushed {
  /** Lines of the feed that came. */
  readonly pulled: number;
}

export type ExchangePhase = 'pushing' | 'pulling';

interface Parts {
  readonly journal: Journal;
  readonly records: Records;
  readonly wire: Wire;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class Exchange {
  readonly #parts: Parts;
  #greeted = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws a SyncError; everything that was answered or read until then is kept. */
  async run(enter: (phase: ExchangePhase) => void): Promise<SyncSummary> {
    const { journal, records, wire, clock } = this.#parts;
    const sum = { pushed: 0, refused: 0, pulled: 0 };
    for (let attempt = 1; ; attempt++) {
      try {
        if (!this.#greeted) await this.#greet();
        enter('pushing');
        const { pushed, refused } = await pushAll(journal, wire);
        sum.pushed += pushed;
        sum.refused += refused;
        enter('pulling');
        sum.pulled += await pullAll(journal, records, wire, clock);
        return sum;
      } catch (error) {
        const startOver = error instanceof SyncError && (error.fault === 'gap' || error.fault === 'epoch');
        if (!startOver || attempt === 3) throw error;
        this.#greeted = false;
        if (error.fault === 'gap' && error.problem === null) await this.#renumber();
      }
    }
  }

  /** With another token, the server has to say again who this is. */
  forgetGreeting(): void {
    this.#greeted = false;
  }

  async #greet(): Promise<void> {
    const { journal, wire, clock, newId } = this.#parts;
    const { client_id, cursor, next_number } = journal.state;
    const reply = await wire.hello({
      protocols: [protocolVersion],
      schema: schemaVersion,
      client_id,
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

  async #renumber(): Promise<void> {
    const { journal, newId } = this.#parts;
    await journal.change((view) => renumbered(view, newId()));
  }
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
    actor: isRole(actor.role) ? { ...actor, role: actor.role } : null,
  };
  const commands = view.commands.map((entry) => requeued.find(({ id }) => id === entry.id) ?? entry);
  const change = fits({ state: known, commands }, last)
    ? { put: requeued }
    : renumbered({ state: known, commands }, newId());
  return { ...change, state: { ...known, ...change.state } };
}

/** The numbers that wait must follow the server's last without a gap, and the server must not know more than was ever sent from here. */
function fits({ state, commands }: JournalView, last: number): boolean {
  if (last > state.sent_number) return false;
  const fresh = commands.filter((entry) => isUnsettled(entry) && entry.number > last);
  return last + fresh.length === state.next_number - 1 && fresh.every((entry, i) => entry.number === last + 1 + i);
}

/**
 * What happened, in one order: every request at the server's own door with the answer that it truly gave, whatever became of it on the
 * way back. What the server acknowledges goes into the model; a command that arrives again must get the very answer of before.
 */
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Command } from '../../../shared/model/command.ts';
import { commandHash, type Author } from '../../../shared/sync/command-identity.ts';
import { isAboutMissingRecord, type CommandResult, type PushReply } from '../../../shared/sync/sync.ts';
import type { Got, Sent } from '../../kit/weather.ts';
import type { World } from '../../kit/world.ts';
import { foreseeAt, isOutOfSight, type Sender } from './foresight.ts';
import { keptConflicts, withValues } from './hidden-values.ts';
import { plain, ruleOf } from './merge-oracle.ts';
import { Model, type Outcome } from './model.ts';
import type { Row } from './server-rows.ts';

/** A command with its final answer. */
export interface Taken {
  readonly id: string;
  readonly hash: string;
  /** Null = the sender named none. */
  readonly author: Author | null;
  readonly command: Command;
  readonly result: CommandResult;
}

export class History {
  readonly model = new Model();
  /** Every command that the server has answered, once. */
  taken: Taken[] = [];
  /** For the person who replays a seed; also part of its digest. */
  readonly lines: string[] = [];
  /** Refusals that the server no longer knows since it was restored, by id: tablets keep them. */
  readonly lostRefusals = new Map<string, Taken>();
  /** The latest moment that the server's clock has shown, ms since 1970: it may be set back. */
  latestMs = 0;
  /** The first thing that was wrong: a tablet takes an error on its way for a bad network. */
  fault: unknown;
  readonly #world: World;
  readonly #sentById = new Map<string, string>();
  #answers = new Map<string, CommandResult>();
  readonly #senderOf: (authorization: string) => Sender;

  /** `senderOf` = whose token a request carries. */
  constructor(world: World, senderOf: (authorization: string) => Sender = () => ({ role: 'admin', grant: null })) {
    this.#world = world;
    this.#senderOf = senderOf;
  }

  note(line: string): void {
    this.lines.push(line);
  }

  /** The server's clock shows `now`, and the calendar has looked. */
  passTime(now: number): void {
    this.latestMs = Math.max(this.latestMs, now);
    this.model.passTime(now);
  }

  /** What the server has answered until now; what is returned forgets all that it answered since. */
  copy(): () => void {
    const [putModelBack, taken, answers] = [this.model.copy(), [...this.taken], new Map(this.#answers)];
    return () => {
      putModelBack();
      const kept = new Set(taken);
      for (const each of this.taken)
        if (each.result.status === 'refused' && !kept.has(each)) this.lostRefusals.set(each.id, each);
      this.taken = [...taken];
      this.#answers = new Map(answers);
    };
  }

  /** To the server and back, and nothing in between. */
  async deliver(sent: Sent): Promise<Got> {
    try {
      return await this.#deliver(sent);
    } catch (error) {
      this.fault ??= error;
      throw error;
    }
  }

  async #deliver(sent: Sent): Promise<Got> {
    const response = await fetch(new URL(sent.path, this.#world.url), {
      method: sent.method,
      headers: sent.headers,
      ...(sent.body.length === 0 ? {} : { body: sent.body }),
    });
    const got = {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      text: await response.text(),
    };
    if (got.status >= 500) throw new Error(`${sent.path} answered ${got.status}: ${got.text}`);
    if (got.status === 200 && sent.path === '/api/v1/sync/push')
      this.#takePush(sent, got, got.text.includes('"conflicts"') ? await keptConflicts(this.#world) : []);
    return got;
  }

  /** A change through REST, which the server has said yes to. */
  takeRest(command: Command): void {
    this.note(`office ${command.op === 'act' ? command.action : command.op} ${command.kind}`);
    this.model.take(command, { status: this.#isEmpty(command) ? 'noop' : 'applied', conflicts: [] });
  }

  /** An edit without effect is accepted even where a document is locked. */
  #isEmpty(command: Command): boolean {
    if (command.op !== 'patch') return false;
    const { fields } = this.model.record(command.id);
    return Object.entries(command.set).every(([field, value]) =>
      isDeepStrictEqual(plain(ruleOf(command.kind, field), value ?? null), fields[field] ?? null),
    );
  }

  #takePush(sent: Sent, got: Got, kept: readonly Row[]): void {
    const { commands, again = false, ahead_of: ahead = [] } = JSON.parse(textOf(sent)) as Pushing; // a device sends nothing else
    const sender = this.#senderOf(sent.headers['authorization'] ?? '');
    const { results } = JSON.parse(got.text) as PushReply; // the protocol's own answer
    const refusedHere = new Set<string>();
    const open: string[] = [];
    for (const sending of commands) {
      const { id, command } = sending;
      const result = results.find((each) => each.id === id);
      if (!result) throw new Error(`command ${id} has no answer`);
      this.#requireIdentity(sending);
      const before = this.#answers.get(id);
      if (before && JSON.stringify(before) === JSON.stringify(result)) continue;
      // A photo whose file had not come gets its answer when it has.
      if (before && before.status !== 'deferred') throw new Error(`command ${id} got another answer the second time`);
      if (!before) this.#requireOrder(sending, [...ahead, ...open]);
      // What it is about may be given back by somebody else.
      const isOpen = again && (result.status === 'deferred' || isAboutMissingRecord(result.problem?.code));
      if (isOpen) open.push(id);
      else this.#answers.set(id, result);
      const what = command.op === 'act' ? command.action : command.op;
      this.note(`server ${result.status} ${what} ${command.kind} ${result.problem?.code ?? ''}`.trimEnd());
      if (result.status === 'deferred') continue;
      this.#requireForeseen(sending, result, sender, refusedHere);
      if (result.status === 'refused') refusedHere.add(id);
      if (isOpen) continue;
      const { author = null, hash = commandHash(sending as unknown as JsonObject) } = sending; // it came as JSON
      this.taken.push({ id, hash, author, command, result });
      this.model.noteDecision(command, result.problem?.code ?? null);
      if (result.status === 'refused') continue;
      const outcome = outcomeOf(result);
      const isHidden = isOutOfSight(this.model, command, sender);
      const conflicts = isHidden ? withValues(result, this.model.clashes, kept) : outcome.conflicts;
      this.model.take(command, { ...outcome, conflicts });
    }
  }

  /** An id belongs to one command, however often it is sent. */
  #requireIdentity(sending: Sending): void {
    const text = JSON.stringify(sending);
    const before = this.#sentById.get(sending.id) ?? text;
    if (before !== text) throw new Error(`command ${sending.id} was sent as ${before}, and then as ${text}`);
    this.#sentById.set(sending.id, text);
  }

  /** Each replica's queue is answered in its own order. */
  #requireOrder({ id, prev = null }: Sending, ahead: readonly string[]): void {
    if (prev !== null && !this.#answers.has(prev) && !ahead.includes(prev))
      throw new Error(`command ${id} was answered before ${prev}`);
  }

  /** Nothing is refused without a reason that is known here, and nothing is taken that has to be refused. */
  #requireForeseen(
    { id: made, command, depends_on: needs = [] }: Sending,
    result: CommandResult,
    sender: Sender,
    refusedHere: ReadonlySet<string>,
  ): void {
    const isOrphan = needs.some((id) => this.#answers.get(id)?.status === 'refused' || refusedHere.has(id));
    const foreseen = isOrphan
      ? ['depends_on_refused']
      : foreseeAt(this.model, { id: made, command, nowMs: this.#world.clock.now() }, sender);
    const said = result.status === 'refused' ? (result.problem?.code ?? '') : null;
    if (foreseen.includes(said)) return;
    throw new Error(
      `the server said “${said ?? result.status}” to ${JSON.stringify(command)}, foreseen was ${foreseen.map((code) => code ?? 'taken').join(' or ')}`,
    );
  }
}

interface Pushing {
  readonly commands: readonly Sending[];
  readonly again?: boolean;
  readonly ahead_of?: readonly string[];
}

/** A command as it is pushed. */
interface Sending {
  readonly id: string;
  readonly prev?: string | null;
  readonly author?: Author;
  readonly depends_on?: readonly string[];
  readonly command: Command;
  readonly hash?: string;
}

function textOf({ headers, body }: Sent): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : Buffer.from(body)).toString();
}

function outcomeOf({ status, conflicts = [] }: CommandResult): Outcome {
  if (status === 'refused' || status === 'deferred') throw new Error(`“${status}” changes nothing`);
  return { status, conflicts };
}

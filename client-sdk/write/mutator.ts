/**
 * Turns user actions into commands in the outbox: checked by the shared rules at once, so that an invalid edit fails even offline, and
 * stored before the call returns. Changes run one after another, so that each sees the one before.
 */
import type { Act, Command, Create, Patch, Remove } from '../../shared/model/command.ts';
import { sameJson } from '../../shared/crypto/canonical.ts';
import { decide } from '../../shared/decide.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { keyBetween } from '../../shared/merge/order.ts';
import { Problem } from '../../shared/model/problem.ts';
import { writableFields, type World } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { recordId } from '../../shared/model/fields.ts';
import { seenOf } from '../../shared/crypto/body-digest.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { invalid, parse } from '../../shared/model/validation.ts';
import { correctedNow, isoTime, type Clock } from '../base/clock.ts';
import { mutex } from '../base/mutex.ts';
import type { TokenSessions } from '../base/token-session.ts';
import type { Journal } from '../disk/journal.ts';
import { actorOf } from '../disk/known-actor.ts';
import type { KnownActor } from '../disk/replica-metadata.ts';
import type { OverlaidRecord } from '../view/overlay.ts';
import { isEntryKind } from '../view/present.ts';
import { ConcurrentWriteError, CommandQueue, type Draft } from './queue.ts';
import type { Replica } from '../view/replica.ts';
import { worldOf } from '../view/world.ts';

export interface MutatorContext {
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly sessions: TokenSessions;
  readonly newId: () => string;
  readonly steps: readonly Step[];
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
}

/** What a command is checked against, if not the current replica and user. */
interface WorldView {
  readonly replica: Replica;
  readonly actor: KnownActor | null;
}

export class Mutator {
  readonly queue: CommandQueue;
  readonly #context: MutatorContext;
  readonly #exclusive = mutex();

  constructor(context: MutatorContext) {
    this.#context = context;
    const { journal, clock, sessions, steps, random } = context;
    this.queue = new CommandQueue({ journal, clock, sessions, random, schema: currentSchema(steps) });
  }

  /** Runs `work` after every earlier change is stored, and before a later one begins. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#exclusive(async () => {
      for (;;) {
        await this.#context.journal.refresh();
        this.queue.start();
        try {
          return await work();
        } catch (error) {
          // Another tab queued a change first: `work` reads again what it depends on, such as the end of the chain of seals.
          if (!(error instanceof ConcurrentWriteError)) throw error;
        }
      }
    });
  }

  /** Resolves when every change begun so far has ended. */
  idle(): Promise<void> {
    return this.#exclusive(async () => undefined);
  }

  /** Returns the new record's id, which `fields` may name. An entry is placed after the last of its kind. */
  create(kind: string, fields: JsonObject): Promise<string> {
    return this.exclusively(async () => {
      const { id, ...set } = given(fields);
      const command: Create = {
        op: 'create',
        kind,
        id: id === undefined ? this.#context.newId() : parse(recordId, id),
        set: await this.#withSortKey(kind, set),
      };
      await this.queue.add([await this.check(command)]);
      return command.id;
    });
  }

  /** Queues nothing if the fields have these values already. `seen` = the record that the user saw, if it was not the current one. */
  patch(kind: string, id: string, fields: JsonObject, seen?: JsonObject): Promise<void> {
    return this.exclusively(async () => {
      const set = given(fields);
      const { body } = await this.#editable(kind, id);
      // A form sends every field; one that its user left alone is no change, whatever others did to it meanwhile.
      const edited = Object.fromEntries(
        Object.entries(set).filter(([field, value]) => !seen || !sameJson(value, seen[field])),
      );
      const was = seen ? asStored(kind, fieldsOf(seen, edited)) : fieldsOf(body, edited);
      const command: Patch = { op: 'patch', kind, id, set: edited, was };
      await this.queue.add([await this.check(command)]);
    });
  }

  remove(kind: string, id: string): Promise<void> {
    return this.exclusively(async () => {
      const { expectedRev, body } = await this.#editable(kind, id);
      const command: Remove = { op: 'remove', kind, id, base_rev: expectedRev, seen: seenOf(body) };
      await this.queue.add([await this.check(command)]);
    });
  }

  act(kind: string, id: string, action: string, args: JsonObject): Promise<void> {
    return this.exclusively(async () => {
      const { body } = await this.#editable(kind, id);
      const command: Act = { op: 'act', kind, id, action, args };
      const seen = resourceOf(kind).actions[action]?.seen?.(body, id, await this.#world(command)) ?? {};
      await this.queue.add([await this.check({ ...command, args: { ...seen, ...given(args) } })]);
    });
  }

  /** Throws the Problem that the server would answer, as far as the device can know. Null = the command has no effect. */
  async check(command: Command, as: Partial<WorldView> = {}): Promise<Draft | null> {
    refuseUnknownFields(command);
    const world = await this.#world(command, as);
    const before = world.record(command.id)?.body ?? {};
    const { status, writes } = decide(command, world);
    if (status === 'noop') return null;
    // A conflict alone writes nothing here, but the server must receive it.
    const after = writes[0]?.body ?? before;
    // Sent as the rules normalised it: trimmed, with ids for controls, so that later edits merge by the same ids.
    if (command.op === 'create') {
      const set = fieldsOf(after, command.set);
      return { command: { ...command, set }, shows: changedFields(set, after) };
    }
    if (command.op === 'patch') return { command: { ...command, set: normalised(command, world) }, shows: {} };
    return { command, shows: command.op === 'act' ? changedFields(before, after) : {} };
  }

  #world(command: Command, as: Partial<WorldView> = {}): Promise<World> {
    const { journal, clock, sessions, newId } = this.#context;
    const { replica = this.#context.replica, actor = actorOf(journal.state, sessions.current) } = as;
    const now = isoTime(correctedNow(clock));
    return worldOf(command, replica, { now, state: journal.state, actor, newId });
  }

  async #editable(kind: string, id: string): Promise<OverlaidRecord> {
    const record = await this.#context.replica.record(id);
    if (!record || record.kind !== kind || record.deleted)
      throw new Problem('not_found', `There is no ${kind} with this id.`);
    if (record.isOrphan)
      throw new Problem('depends_on_refused', `The server refused this ${kind}: resend it or discard it first.`);
    return record;
  }

  async #withSortKey(kind: string, set: JsonObject): Promise<JsonObject> {
    const documentId = set['document_id'];
    if (!isEntryKind(kind) || set['sort_key'] !== undefined || typeof documentId !== 'string') return set;
    const last = (await this.#context.replica.list({ kind, documentId })).at(-1)?.body['sort_key'];
    return { ...set, sort_key: keyBetween(typeof last === 'string' ? last : null, null) };
  }
}

/** What a form shows is as its user wrote it; it was stored trimmed. What the schema does not take stays as it is. */
function asStored(kind: string, values: JsonObject): JsonObject {
  const read = Object.entries(values).map(([field, value]) => {
    const { success, data } = resourceOf(kind).patchSchema.safeParse({ [field]: value });
    return [field, success ? ((data as JsonObject)[field] ?? null) : value] as const; // schemas of kinds only describe JSON
  });
  return Object.fromEntries(read);
}

/** The author's values, normalised but not merged with the stored ones. */
function normalised({ op, kind, id, set }: Patch, world: World): JsonObject {
  return fieldsOf(decide({ op, kind, id, set }, world).writes[0]?.body ?? set, set);
}

/** The server ignores fields that a caller may not set; here they are reported as a mistake. */
function refuseUnknownFields(command: Command): void {
  if (command.op !== 'create' && command.op !== 'patch') return;
  const writable = writableFields(resourceOf(command.kind), command.op);
  const wrong = Object.keys(command.set).filter((field) => !writable.includes(field));
  if (wrong.length === 0) return;
  const detail = command.op === 'create' ? 'cannot be set' : 'cannot be changed';
  throw invalid(wrong.map((field) => ({ pointer: `#/${field}`, code: 'unrecognized_keys', detail })));
}

/** Without undefined fields, which JSON does not have. */
function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function fieldsOf(body: JsonObject, set: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(set).map((field) => [field, body[field] ?? null]));
}

function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field]));
}

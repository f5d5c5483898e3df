/** A batch: groups of commands, decided in sequence on the locked state of one organisation, and their combined results. */
import { anonymousId, type Actor, type EarlierLimits, type Person } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { decide, originHash, type Decision } from '../../shared/decide.ts';
import { distinct, type DomainEvent } from '../../shared/model/event.ts';
import type { FieldConflict, FieldMerge } from '../../shared/merge/merge.ts';
import type { Notice } from '../../shared/model/notice.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Body, StoredRecord } from '../../shared/model/record.ts';
import type { Change, Draft, World } from '../../shared/model/resource.ts';
import { settledBy } from '../../shared/resources/conflict.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { BatchWorld } from './batch-world.ts';
import { Continued } from './continued-conflicts.ts';
import { keptMerge, openConflict, otherOf, type Edited } from './kept-edits.ts';
import type { ContractorAccess } from './contractor-access.ts';
import { columnsOf, type RecordRow } from './record-rows.ts';
import { noProject, requireWithinGrant, scopeOf } from './feed-scopes.ts';
import { isInSight, type Sight } from './sight.ts';
import type { WriteTransaction } from '../store/write.ts';

export interface Outcome {
  readonly status: Decision['status'] | 'refused';
  readonly problem?: Problem;
  readonly conflicts: readonly FieldConflict[];
  /** The record after the command; absent if the command was refused before the record existed. */
  readonly record?: StoredRecord;
}

/** What one group changed, for the log. */
export interface GroupChange {
  readonly author: Person;
  readonly commands: readonly Command[];
  readonly rows: readonly RecordRow[];
  readonly events: readonly DomainEvent[];
}

/** What a group changes, as it was before. */
type Before = Map<string, { readonly row: RecordRow | undefined; readonly changed: boolean }>;

export class Batch {
  readonly world: BatchWorld;
  readonly changes: GroupChange[] = [];
  readonly notices: Notice[] = [];
  readonly tx: WriteTransaction;
  #actor: Actor;
  /** Of the group that is being applied. */
  #author: Person;
  #sight: Sight;
  readonly #origin: World['origin'];
  readonly #newId: () => string;
  readonly #touched = new Set<string>();
  /** Named by this batch as the first device of the actor's token. */
  firstDevice: string | null = null;

  /** @param access what the actor may see; null = the whole organisation */
  constructor(
    tx: WriteTransaction,
    actor: Actor,
    origin: World['origin'],
    newId: () => string,
    access: ContractorAccess | null = null,
  ) {
    this.tx = tx;
    this.world = new BatchWorld(tx.settings);
    this.#actor = actor;
    this.#author = actor;
    this.#sight = { actor, author: actor, projects: actor.projects ?? null, access, earlier: null };
    this.#origin = origin;
    this.#newId = newId;
  }

  /** Call before `apply`, with every command that will be applied. */
  async read(commands: readonly Command[]): Promise<void> {
    await this.world.read(this.tx.trx, this.tx.orgId, commands, this.tx.now());
  }

  /**
   * Applies the whole group or nothing. A refusal is an outcome, never an exception.
   * @param author who made the changes
   * @param earlier what the actor was limited to when it made them; absent = it is decided by the limits of now
   * @param settled ids of conflicts that are settled by what comes next: the group decides them
   */
  apply(
    group: readonly Command[],
    author: Person = this.#actor,
    earlier: EarlierLimits | null = null,
    settled: readonly string[] = [],
  ): Outcome[] {
    const projects = earlier ? earlier.projects : (this.#actor.projects ?? null);
    this.#author = author;
    this.#sight = { ...this.#sight, actor: this.#actor, author, projects, earlier };
    const before: Before = new Map();
    const outcomes: Outcome[] = [];
    const events: DomainEvent[] = [];
    const notices: Notice[] = [];
    const touched = new Set<string>();
    const settling = new Set([...settled, ...group.flatMap(({ op, id }) => (op === 'act' ? [id] : []))]);
    for (const command of group) {
      try {
        this.#requireVisible(command);
        const [decision, continued] = this.#decide(command, settling);
        const of = this.world.row(command.id);
        for (const write of decision.writes) this.#write(write, command, before);
        notices.push(...this.#keepConflicts(command, decision.conflicts, { before, continued }));
        for (const merge of decision.merges) this.#writeMerge({ command, of, author }, merge, before);
        events.push(...decision.events);
        notices.push(...decision.notices);
        if (decision.touches && decision.writes.length > 0) {
          touched.add(decision.touches);
          this.#noteEdit(decision.touches, before);
        }
        const record = this.world.record(command.id);
        const { status, conflicts } = decision;
        outcomes.push({ status, conflicts, ...(record ? { record } : {}) });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        for (const [id, { row, changed }] of before) this.world.restore(id, row, changed);
        return group.map((member) => this.#refusal(member, command, error));
      }
    }
    const rows = [...before.keys()].map((id) => this.world.row(id)).filter((row) => row !== undefined);
    if (rows.length > 0) this.changes.push({ author, commands: group, rows, events: distinct(events) });
    this.notices.push(...notices);
    for (const id of touched) this.#touched.add(id);
    for (const { record } of outcomes) if (record) this.#noteDevice(record);
    return outcomes;
  }

  /** Bumps each document whose entries changed, once per batch, so that pollers and devices see it. */
  touchDocuments(): void {
    const touched = [...this.#touched].map((id) => this.world.row(id)).filter((row) => row !== undefined);
    const rows = touched.filter(({ id }) => !this.world.hasChanged(id)).map((row) => this.#bumped(row));
    for (const row of rows) this.world.put(row);
    if (rows.length > 0) this.changes.push({ author: this.#actor, commands: [], rows, events: [] });
  }

  #worldFor(command: Command): World {
    return {
      now: this.tx.now(),
      actor: this.#actor,
      author: this.#author,
      origin: this.#origin,
      settings: this.tx.settings,
      timezone: this.tx.timezone,
      newId: this.#newId,
      serial: () => this.tx.nextSeq(),
      createdFrom: (id) => this.world.row(id)?.origin_hash,
      record: (id) => (this.#maySee(id) || this.#wasShown(command, id) ? this.world.record(id) : undefined),
      hasDigest: (digest) => this.world.hasDigest(digest),
      children: (documentId, kind) => this.world.children(documentId, kind),
      all: (kind) => this.world.all(kind),
      needing: (siteId) => this.world.needing(siteId),
    };
  }

  #maySee(id: string): boolean {
    const row = this.world.row(id);
    return row === undefined || isInSight(row, this.#sight, (other) => this.world.row(other));
  }

  /** A sign-off with the hash of a version proves that its signer was shown it, before the document left the token's projects. */
  #wasShown(command: Command, id: string): boolean {
    if (command.op !== 'create' || !resourceOf(command.kind).isEvidence || !this.#sight.projects) return false;
    const { document_id: documentId, content_hash: hash } = command.set;
    if (id !== documentId || typeof hash !== 'string') return false;
    return this.world.children(id, 'version').some(({ body }) => body['content_hash'] === hash);
  }

  #requireVisible({ op, kind, id }: Command): void {
    if (this.#maySee(id)) return;
    if (op === 'create') throw new Problem('id_conflict', 'The id is in use for another record.');
    throw new Problem('not_found', `There is no ${kind} with this id.`);
  }

  /** A token belongs to the device that it was first used on. */
  #noteDevice({ kind, body }: StoredRecord): void {
    const device = this.#actor.deviceId ? null : (resourceOf(kind).deviceOf?.(body) ?? null);
    if (device === null || this.#actor.tokenId === undefined) return;
    this.firstDevice = device;
    this.#actor = { ...this.#actor, deviceId: device };
  }

  /** Updates a touched record that stores its editors immediately, so that a later command of the batch sees the change. */
  #noteEdit(id: string, before: Before): void {
    const [row, record] = [this.world.row(id), this.world.record(id)];
    if (!row || !record) return;
    const body =
      resourceOf(row.kind).edited?.(record.body, { actor: this.#actor, author: this.#author }) ?? record.body;
    if (body === record.body) return;
    const changed = this.world.hasChanged(id);
    if (!before.has(id)) before.set(id, { row, changed });
    this.world.put({ ...(changed ? row : this.#bumped(row)), body: JSON.stringify(body) });
  }

  #write(write: Draft & { readonly deleted: boolean }, command: Command, before: Before): void {
    const row = this.world.row(write.id);
    if (!before.has(write.id)) before.set(write.id, { row, changed: this.world.hasChanged(write.id) });
    const at = this.tx.nextStamp();
    const by = !row && resourceOf(write.kind).authorless?.(write.body) ? anonymousId : this.#author.id;
    const base: RecordRow = row ?? {
      id: write.id,
      kind: write.kind,
      seq: 0,
      rev: 0,
      deleted: 0,
      ...columnsOf(write.kind, write.body),
      created_at: this.tx.now(),
      updated_at: at,
      created_by: by,
      updated_by: by,
      sent_by: null,
      origin_hash: command.op === 'create' && command.id === write.id ? originHash(command) : '',
      body: '',
      scope: '',
    };
    const after = {
      ...base,
      rev: this.tx.nextRevision(base.rev),
      seq: this.tx.nextSeq(),
      updated_at: at,
      ...columnsOf(write.kind, write.body),
      deleted: write.deleted ? 1 : 0,
      updated_by: by,
      sent_by: by === anonymousId || this.#author.id === this.#actor.id ? null : this.#actor.id,
      body: JSON.stringify(write.body),
    };
    const grant = { projects: this.#sight.projects };
    const find = (id: string): RecordRow | undefined => this.world.row(id);
    if (grant.projects) requireWithinGrant(grant, { row: after, before: row }, find);
    // Else a token would take into its projects of now what it sees no more.
    if (this.#sight.earlier && row && scopeOf(row, find) !== scopeOf(after, find)) throw noProject();
    this.world.put(after);
  }

  /** `settling` = ids of what it decides: of those fields it continues nothing. What is refused by itself is refused. */
  #decide(command: Command, settling: ReadonlySet<string>): readonly [Decision, Continued | null] {
    const decision = decide(command, this.#worldFor(command));
    if (command.op !== 'patch' || !command.was) return [decision, null];
    const all = this.world.conflictsOf(command.id);
    const decided = new Set(all.filter(({ id }) => settling.has(id)).map(({ body }) => body['field']));
    const others = all.filter(({ body }) => !decided.has(body['field']));
    const continued = new Continued(command, this.#author, this.world.record(command.id)?.body ?? {}, others);
    if (!continued.isAny) return [decision, null];
    return [continued.told(decide(continued.applied, this.#worldFor(command))), continued];
  }

  /** The notices of those that say more than the ones before them. */
  #keepConflicts(
    command: Command,
    conflicts: readonly FieldConflict[],
    { before, continued }: { readonly before: Before; readonly continued: Continued | null },
  ): readonly Notice[] {
    const told = conflicts.flatMap((conflict) => {
      const notices = this.#writeConflict(command, conflict, before);
      return continued?.isToldAlready(conflict) ? [] : notices;
    });
    const by = { author: this.#author, now: this.tx.now() };
    for (const { id, conflict } of continued?.ended ?? []) {
      const write = { kind: 'conflict', id, body: settledBy(conflict, 'keep', by), deleted: false };
      this.#write(write, command, before);
    }
    return told;
  }

  #writeConflict(command: Command, conflict: FieldConflict, before: Before): readonly Notice[] {
    const body = openConflict(conflict, { command, of: this.world.row(command.id), author: this.#author });
    const id = this.#newId();
    this.#write({ kind: 'conflict', id, body, deleted: false }, command, before);
    const world = this.#worldFor(command);
    const created: Change<Body> = { id, op: 'create', action: null, before: null, after: body, world };
    return resourceOf('conflict').notices?.(created) ?? [];
  }

  #writeMerge(edited: Edited, merge: FieldMerge, before: Before): void {
    const { command, of, author } = edited;
    const kept = this.world.mergesOf(command.id, merge.field, this.tx.now());
    // Apart from what the author changed before in this batch.
    const other = otherOf([of, this.world.before(command.id)], author, (id) => this.world.record(id));
    const draft = keptMerge(merge, edited, { other, kept, newId: this.#newId, now: this.tx.now() });
    this.#write({ ...draft, deleted: false }, command, before);
  }

  #bumped(row: RecordRow): RecordRow {
    return { ...row, rev: this.tx.nextRevision(row.rev), seq: this.tx.nextSeq(), updated_at: this.tx.nextStamp() };
  }

  #refusal(member: Command, culprit: Command, problem: Problem): Outcome {
    const record = this.#maySee(member.id) ? this.world.record(member.id) : undefined;
    const reason =
      member === culprit
        ? problem
        : new Problem('txn_refused', `Refused with a change of the same group: ${problem.detail}`);
    return { status: 'refused', problem: reason, conflicts: [], ...(record ? { record } : {}) };
  }
}

/**
 * What the server must hold, worked out independently: every change that the server acknowledged, in its order, applied by rules of
 * its own. A record, a field, an event or a conflict that differs from this was lost, doubled or made up.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Act, Command } from '../../../shared/model/command.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { eventNames, Life, markActions } from './life.ts';
import { expected, plain, ruleOf, type Rule } from './merge-oracle.ts';
import { firstStage, stageAfter } from './stages.ts';

export interface ModelRecord {
  readonly kind: string;
  deleted: boolean;
  fields: Record<string, Json>;
}

export interface Clash {
  readonly record_id: string;
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly kept: string;
}

export interface Outcome {
  readonly status: 'applied' | 'merged' | 'noop';
  readonly conflicts: readonly Omit<Clash, 'record_id'>[];
}

/** An approval or rejection that reached a document in review. */
export interface Decision {
  readonly documentId: string;
  /** Number of the review round, from 1. */
  readonly round: number;
  /** Of the content that its author saw. */
  readonly contentHash: Json;
  readonly isStale: boolean;
}

export const entryKinds: readonly string[] = ['section', 'hazard', 'coshh', 'personnel'];
const removed = '(removed)';

export function isDecision({ kind, action }: Act): boolean {
  return kind === 'document' && ['approve', 'reject'].includes(action);
}

export class Model {
  readonly records = new Map<string, ModelRecord>();
  readonly lives = new Map<string, Life>();
  readonly clashes: Clash[] = [];
  /** `record field` → how many edits were merged by themselves. */
  readonly merges = new Map<string, number>();
  readonly settled = new Set<string>();
  /** Conflict → the record that it is about, of those that somebody has looked at. */
  readonly disputes = new Map<string, string>();
  /** Permit or incident → how often something was done with it, and what it has come to. */
  readonly actionCounts = new Map<string, number>();
  readonly stages = new Map<string, string>();
  readonly decisions: Decision[] = [];
  /** `name resource`, in the order of the changes. */
  readonly events: string[] = [];

  /** Whether the server was set back: a conflict that a tablet still shows may be gone, and comes again under another id. */
  isRestored = false;

  /** What is returned makes it hold again what it holds now, as often as it is called. Which conflict is about what stays known. */
  copy(): () => void {
    const { disputes: _, ...told } = this;
    const then = structuredClone(told);
    return () => {
      const again = structuredClone(then);
      for (const [id, life] of again.lives) again.lives.set(id, Object.assign(new Life(), life));
      Object.assign(this, again, { isRestored: true });
    };
  }

  /** One acknowledged change. Throws where the acknowledgement itself is wrong. */
  take(command: Command, outcome: Outcome): void {
    if (command.op === 'create') return this.#create(command.kind, command.id, command.set, outcome);
    if (command.op === 'act') return this.#act(command, outcome);
    const record = this.record(command.id);
    if (command.op === 'remove') return this.#remove(command.id, record, outcome);
    if (outcome.status !== 'noop') this.#requireDraft(command.id, record);
    if (record.deleted) this.#revive(command.id, record, command.set, command.was, outcome);
    else this.#patch(command.id, record, command.set, command.was, outcome);
  }

  /** Before the change itself. `refusal` = the code; null = it was accepted. */
  noteDecision(command: Command, refusal: string | null): void {
    if (command.op !== 'act' || !isDecision(command) || (refusal !== null && refusal !== 'stale_version')) return;
    const { id: documentId, args } = command;
    const contentHash = args['content_hash'] ?? null;
    this.decisions.push({ documentId, round: this.life(documentId).rounds, contentHash, isStale: refusal !== null });
  }

  /** Another order of a document's entries, through REST. */
  reordered(documentId: string): void {
    this.events.push(`document.updated ${documentId}`);
  }

  /** The calendar has looked: work that goes on beyond the end of its permit is without one. `now` in ms since 1970. */
  passTime(now: number): void {
    for (const [id, stage] of this.stages) {
      const { kind, fields } = this.record(id);
      if (kind !== 'permit' || stage !== 'open' || Date.parse(String(fields['valid_to'])) > now) continue;
      this.stages.set(id, 'expired');
      this.actionCounts.set(id, (this.actionCounts.get(id) ?? 0) + 1);
    }
  }

  record(id: string): ModelRecord {
    const record = this.records.get(id);
    if (!record) throw new Error(`the server acknowledged a change of ${id}, which nobody made`);
    return record;
  }

  /** Live and removed entries of a document. */
  entries(documentId: string): [string, ModelRecord][] {
    return [...this.records].filter(
      ([, { kind, fields }]) => entryKinds.includes(kind) && fields['document_id'] === documentId,
    );
  }

  #create(kind: string, id: string, set: JsonObject, { status }: Outcome): void {
    if (status === 'noop') return void this.record(id);
    if (this.records.has(id)) throw new Error(`${kind} ${id} was created twice`);
    const fields = Object.entries(set).map(
      ([field, value = null]) => [field, plain(ruleOf(kind, field), value)] as const,
    );
    const record = { kind, deleted: false, fields: Object.fromEntries(fields) as Record<string, Json> };
    this.records.set(id, record);
    this.#requireDraft(id, record, kind === 'document');
    if (kind === 'document') {
      this.lives.set(id, new Life());
      this.events.push(`document.created ${id}`);
    } else if (kind === 'signoff') this.events.push(`signoff.recorded ${id}`);
    else if (kind === 'incident') this.events.push(`incident.reported ${id}`);
    else this.#emitUpdate(id, record);
    if (kind === 'permit' || kind === 'incident') this.stages.set(id, firstStage[kind]);
  }

  #act({ kind, id, action, args }: Act, { status }: Outcome): void {
    if (kind === 'conflict') {
      if (this.settled.has(id)) throw new Error(`the conflict ${id} was settled twice`);
      this.settled.add(id);
    } else if (kind === 'permit' || kind === 'incident') {
      this.actionCounts.set(id, (this.actionCounts.get(id) ?? 0) + 1);
      this.stages.set(id, stageAfter(kind, action, this.stages.get(id)));
      if (kind === 'permit' && action === 'open') this.events.push(`permit.opened ${id}`);
      if (kind === 'permit' && action === 'close') this.events.push(`permit.closed ${id}`);
    } else if (kind === 'document' && markActions.includes(action)) {
      this.life(id).mark(action, Number(args['condition']), status !== 'noop');
      if (status !== 'noop') this.events.push(`document.updated ${id}`);
    } else if (kind === 'document') {
      this.#advance(id, action, args);
    } else throw new Error(`no simulation knows what ${action} of a ${kind} is`);
  }

  #advance(id: string, action: string, { conditions }: JsonObject): void {
    const document = this.record(id);
    const life = this.life(id);
    const restored = life.advance(action, () => ({
      head: structuredClone(document.fields),
      entries: new Map(structuredClone(this.entries(id))),
      conditions: Array.isArray(conditions) ? conditions.length : 0,
    }));
    this.events.push(`document.${eventNames[action] ?? 'updated'} ${id}`);
    if (!restored) return;
    document.fields = structuredClone(restored.head);
    for (const [entryId, entry] of this.entries(id)) {
      const frozen = restored.entries.get(entryId);
      if (frozen && !frozen.deleted) Object.assign(entry, structuredClone(frozen));
      else entry.deleted = true;
    }
  }

  life(id: string): Life {
    const life = this.lives.get(id);
    if (!life) throw new Error(`the server acknowledged something about the document ${id}, which nobody made`);
    return life;
  }

  #remove(id: string, record: ModelRecord, { status, conflicts }: Outcome): void {
    if (status === 'noop') {
      if (!record.deleted) throw new Error(`the removal of ${id} was acknowledged, but it still exists`);
      return;
    }
    this.#requireDraft(id, record);
    if (status === 'merged') return this.#keep(id, conflicts, [removed]);
    record.deleted = true;
    this.#emitUpdate(id, record);
  }

  #revive(id: string, record: ModelRecord, set: JsonObject, was: JsonObject | undefined, outcome: Outcome): void {
    const isMove = Object.keys(set).every((field) => ruleOf(record.kind, field) === 'place');
    if (isMove !== (outcome.status === 'noop'))
      throw new Error(`an edit of ${id}, which was removed, came to ${outcome.status}: ${JSON.stringify(set)}`);
    if (isMove) return;
    record.deleted = false;
    this.#keep(id, outcome.conflicts, [removed, ...this.#merge(id, record, set, was, outcome).kept]);
    this.#emitUpdate(id, record);
  }

  #patch(id: string, record: ModelRecord, set: JsonObject, was: JsonObject | undefined, outcome: Outcome): void {
    const { changed, kept } = this.#merge(id, record, set, was, outcome);
    this.#keep(id, outcome.conflicts, kept);
    if (changed) this.#emitUpdate(id, record);
    if (outcome.status === 'noop' && (changed || kept.length > 0))
      throw new Error(`an edit of ${id} was called empty: ${JSON.stringify({ set, was })}`);
  }

  /** Whether the edit changes anything, and the fields of which both values have to be kept. */
  #merge(
    id: string,
    record: ModelRecord,
    set: JsonObject,
    was: JsonObject | undefined,
    outcome: Outcome,
  ): { readonly changed: boolean; readonly kept: readonly string[] } {
    let changed = false;
    const kept: string[] = [];
    for (const [field, wanted = null] of Object.entries(set)) {
      const rule = ruleOf(record.kind, field);
      const theirs = plain(rule, record.fields[field] ?? null);
      const mine = plain(rule, wanted);
      const seen = was && Object.hasOwn(was, field) ? plain(rule, was[field] ?? null) : theirs;
      const clash = outcome.conflicts.find((each) => each.field === field);
      const plainly = expected(rule, seen, theirs, mine);
      const begun = clash || plainly.kept ? this.#begun(rule, id, field, { seen, clash }) : undefined;
      const other = begun ? otherSide(rule, begun, theirs) : theirs;
      const { value, kept: stays } = begun && rule !== 'lines' ? expected(rule, begun.was, other, mine) : plainly;
      if (clash) this.#requireBoth(id, clash, rule === 'lines' ? clash.theirs : other, wanted);
      // Of text on which two worked, either all lines stand, or both texts are kept.
      const isEither = rule === 'lines' && clash && !isDeepStrictEqual(seen, theirs);
      if (stays || isEither) kept.push(field);
      if (isEither) continue;
      const isMerged = [seen, mine, value].every((each) => !isDeepStrictEqual(each, theirs));
      const key = `${id} ${field}`;
      if (isMerged && !stays && rule !== 'place') this.merges.set(key, (this.merges.get(key) ?? 0) + 1);
      changed ||= rule === 'place' ? outcome.status !== 'noop' : !isDeepStrictEqual(value, theirs);
      record.fields[field] = value;
    }
    return { changed, kept };
  }

  /** The clash that its author goes on from; a newer one has the same beginning. */
  #begun(
    rule: Rule,
    id: string,
    field: string,
    { seen, clash }: { readonly seen: Json; readonly clash: Outcome['conflicts'][number] | undefined },
  ): Clash | undefined {
    return this.clashes.findLast(
      (each) =>
        each.record_id === id &&
        each.field === field &&
        isDeepStrictEqual(plain(rule, each.mine), seen) &&
        (!clash || isDeepStrictEqual(each.was, clash.was)),
    );
  }

  /** A conflict keeps the current value and the wanted one. */
  #requireBoth(id: string, clash: Outcome['conflicts'][number], theirs: Json, mine: Json): void {
    if (isDeepStrictEqual(clash.theirs, theirs) && isDeepStrictEqual(clash.mine, mine)) return;
    throw new Error(`the conflict about ${clash.field} of ${id} holds other values than those that clashed`);
  }

  /** Every clash was reported, and no other. */
  #keep(id: string, reported: Outcome['conflicts'], fields: readonly string[]): void {
    const named = reported.map(({ field }) => field).toSorted();
    if (!isDeepStrictEqual(named, fields.toSorted()))
      throw new Error(`conflicts of ${id}: reported were [${named.join()}], expected [${fields.join()}]`);
    for (const clash of reported) this.clashes.push({ record_id: id, ...clash });
  }

  #requireDraft(id: string, record: ModelRecord, isNew = false): void {
    if (isNew) return;
    const documentId = record.kind === 'document' ? id : record.fields['document_id'];
    const isContent = record.kind === 'document' || entryKinds.includes(record.kind);
    if (isContent && this.life(String(documentId)).status !== 'draft')
      throw new Error(
        `${record.kind} ${id} was changed though its document is ${this.life(String(documentId)).status}`,
      );
  }

  #emitUpdate(id: string, { kind, fields }: ModelRecord): void {
    if (kind === 'document') this.events.push(`document.updated ${id}`);
    else if (entryKinds.includes(kind)) this.events.push(`document.updated ${String(fields['document_id'])}`);
  }
}

/** What the others have written until now, without what the author of the clash has. */
function otherSide(rule: Rule, { was, theirs, mine, kept }: Clash, now: Json): Json {
  if (rule === 'higher') return kept === 'mine' && isDeepStrictEqual(now, mine) ? theirs : now;
  return rule === 'entries' ? expected(rule, expected(rule, was, theirs, mine).value, now, theirs).value : now;
}

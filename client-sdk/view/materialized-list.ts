/** The overlaid records of a scope in reading order, updated incrementally: an edit among many records costs no more than among few. */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Rows } from './live-query.ts';
import { Commands } from '../disk/commands.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import { overlay, type OverlaidRecord } from './overlay.ts';
import type { Scope } from '../disk/records.ts';

/** The commands of the outbox, as this version of the app reads them. */
export interface ShownCommands {
  readonly all: Commands;
  of(recordId: string): readonly OutboxCommand[];
}

export class MaterializedList {
  readonly #scope: Scope;
  readonly #order: (a: OverlaidRecord, b: OverlaidRecord) => number;
  readonly #byId = new Map<string, OverlaidRecord>();
  #rows: Rows | null = null;
  #commands = Commands.empty;
  #list: readonly OverlaidRecord[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#order = readingOrder(scope.kind);
  }

  /** Returns the same array if nothing has changed. Every value of the rows must be passed, in order. */
  update(rows: Rows, commands: ShownCommands): readonly OverlaidRecord[] {
    const replacements = new Map<OverlaidRecord, OverlaidRecord>();
    let isMoved = false;
    for (const id of this.#changedIds(rows, commands)) {
      const before = this.#byId.get(id);
      const after = this.#overlaid(id, rows, commands);
      if (after && before && isSame(before, after)) continue;
      if (after) this.#byId.set(id, after);
      else if (!this.#byId.delete(id)) continue;
      if (after && before && this.#order(before, after) === 0) replacements.set(before, after);
      else isMoved = true;
    }
    this.#rows = rows;
    this.#commands = commands.all;
    if (isMoved) this.#list = [...this.#byId.values()].toSorted(this.#order);
    else if (replacements.size > 0) this.#list = this.#list.map((each) => replacements.get(each) ?? each);
    return this.#list;
  }

  /** Ids of the records that may have changed. */
  #changedIds(rows: Rows, commands: ShownCommands): Iterable<string> {
    const isNext = rows === this.#rows || (this.#rows !== null && rows.changed !== null);
    if (!isNext) {
      const ofCommands = commands.all.recordsThatDiffer(Commands.empty);
      return new Set([...this.#byId.keys(), ...rows.byId.keys(), ...ofCommands]);
    }
    const changed = rows === this.#rows ? [] : (rows.changed ?? []);
    return new Set([...changed, ...commands.all.recordsThatDiffer(this.#commands)]);
  }

  #overlaid(id: string, rows: Rows, commands: ShownCommands): OverlaidRecord | undefined {
    const { kind, documentId } = this.#scope;
    const row = rows.byId.get(id);
    const own = commands.of(id);
    if (!row && own[0]?.command.kind !== kind) return undefined;
    const record = overlay(resourceOf(kind), row, own);
    if (!record || record.deleted) return undefined;
    const isWithin = row !== undefined || documentId === undefined || record.body['document_id'] === documentId;
    return isWithin ? record : undefined;
  }
}

/** Entries by position, versions by number, everything else by age. */
function readingOrder(kind: string): (a: OverlaidRecord, b: OverlaidRecord) => number {
  const field = resourceOf(kind).readingOrder;
  const keyOf = (record: OverlaidRecord): JsonObject[string] => (field ? record.body[field] : record.created_at);
  return (a, b) => compare(keyOf(a) ?? '', keyOf(b) ?? '') || compare(a.id, b.id);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function isSame(a: OverlaidRecord, b: OverlaidRecord): boolean {
  if (a === b) return true;
  if (a.seq !== b.seq || a.expectedRev !== b.expectedRev) return false;
  // JSON, except that `refused` may be absent.
  return sameJson(a as unknown as JsonObject, b as unknown as JsonObject);
}

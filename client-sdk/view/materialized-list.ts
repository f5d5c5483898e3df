/**
 * The records of a scope as they stand on this device, in the order in which people read them; kept up by what changes, so that one edit
 * among many records costs no more than one among few.
 */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Rows } from './live-query.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import { overlay, type OverlaidRecord } from './overlay.ts';
import { isEntryKind } from './present.ts';
import type { Scope } from '../disk/records.ts';

/** In the order of their numbers. */
export type CommandsByRecord = ReadonlyMap<string, readonly OutboxCommand[]>;

const none: readonly OutboxCommand[] = [];

export class MaterializedList {
  readonly #scope: Scope;
  readonly #order: (a: OverlaidRecord, b: OverlaidRecord) => number;
  readonly #byId = new Map<string, OverlaidRecord>();
  #rows: Rows | null = null;
  #commands: CommandsByRecord = new Map();
  #list: readonly OverlaidRecord[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#order = readingOrder(scope.kind);
  }

  /** With these rows and commands; the same array again where nothing has changed. Rows must be taken one after another. */
  take(rows: Rows, commands: CommandsByRecord): readonly OverlaidRecord[] {
    const replacements = new Map<OverlaidRecord, OverlaidRecord>();
    let isMoved = false;
    for (const id of this.#touched(rows, commands)) {
      const before = this.#byId.get(id);
      const after = this.#standing(id, rows, commands);
      if (after && before && sameStanding(before, after)) continue;
      if (after) this.#byId.set(id, after);
      else if (!this.#byId.delete(id)) continue;
      if (after && before && this.#order(before, after) === 0) replacements.set(before, after);
      else isMoved = true;
    }
    this.#rows = rows;
    this.#commands = commands;
    if (isMoved) this.#list = [...this.#byId.values()].toSorted(this.#order);
    else if (replacements.size > 0) this.#list = this.#list.map((each) => replacements.get(each) ?? each);
    return this.#list;
  }

  /** Ids of the records that may stand otherwise than they did. */
  #touched(rows: Rows, commands: CommandsByRecord): Iterable<string> {
    const isNext = rows === this.#rows || (this.#rows !== null && rows.changed !== null);
    if (!isNext) return new Set([...this.#byId.keys(), ...rows.byId.keys(), ...commands.keys()]);
    const changed = rows === this.#rows ? [] : (rows.changed ?? []);
    return commands === this.#commands ? changed : new Set([...changed, ...this.#withOtherCommands(commands)]);
  }

  /** Ids of the records whose commands are not what they were: of thousands that wait, an edit changes those of one. */
  #withOtherCommands(commands: CommandsByRecord): string[] {
    const isSame = (id: string): boolean => {
      const [before, after] = [this.#commands.get(id) ?? none, commands.get(id) ?? none];
      return before.length === after.length && before.every((entry, i) => entry === after[i]);
    };
    return [...commands.keys(), ...[...this.#commands.keys()].filter((id) => !commands.has(id))].filter(
      (id) => !isSame(id),
    );
  }

  #standing(id: string, rows: Rows, commands: CommandsByRecord): OverlaidRecord | undefined {
    const { kind, documentId } = this.#scope;
    const row = rows.byId.get(id);
    const own = commands.get(id) ?? none;
    if (!row && own[0]?.command.kind !== kind) return undefined;
    const standing = overlay(resourceOf(kind), row, own);
    if (!standing || standing.deleted) return undefined;
    const isWithin = row !== undefined || documentId === undefined || standing.body['document_id'] === documentId;
    return isWithin ? standing : undefined;
  }
}

/** Entries of a document by their place, versions by their number, everything else by age. */
function readingOrder(kind: string): (a: OverlaidRecord, b: OverlaidRecord) => number {
  const field = isEntryKind(kind) ? 'sort_key' : kind === 'version' ? 'version' : null;
  const keyOf = (standing: OverlaidRecord): JsonObject[string] => (field ? standing.body[field] : standing.created_at);
  return (a, b) => compare(keyOf(a) ?? '', keyOf(b) ?? '') || compare(a.id, b.id);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function sameStanding(a: OverlaidRecord, b: OverlaidRecord): boolean {
  if (a === b) return true;
  if (a.seq !== b.seq || a.expectedRev !== b.expectedRev) return false;
  // A standing is JSON, but for `refused`, which may be absent.
  return sameJson(a as unknown as JsonObject, b as unknown as JsonObject);
}

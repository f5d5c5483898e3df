/**
 * The truth: records as the server last sent them, written by the downlink alone and read by everybody. What comes live is in sight at
 * once and stored a moment later, several changes at a time: until then it is only shown, and a crash costs no more than reading it again.
 */
import { map, merge, Subject, type Observable } from 'rxjs';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ReplicaDatabase, ConfirmedRow } from './database.ts';
import { SyncError } from '../base/sync-error.ts';
import { StaleWriteError, writeRows, type Guard, type WriteOptions } from './table.ts';

/** A line of a pull answer, as far as a device looks into it: bodies may come from a newer server. */
export interface FeedOp {
  readonly op: string;
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly seq?: unknown;
  readonly [member: string]: unknown;
}

/** All of a kind, or those of one document. */
export interface Scope {
  readonly kind: string;
  readonly documentId?: string | undefined;
}

export function isWithin({ kind, documentId }: Scope, row: ConfirmedRow): boolean {
  return row.kind === kind && (documentId === undefined || row.document_id === documentId);
}

/** A row that came, or went. */
export interface RowChange {
  readonly row: ConfirmedRow;
  readonly gone: boolean;
}

export class Records {
  readonly #collection: ReplicaDatabase['records'];
  /** In sight and not stored yet, by id. */
  readonly #shown = new Map<string, RowChange>();
  readonly #news$ = new Subject<readonly RowChange[] | null>();
  #hasMissed = false;
  #term = 0;

  constructor(database: ReplicaDatabase) {
    this.#collection = database.records;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, ConfirmedRow>> {
    const rows = await this.#collection.storageInstance.findDocumentsById([...ids], false);
    const found = new Map(rows.map((row): [string, ConfirmedRow] => [row.id, row]));
    if (this.#shown.size === 0) return found;
    for (const { row, gone } of ids.map((id) => this.#shown.get(id)).filter((shown) => shown !== undefined))
      if (isOlder(row, found.get(row.id))) continue;
      else if (gone) found.delete(row.id);
      else found.set(row.id, row);
    return found;
  }

  async list(scope: Scope): Promise<readonly ConfirmedRow[]> {
    const rows = await this.#stored(scope);
    if (this.#shown.size === 0) return rows;
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { row, gone } of this.#shown.values())
      if (isOlder(row, found.get(row.id))) continue;
      else if (!gone && isWithin(scope, row)) found.set(row.id, row);
      else found.delete(row.id);
    return [...found.values()];
  }

  /** What changes from now on, as soon as it is in sight; null = anything may have changed, so that lists are to be read again. */
  changes(): Observable<readonly RowChange[] | null> {
    const stored$ = this.#collection.eventBulks$.pipe(
      map(({ events }) =>
        events.map(({ operation, documentData: row }): RowChange => ({ row, gone: operation === 'DELETE' })),
      ),
    );
    return merge(this.#news$, stored$);
  }

  /** Brings lines into sight that are stored by `keepShown`. */
  showUnstored(ops: readonly FeedOp[], generation: number): void {
    const changes = [...lastById(ops)].map(([id, op]): RowChange => ({
      row: rowOf(op, id, generation),
      gone: op.op === 'del',
    }));
    for (const change of changes) this.#shown.set(change.row.id, change);
    this.#news$.next(changes);
  }

  async storeShown(): Promise<void> {
    const shown = [...this.#shown.values()];
    const [gone, standing] = [shown.filter((change) => change.gone), shown.filter((change) => !change.gone)];
    await this.#write(
      new Map(standing.map(({ row }) => [row.id, row])),
      gone.map(({ row }) => row.id),
      { isSame: isSameRow },
    );
    for (const change of shown) if (this.#shown.get(change.row.id) === change) this.#shown.delete(change.row.id);
  }

  /** What is shown and not stored is out of sight again: it has to be pulled. */
  dropShown(): void {
    if (this.#shown.size === 0) return;
    this.#shown.clear();
    this.#news$.next(null);
  }

  /**
   * Other tabs may have written without this one hearing of it, as while it was frozen: what RxDB remembers of earlier queries says
   * nothing any more, and every list is read from the storage from here on.
   */
  bypassCache(): void {
    this.#hasMissed = true;
    this.#news$.next(null);
  }

  /** Everything that is written from here on belongs to this exchange; nothing of an earlier one is let in. 0 = there is but one tab. */
  async beginTerm(term: number): Promise<void> {
    this.#term = term;
    if (term === 0) return;
    const guard = { row: fenceOf(term), expected: (standing: ConfirmedRow | undefined) => (standing?.seq ?? 0) < term };
    await writeRows(this.#collection, new Map(), [], { guard }).catch(asTakenOver);
  }

  /** Rows that the feed has brought and that are still held. */
  async count(): Promise<number> {
    return (await this.#collection.count().exec()) - (this.#term === 0 ? 0 : 1);
  }

  /** Everything that is held, read from the storage and kept nowhere else. */
  async all(): Promise<readonly ConfirmedRow[]> {
    const { documents } = await this.#collection.storageInstance.query(this.#collection.find().getPreparedQuery());
    return documents.filter(({ kind }) => kind !== '');
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#write(new Map(), ids);
    await this.reclaimSpace();
  }

  /**
   * Applies one page. Safe to repeat: a row that stands already, at its place in the feed, is not written again. `areNew` = of a
   * snapshot into an empty replica.
   */
  async apply(ops: readonly FeedOp[], generation: number, areNew = false): Promise<void> {
    const puts = new Map<string, ConfirmedRow>();
    const removals: string[] = [];
    for (const [id, op] of lastById(ops))
      if (op.op === 'put') puts.set(id, rowOf(op, id, generation));
      else removals.push(id);
    await this.#write(puts, removals, { isSame: isSameRow, areNew });
  }

  /** Writes every row of this snapshot and of older ones as `turn` makes it; null drops it. */
  async rewriteUpTo(generation: number, turn: (row: ConfirmedRow) => ConfirmedRow | null): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lte: generation } } }).exec();
    const puts = new Map<string, ConfirmedRow>();
    const removals: string[] = [];
    for (const { _data: row } of old) {
      const next = turn(plain(row));
      if (next) puts.set(row.id, next);
      else removals.push(row.id);
    }
    await this.#write(puts, removals);
  }

  /** Drops what the present snapshot did not bring again. */
  async sweep(generation: number): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lt: generation } } }).exec();
    await this.#write(
      new Map(),
      old.map((document) => document.id),
    );
    await this.reclaimSpace();
  }

  /** Drops what belongs to these projects (empty = to none) and stood before the generation that is named for each. */
  async dropScopes(generationByScope: Readonly<Record<string, number>>): Promise<void> {
    if (Object.keys(generationByScope).length === 0) return;
    const isOld = ({ project_id: scope, generation }: ConfirmedRow): boolean =>
      Object.hasOwn(generationByScope, scope) && generation < (generationByScope[scope] ?? 0);
    const old = (await this.all()).filter(isOld).map(({ id }) => id);
    if (old.length > 0) await this.drop(old);
  }

  /** Gives the space of removed rows back: the server keeps the history, a device needs no tombstones. */
  async reclaimSpace(): Promise<void> {
    await this.#collection.storageInstance.cleanup(0);
  }

  /** Where tabs take turns, only if no other has taken over since. */
  async #write(
    puts: ReadonlyMap<string, ConfirmedRow>,
    removals: readonly string[],
    options: Omit<WriteOptions<ConfirmedRow>, 'guard'> = {},
  ): Promise<void> {
    if (puts.size === 0 && removals.length === 0) return;
    const term = this.#term;
    const guard: Guard<ConfirmedRow> = { row: fenceOf(term), expected: (standing) => standing?.seq === term };
    await writeRows(this.#collection, puts, removals, { ...options, ...(term === 0 ? {} : { guard }) }).catch(
      asTakenOver,
    );
  }

  async #stored(scope: Scope): Promise<readonly ConfirmedRow[]> {
    const query = this.#query(scope);
    if (!this.#hasMissed) return (await query.exec()).map(({ _data: row }) => row);
    return (await this.#collection.storageInstance.query(query.getPreparedQuery())).documents;
  }

  #query({ kind, documentId }: Scope): ReturnType<ReplicaDatabase['records']['find']> {
    return this.#collection.find({ selector: documentId === undefined ? { kind } : { kind, document_id: documentId } });
  }
}

/** Stands among the records, so that one transaction can look at it and write them; of no kind, and in every snapshot. */
function fenceOf(term: number): ConfirmedRow {
  const nothing = { kind: '', document_id: '', project_id: '', created_at: '', updated_at: '', created_by: '' };
  return { id: 'fence', ...nothing, updated_by: '', seq: term, rev: 0, generation: Number.MAX_SAFE_INTEGER, body: {} };
}

/** Without what the storage adds to it. */
function plain({ id, kind, document_id, project_id, seq, rev, generation, ...row }: ConfirmedRow): ConfirmedRow {
  const { created_at, updated_at, created_by, updated_by, body } = row;
  const envelope = { id, kind, document_id, project_id, seq, rev, generation };
  return { ...envelope, created_at, updated_at, created_by, updated_by, body };
}

function asTakenOver(error: unknown): never {
  if (error instanceof StaleWriteError) throw new SyncError('taken_over', 'Another tab has taken over the exchange.');
  throw error;
}

/** What each record comes to by these lines: a `put` or a `del`. */
function lastById(ops: readonly FeedOp[]): Map<string, FeedOp> {
  const last = new Map<string, FeedOp>();
  for (const op of ops) if (typeof op.id === 'string' && (op.op === 'put' || op.op === 'del')) last.set(op.id, op);
  return last;
}

/** Another tab has stored something newer than what is shown here. */
function isOlder(shown: ConfirmedRow, stored: ConfirmedRow | undefined): boolean {
  if (stored === undefined) return false;
  return shown.generation === stored.generation ? shown.seq < stored.seq : shown.generation < stored.generation;
}

function isSameRow(put: ConfirmedRow, standing: ConfirmedRow): boolean {
  return put.seq === standing.seq && put.generation === standing.generation;
}

function rowOf(op: FeedOp, id: string, generation: number): ConfirmedRow {
  return {
    id,
    kind: text(op.kind),
    document_id: text(op['document_id']),
    project_id: text(op['project_id']),
    seq: Number(op.seq),
    rev: Number(op['rev']),
    generation,
    created_at: text(op['created_at']),
    updated_at: text(op['updated_at']),
    created_by: text(op['created_by']),
    updated_by: text(op['updated_by']),
    body: op['body'] as JsonObject, // JSON from the wire; checked to be an object where the answer is read
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

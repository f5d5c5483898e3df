/** The truth: records as the server last sent them, written by the downlink alone and read by everybody. */
import { merge, Subject, switchMap, type Observable } from 'rxjs';
import type { JsonObject } from '../shared/json.ts';
import type { ReplicaDatabase, TruthRow } from './database.ts';
import { SyncError } from './sync-error.ts';
import { StaleWrite, writeRows, type Guard } from './table.ts';

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

export class Records {
  readonly #collection: ReplicaDatabase['records'];
  readonly #missed$ = new Subject<void>();
  #hasMissed = false;
  #term = 0;

  constructor(database: ReplicaDatabase) {
    this.#collection = database.records;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, TruthRow>> {
    const rows = await this.#collection.storageInstance.findDocumentsById([...ids], false);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async list(scope: Scope): Promise<TruthRow[]> {
    const query = this.#query(scope);
    if (!this.#hasMissed) return (await query.exec()).map(({ _data: row }) => row);
    return (await this.#collection.storageInstance.query(query.getPreparedQuery())).documents;
  }

  /** Says that the list has changed; read it then. */
  changes(scope: Scope): Observable<unknown> {
    return merge(
      this.#query(scope).$,
      this.#missed$.pipe(switchMap(() => merge([null], this.#collection.eventBulks$))),
    );
  }

  /**
   * Other tabs may have written without this one hearing of it, as while it was frozen: what RxDB remembers of earlier queries says
   * nothing any more, and every list is read from the storage from here on.
   */
  missed(): void {
    this.#hasMissed = true;
    this.#missed$.next();
  }

  /** Everything that is written from here on belongs to this exchange; nothing of an earlier one is let in. 0 = there is but one tab. */
  async beginTerm(term: number): Promise<void> {
    this.#term = term;
    if (term === 0) return;
    const guard = { row: fenceOf(term), expected: (standing: TruthRow | undefined) => (standing?.seq ?? 0) < term };
    await writeRows(this.#collection, new Map(), [], undefined, guard).catch(asTakenOver);
  }

  /** Rows that the feed has brought and that are still held. */
  async count(): Promise<number> {
    return (await this.#collection.count().exec()) - (this.#term === 0 ? 0 : 1);
  }

  /** Everything that is held, read from the storage and kept nowhere else. */
  async all(): Promise<readonly TruthRow[]> {
    const { documents } = await this.#collection.storageInstance.query(this.#collection.find().getPreparedQuery());
    return documents.filter(({ kind }) => kind !== '');
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#write(new Map(), ids);
    await this.clean();
  }

  /** Applies one page. Safe to repeat: a row that stands already, at its place in the feed, is not written again. */
  async apply(ops: readonly FeedOp[], generation: number): Promise<void> {
    const puts = new Map<string, TruthRow>();
    const removals = new Set<string>();
    for (const op of ops) {
      if (typeof op.id !== 'string') continue;
      puts.delete(op.id);
      removals.delete(op.id);
      if (op.op === 'put') puts.set(op.id, rowOf(op, op.id, generation));
      if (op.op === 'del') removals.add(op.id);
    }
    await this.#write(
      puts,
      [...removals],
      (put, standing) => put.seq === standing.seq && put.generation === standing.generation,
    );
  }

  /** Writes every row of this snapshot and of older ones as `turn` makes it; null drops it. */
  async turn(generation: number, turn: (row: TruthRow) => TruthRow | null): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lte: generation } } }).exec();
    const puts = new Map<string, TruthRow>();
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
    await this.clean();
  }

  /** Drops what belongs to these projects (empty = to none) and stood before the generation that is named for each. */
  async dropScopes(generationByScope: Readonly<Record<string, number>>): Promise<void> {
    if (Object.keys(generationByScope).length === 0) return;
    const isOld = ({ project_id: scope, generation }: TruthRow): boolean =>
      Object.hasOwn(generationByScope, scope) && generation < (generationByScope[scope] ?? 0);
    const old = (await this.all()).filter(isOld).map(({ id }) => id);
    if (old.length > 0) await this.drop(old);
  }

  /** Gives the space of removed rows back: the server keeps the history, a device needs no tombstones. */
  async clean(): Promise<void> {
    await this.#collection.storageInstance.cleanup(0);
  }

  /** Where tabs take turns, only if no other has taken over since. */
  async #write(
    puts: ReadonlyMap<string, TruthRow>,
    removals: readonly string[],
    isSame?: (put: TruthRow, standing: TruthRow) => boolean,
  ): Promise<void> {
    if (puts.size === 0 && removals.length === 0) return;
    const term = this.#term;
    const guard: Guard<TruthRow> = { row: fenceOf(term), expected: (standing) => standing?.seq === term };
    await writeRows(this.#collection, puts, removals, isSame, term === 0 ? undefined : guard).catch(asTakenOver);
  }

  #query({ kind, documentId }: Scope): ReturnType<ReplicaDatabase['records']['find']> {
    return this.#collection.find({ selector: documentId === undefined ? { kind } : { kind, document_id: documentId } });
  }
}

/** Stands among the records, so that one transaction can look at it and write them; of no kind, and in every snapshot. */
function fenceOf(term: number): TruthRow {
  const nothing = { kind: '', document_id: '', project_id: '', created_at: '', updated_at: '', created_by: '' };
  return { id: 'fence', ...nothing, updated_by: '', seq: term, rev: 0, generation: Number.MAX_SAFE_INTEGER, body: {} };
}

/** Without what the storage adds to it. */
function plain({ id, kind, document_id, project_id, seq, rev, generation, ...row }: TruthRow): TruthRow {
  const { created_at, updated_at, created_by, updated_by, body } = row;
  const envelope = { id, kind, document_id, project_id, seq, rev, generation };
  return { ...envelope, created_at, updated_at, created_by, updated_by, body };
}

function asTakenOver(error: unknown): never {
  if (error instanceof StaleWrite) throw new SyncError('taken_over', 'Another tab has taken over the exchange.');
  throw error;
}

function rowOf(op: FeedOp, id: string, generation: number): TruthRow {
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

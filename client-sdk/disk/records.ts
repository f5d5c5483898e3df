/** Confirmed records, as the server last sent them; only sync writes them. */
import { map, merge, Subject, type Observable } from 'rxjs';
import type { JsonObject } from '../../shared/base/json.ts';
import { emptyChecksum, type ScopeChecksum } from '../../shared/sync/scope-checksum.ts';
import { reread } from '../base/reread.ts';
import type { ReplicaDatabase, ConfirmedRow } from './database.ts';
import { SyncError } from '../base/sync-error.ts';
import { ownRow } from './own-row.ts';
import { contentDigest, sumId, sumIn, summary, sumRow } from './records-sum.ts';
import { StaleWriteError, writeRows, type Guard, type WriteOptions } from './table.ts';

/** An operation of the feed. Bodies may come from a newer server. */
export interface FeedOp {
  readonly op: string;
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly seq?: unknown;
  readonly [member: string]: unknown;
}

/** All records of a kind, or those of one document. */
export interface Scope {
  readonly kind: string;
  readonly documentId?: string | undefined;
}

export function isWithin({ kind, documentId }: Scope, row: ConfirmedRow): boolean {
  return row.kind === kind && (documentId === undefined || row.document_id === documentId);
}

export interface RowChange {
  readonly row: ConfirmedRow;
  /** The row was removed. */
  readonly gone: boolean;
}

export class Records {
  readonly #collection: ReplicaDatabase['records'];
  readonly #reread$ = new Subject<null>();
  #bypassesCache = false;
  #term = 0;

  constructor(database: ReplicaDatabase) {
    this.#collection = database.records;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, ConfirmedRow>> {
    const rows = await this.#collection.storageInstance.findDocumentsById([...ids], false);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async list(scope: Scope): Promise<readonly ConfirmedRow[]> {
    const query = this.#query(scope);
    if (!this.#bypassesCache) return (await query.exec()).map(({ _data: row }) => row);
    return (await this.#collection.storageInstance.query(query.getPreparedQuery())).documents;
  }

  /** Changes from now on; null = anything may have changed, and lists must be read again. */
  changes(): Observable<readonly RowChange[] | null> {
    const stored$ = this.#collection.eventBulks$.pipe(
      map(({ events }) =>
        events.map(({ operation, documentData: row }): RowChange => ({ row, gone: operation === 'DELETE' })),
      ),
    );
    return merge(this.#reread$, stored$);
  }

  /**
   * For a tab that may have missed writes of others while it was frozen: RxDB's query cache is stale, so from now on every list is read
   * from the storage.
   */
  bypassCache(): void {
    this.#bypassesCache = true;
    this.#reread$.next(null);
  }

  /** Fences out earlier sync cycles, whose writes are rejected from now on. 0 = this is the only tab. */
  async beginTerm(term: number): Promise<void> {
    this.#term = term;
    if (term === 0) return;
    const guard = { row: fenceOf(term), expected: (stored: ConfirmedRow | undefined) => (stored?.seq ?? 0) < term };
    await writeRows(this.#collection, new Map(), [], { guard }).catch(asTakenOver);
  }

  /** Number of stored rows. */
  async count(): Promise<number> {
    return (await this.sum()).count;
  }

  /** Over the digests that all rows came with. */
  async sum(): Promise<ScopeChecksum> {
    const [row] = await this.#collection.storageInstance.findDocumentsById([sumId], false);
    return row ? sumIn(row) : emptyChecksum;
  }

  /** All rows, straight from the storage. */
  async all(): Promise<readonly ConfirmedRow[]> {
    const { documents } = await this.#collection.storageInstance.query(this.#collection.find().getPreparedQuery());
    return documents.filter(({ kind }) => kind !== '');
  }

  /** All rows as they are on disk, whatever the memory holds. */
  async reread(): Promise<readonly ConfirmedRow[]> {
    const stored = reread<ConfirmedRow>(this.#collection.storageInstance);
    return stored ? stored.filter(({ kind }) => kind !== '') : await this.all();
  }

  /** Replaces a sum that was damaged itself. */
  async setSum(sum: ScopeChecksum): Promise<void> {
    const own = await this.sum();
    if (own.count === sum.count && own.sum === sum.sum) return;
    const row = sumRow(sum);
    await this.#write(new Map([[row.id, row]]), [], {}, false);
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#write(new Map(), ids);
    await this.reclaimSpace();
  }

  /**
   * Applies one page. Idempotent: a row that is stored already, at the same place in the feed, is not written again. `areNew` = of a
   * first snapshot.
   */
  async apply(ops: readonly FeedOp[], generation: number, areNew = false): Promise<void> {
    const puts = new Map<string, ConfirmedRow>();
    const removals: string[] = [];
    for (const [id, op] of lastById(ops))
      if (op.op === 'put') puts.set(id, rowOf(op, id, generation));
      else removals.push(id);
    await this.#write(puts, removals, { isSame: isSameRow, areNew });
  }

  /** Replaces every row of this generation and older ones by `rewrite` of it; null drops it. */
  async rewriteUpTo(generation: number, rewrite: (row: ConfirmedRow) => ConfirmedRow | null): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lte: generation } } }).exec();
    const puts = new Map<string, ConfirmedRow>();
    const removals: string[] = [];
    for (const { _data: row } of old) {
      const next = rewrite(withoutMeta(row));
      if (next) puts.set(row.id, { ...next, digest: contentDigest(next) });
      else removals.push(row.id);
    }
    await this.#write(puts, removals);
  }

  /** Drops rows of older generations. */
  async sweep(generation: number): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lt: generation } } }).exec();
    await this.#write(
      new Map(),
      old.map((document) => document.id),
    );
    await this.reclaimSpace();
  }

  /** Drops rows of these projects (empty = of none) below the generation given for each. */
  async dropScopes(generationByScope: Readonly<Record<string, number>>): Promise<void> {
    if (Object.keys(generationByScope).length === 0) return;
    const isOld = ({ project_id: scope, generation }: ConfirmedRow): boolean =>
      Object.hasOwn(generationByScope, scope) && generation < (generationByScope[scope] ?? 0);
    const old = (await this.all()).filter(isOld).map(({ id }) => id);
    if (old.length > 0) await this.drop(old);
  }

  /** Deletes tombstones: the server keeps the history. */
  async reclaimSpace(): Promise<void> {
    await this.#collection.storageInstance.cleanup(0);
  }

  /** Rejected if another tab has taken over. */
  async #write(
    puts: ReadonlyMap<string, ConfirmedRow>,
    removals: readonly string[],
    options: Omit<WriteOptions<ConfirmedRow>, 'guard' | 'summary'> = {},
    isSummed = true,
  ): Promise<void> {
    if (puts.size === 0 && removals.length === 0) return;
    const term = this.#term;
    const guard: Guard<ConfirmedRow> = { row: fenceOf(term), expected: (stored) => stored?.seq === term };
    await writeRows(this.#collection, puts, removals, {
      ...options,
      ...(isSummed ? { summary } : {}),
      ...(term === 0 ? {} : { guard }),
    }).catch(asTakenOver);
  }

  #query({ kind, documentId }: Scope): ReturnType<ReplicaDatabase['records']['find']> {
    return this.#collection.find({ selector: documentId === undefined ? { kind } : { kind, document_id: documentId } });
  }
}

/** The fence row. */
function fenceOf(term: number): ConfirmedRow {
  return ownRow('fence', term);
}

/** Without the members that RxDB adds. */
function withoutMeta({ id, kind, document_id, project_id, seq, rev, generation, ...row }: ConfirmedRow): ConfirmedRow {
  const { created_at, updated_at, created_by, updated_by, digest, body } = row;
  const envelope = { id, kind, document_id, project_id, seq, rev, generation, digest };
  return { ...envelope, created_at, updated_at, created_by, updated_by, body };
}

function asTakenOver(error: unknown): never {
  if (error instanceof StaleWriteError) throw new SyncError('taken_over', 'Another tab has taken over the sync.');
  throw error;
}

/** The last `put` or `del` of each record. */
function lastById(ops: readonly FeedOp[]): Map<string, FeedOp> {
  const last = new Map<string, FeedOp>();
  for (const op of ops) if (typeof op.id === 'string' && (op.op === 'put' || op.op === 'del')) last.set(op.id, op);
  return last;
}

function isSameRow(put: ConfirmedRow, stored: ConfirmedRow): boolean {
  return put.digest === stored.digest && put.generation === stored.generation;
}

function rowOf(op: FeedOp, id: string, generation: number): ConfirmedRow {
  const row = {
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
    body: op['body'] as JsonObject, // checked to be an object when the page was parsed
  };
  return { ...row, digest: op.op === 'put' ? contentDigest(row) : '' };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Confirmed records, as the server last sent them; only sync writes them. */
import { merge, Subject, type Observable } from 'rxjs';
import type { JsonObject } from '../../shared/base/json.ts';
import { emptyChecksum, type ScopeChecksum } from '../../shared/sync/scope-checksum.ts';
import type { ReplicaDatabase, ConfirmedRow } from './database.ts';
import { SyncError } from '../base/sync-error.ts';
import { ownRow } from './own-row.ts';
import { contentDigest, sumId, sumIn, summary, sumRow } from './records-sum.ts';
import { StaleWriteError, type RowChange as Change, type TableWrite } from '../base/tables.ts';

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

export type RowChange = Change<ConfirmedRow>;

export class Records {
  readonly #table: ReplicaDatabase['records'];
  readonly #reread$ = new Subject<null>();
  #term = 0;

  constructor(database: ReplicaDatabase) {
    this.#table = database.records;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, ConfirmedRow>> {
    const rows = await this.#table.get(ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  list({ kind, documentId }: Scope): Promise<readonly ConfirmedRow[]> {
    return this.#table.range({ where: documentId === undefined ? { kind } : { kind, document_id: documentId } });
  }

  /** Changes from now on; null = anything may have changed, and lists must be read again. */
  changes(): Observable<readonly RowChange[] | null> {
    return merge(this.#reread$, this.#table.changes$);
  }

  /** For a tab that may have missed writes of others while it was frozen. */
  readAgain(): void {
    this.#reread$.next(null);
  }

  /** Fences out earlier sync cycles, whose writes are rejected from now on. 0 = this is the only tab. */
  async beginTerm(term: number): Promise<void> {
    this.#term = term;
    if (term === 0) return;
    const guard = { row: fenceOf(term), expected: (stored: ConfirmedRow | undefined) => (stored?.seq ?? 0) < term };
    await this.#table.write({ guard }).catch(asTakenOver);
  }

  /** Number of stored rows. */
  async count(): Promise<number> {
    return (await this.sum()).count;
  }

  /** Over the digests that all rows came with. */
  async sum(): Promise<ScopeChecksum> {
    const [row] = await this.#table.get([sumId]);
    return row ? sumIn(row) : emptyChecksum;
  }

  /** All rows, as they are on disk. */
  async all(): Promise<readonly ConfirmedRow[]> {
    return (await this.#table.range()).filter(({ kind }) => kind !== '');
  }

  /** Replaces a sum that was damaged itself. */
  async setSum(sum: ScopeChecksum): Promise<void> {
    const own = await this.sum();
    if (own.count === sum.count && own.sum === sum.sum) return;
    await this.#write([sumRow(sum)], [], { summary: undefined });
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#write([], ids, { purpose: 'answer' });
  }

  /**
   * Applies one page. Idempotent: a row that is stored already, at the same place in the feed, is not written again. `areNew` = of a
   * first snapshot.
   */
  async apply(ops: readonly FeedOp[], generation: number, areNew = false): Promise<void> {
    const puts: ConfirmedRow[] = [];
    const removals: string[] = [];
    for (const [id, op] of lastById(ops))
      if (op.op === 'put') puts.push(rowOf(op, id, generation));
      else removals.push(id);
    await this.#write(puts, removals, { isSame: isSameRow, areNew, purpose: 'page' });
  }

  /** Replaces every row of this generation and older ones by `rewrite` of it; null drops it. */
  async rewriteUpTo(generation: number, rewrite: (row: ConfirmedRow) => ConfirmedRow | null): Promise<void> {
    const puts: ConfirmedRow[] = [];
    const removals: string[] = [];
    for (const row of await this.all()) {
      if (row.generation > generation) continue;
      const next = rewrite(row);
      if (next) puts.push({ ...next, digest: contentDigest(next) });
      else removals.push(row.id);
    }
    await this.#write(puts, removals);
  }

  /** Drops rows of older generations. */
  async sweep(generation: number): Promise<void> {
    const old = (await this.all()).filter((row) => row.generation < generation);
    await this.drop(old.map(({ id }) => id));
  }

  /** Drops rows of these projects (empty = of none) below the generation given for each. */
  async dropScopes(generationByScope: Readonly<Record<string, number>>): Promise<void> {
    if (Object.keys(generationByScope).length === 0) return;
    const isOld = ({ project_id: scope, generation }: ConfirmedRow): boolean =>
      Object.hasOwn(generationByScope, scope) && generation < (generationByScope[scope] ?? 0);
    const old = (await this.all()).filter(isOld).map(({ id }) => id);
    if (old.length > 0) await this.drop(old);
  }

  /** Rejected if another tab has taken over. */
  async #write(
    put: readonly ConfirmedRow[],
    remove: readonly string[],
    options: Pick<TableWrite<ConfirmedRow>, 'isSame' | 'areNew' | 'summary' | 'purpose'> = {},
  ): Promise<void> {
    if (put.length === 0 && remove.length === 0) return;
    const term = this.#term;
    const guard = { row: fenceOf(term), expected: (stored: ConfirmedRow | undefined) => stored?.seq === term };
    await this.#table
      .write({ put, remove, summary, ...options, guard: term === 0 ? undefined : guard })
      .catch(asTakenOver);
  }
}

/** The fence row. */
function fenceOf(term: number): ConfirmedRow {
  return ownRow('fence', term);
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

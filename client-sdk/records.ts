/** The truth: records as the server last sent them, written by the downlink alone and read by everybody. */
import type { Observable } from 'rxjs';
import type { JsonObject } from '../shared/json.ts';
import type { ReplicaDatabase, TruthRow } from './database.ts';
import { writeRows } from './table.ts';

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

  constructor(database: ReplicaDatabase) {
    this.#collection = database.records;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, TruthRow>> {
    const rows = await this.#collection.storageInstance.findDocumentsById([...ids], false);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async list(scope: Scope): Promise<TruthRow[]> {
    return (await this.#query(scope).exec()).map(({ _data: row }) => row);
  }

  /** Says that the list has changed; read it then. */
  changes(scope: Scope): Observable<unknown> {
    return this.#query(scope).$;
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
    await writeRows(
      this.#collection,
      puts,
      [...removals],
      (put, standing) => put.seq === standing.seq && put.generation === standing.generation,
    );
  }

  /** Drops what the present snapshot did not bring again. */
  async sweep(generation: number): Promise<void> {
    const old = await this.#collection.find({ selector: { generation: { $lt: generation } } }).exec();
    await writeRows(
      this.#collection,
      new Map(),
      old.map((document) => document.id),
    );
    await this.clean();
  }

  /** Gives the space of removed rows back: the server keeps the history, a device needs no tombstones. */
  async clean(): Promise<void> {
    await this.#collection.storageInstance.cleanup(0);
  }

  #query({ kind, documentId }: Scope): ReturnType<ReplicaDatabase['records']['find']> {
    return this.#collection.find({ selector: documentId === undefined ? { kind } : { kind, document_id: documentId } });
  }
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

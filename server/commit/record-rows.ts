/** Converts stored rows to the records that the rules read. The body is parsed lazily, on first access. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { RecordTable } from '../store/tables/tables.ts';

export type RecordRow = Omit<RecordTable, 'org_id'>;

export function toRecord(row: RecordRow): StoredRecord {
  return new RecordOfRow(row);
}

/** A class, because V8 retains a hidden class for each object literal with a getter, and with it the row and body, long after their use. */
class RecordOfRow implements StoredRecord {
  readonly id: string;
  readonly kind: string;
  readonly rev: number;
  readonly seq: number;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  readonly #text: string;
  #body: JsonObject | undefined;

  constructor(row: RecordRow) {
    this.id = row.id;
    this.kind = row.kind;
    this.rev = row.rev;
    this.seq = row.seq;
    this.deleted = row.deleted === 1;
    this.created_at = row.created_at;
    this.updated_at = row.updated_at;
    this.created_by = row.created_by;
    this.updated_by = row.updated_by;
    this.#text = row.body;
  }

  get body(): JsonObject {
    return (this.#body ??= JSON.parse(this.#text) as JsonObject); // only commit() writes bodies, from objects
  }
}

export function columnsOf(
  kind: string,
  body: JsonObject,
): Pick<
  RecordRow,
  'project_id' | 'site_id' | 'document_id' | 'contractor_id' | 'status' | 'type' | 'version' | 'sort_key' | 'digest'
> {
  const columns = resourceOf(kind).columns(body);
  return {
    project_id: columns.project_id ?? null,
    site_id: columns.site_id ?? null,
    document_id: columns.document_id ?? null,
    contractor_id: columns.contractor_id ?? null,
    status: columns.status ?? null,
    type: columns.type ?? null,
    version: columns.version ?? null,
    sort_key: columns.sort_key ?? null,
    digest: columns.digest ?? null,
  };
}

export function parentColumnsOf({ project_id, site_id, document_id, contractor_id }: RecordRow): JsonObject {
  return { project_id, site_id, document_id, contractor_id };
}

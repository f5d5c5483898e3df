/** Between a row of the store and a record of the rules: the body is parsed only when somebody looks at it. */
import type { JsonObject } from '../shared/json.ts';
import type { StoredRecord } from '../shared/record.ts';
import { resourceOf } from '../shared/resources/index.ts';
import { bodyOf } from './store/row-body.ts';
import type { RecordTable } from './store/tables.ts';

export type RecordRow = Omit<RecordTable, 'org_id'>;

export function toRecord(row: RecordRow): StoredRecord {
  return {
    id: row.id,
    kind: row.kind,
    rev: row.rev,
    seq: row.seq,
    deleted: row.deleted === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
    updated_by: row.updated_by,
    get body() {
      return bodyOf(row);
    },
  };
}

export function columnsOf(
  kind: string,
  body: JsonObject,
): Pick<
  RecordRow,
  'project_id' | 'site_id' | 'document_id' | 'contractor_id' | 'status' | 'type' | 'version' | 'sort_key'
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
  };
}

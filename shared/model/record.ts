/** A stored record: the envelope that all kinds share, and the body described by the schema of its kind. */
import type { JsonObject } from '../base/json.ts';

export type Body = JsonObject;

export interface StoredRecord {
  readonly id: string;
  readonly kind: string;
  /** Revision: counts the changes of this record, and appears in the ETag `"r17"`. Not the version of a document. */
  readonly rev: number;
  /** Position in the organisation's feed, assigned at the last change. */
  readonly seq: number;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  readonly body: Body;
}

/** The records of one kind among several. */
export function ofKind<Record extends { readonly kind: string }>(records: readonly Record[], kind: string): Record[] {
  return records.filter((record) => record.kind === kind);
}

/** The record, if it is of that kind and not removed. */
export function liveOf<Record extends { readonly kind: string; readonly deleted: boolean | number }>(
  record: Record | undefined,
  kind: string,
): Record | undefined {
  return record?.kind === kind && !record.deleted ? record : undefined;
}

/** What the store filters, joins and sorts by; derived from the body by the definition of the kind. */
export interface Columns {
  readonly project_id?: string | null | undefined;
  readonly site_id?: string | null | undefined;
  readonly document_id?: string | null | undefined;
  /** The contractor that the record belongs to (contract, What a contractor sees). */
  readonly contractor_id?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly sort_key?: string | null | undefined;
  /** By which equal content is found again, such as the ink of a signature. */
  readonly digest?: string | null | undefined;
}

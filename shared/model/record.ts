/** A stored record: the envelope that every kind shares, and the body that its own schema describes. */
import type { JsonObject } from '../base/json.ts';

export type Body = JsonObject;

export interface StoredRecord {
  readonly id: string;
  readonly kind: string;
  /** Counts the changes of this record; the ETag `"r17"` shows it. Not the version of a document. */
  readonly rev: number;
  /** Place in the organisation's feed, given at the last change. */
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

/** The record, where it is of that kind and not removed. */
export function liveOf<Record extends { readonly kind: string; readonly deleted: boolean | number }>(
  record: Record | undefined,
  kind: string,
): Record | undefined {
  return record?.kind === kind && !record.deleted ? record : undefined;
}

/** What the store filters, joins and sorts by; drawn from the body by the kind's own file. */
export interface Columns {
  readonly project_id?: string | null | undefined;
  readonly site_id?: string | null | undefined;
  readonly document_id?: string | null | undefined;
  /** Whose part it is (contract, What a contractor sees). */
  readonly contractor_id?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly sort_key?: string | null | undefined;
}

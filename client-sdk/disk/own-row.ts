/**
 * A row that the replica keeps for itself among the records, so that one transaction can check or change it and write them. It has no
 * kind, and the highest generation.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { ConfirmedRow } from './database.ts';

export function ownRow(id: string, seq: number, body: JsonObject = {}): ConfirmedRow {
  const nothing = { kind: '', document_id: '', project_id: '', created_at: '', updated_at: '', created_by: '' };
  return { id, ...nothing, updated_by: '', digest: '', seq, rev: 0, generation: Number.MAX_SAFE_INTEGER, body };
}

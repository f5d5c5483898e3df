/** The documents that a permit or a point-of-work assessment names: by reference, title and version, as exports print them. */
import { isJsonList, isJsonObject, type JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { Db } from '../store/engine/db.ts';
import { loadByIds } from '../store/records/records.ts';
import { asInForce } from './in-force.ts';
import { toRecord } from './record-rows.ts';

export interface NamedDocument {
  readonly record: StoredRecord;
  readonly name: string;
  /** The version in force; of an archived document the one that was. */
  readonly version: number | null;
  readonly isArchived: boolean;
}

export function documentIdsIn({ permit, powra }: JsonObject): string[] {
  const linked = isJsonObject(permit) ? permit['linked_document_ids'] : null;
  const ids = [...(isJsonList(linked) ? linked : []), isJsonObject(powra) ? powra['parent_document_id'] : null];
  return ids.filter((id): id is string => typeof id === 'string');
}

export async function namedDocuments(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedDocument>> {
  if (ids.length === 0) return new Map();
  const records = await asInForce(db, orgId, (await loadByIds(db, orgId, [...new Set(ids)])).map(toRecord));
  return new Map(
    records.map((record) => {
      const { reference, title, status, current_approved_version: version } = record.body;
      const name = [reference, title].filter((word) => typeof word === 'string' && word !== '').join(' ');
      const isArchived = status === 'archived';
      return [record.id, { record, name, version: typeof version === 'number' ? version : null, isArchived }];
    }),
  );
}

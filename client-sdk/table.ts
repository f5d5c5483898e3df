/** Writing many rows of one collection at once: all of them in one transaction of the storage, or a thrown error. */
import { getDefaultRevision, getDefaultRxDocumentMeta, type BulkWriteRow, type RxCollection } from 'rxdb/plugins/core';

/** Puts rows whatever stands there now, but for those that are the same, and removes ids that stand. Resolves when it is stored. */
export async function writeRows<Row>(
  collection: RxCollection<Row>,
  puts: ReadonlyMap<string, Row>,
  removals: readonly string[] = [],
  isSame: (put: Row, standing: Row) => boolean = () => false,
): Promise<void> {
  if (puts.size === 0 && removals.length === 0) return;
  const { storageInstance } = collection;
  const standing = await storageInstance.findDocumentsById([...puts.keys(), ...removals], true);
  const primary = collection.schema.primaryPath;
  const standingById = new Map(standing.map((row) => [String(row[primary]), row]));
  const rows: BulkWriteRow<Row>[] = [];
  for (const [id, row] of puts) {
    const previous = standingById.get(id);
    if (previous && !isTombstone(previous) && isSame(row, previous)) continue;
    const document = {
      ...row,
      _deleted: false,
      _attachments: {},
      _meta: getDefaultRxDocumentMeta(),
      _rev: getDefaultRevision(),
    };
    rows.push(previous ? { previous, document } : { document });
  }
  for (const id of removals) {
    const previous = standingById.get(id);
    if (previous && !isTombstone(previous)) rows.push({ previous, document: { ...previous, _deleted: true } });
  }
  if (rows.length === 0) return;
  const { error } = await storageInstance.bulkWrite(rows, 'sitefile');
  const [first] = error;
  if (first)
    throw new Error(
      `The storage refused ${error.length} of ${rows.length} rows, the first with status ${first.status}.`,
    );
}

function isTombstone({ _deleted: deleted }: { readonly _deleted: boolean }): boolean {
  return deleted;
}

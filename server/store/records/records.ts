/** Records by id and by document; written in batches. */
import { inChunks } from '../engine/chunks.ts';
import { anyOf, overwrite } from '../engine/clauses.ts';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import type { RecordTable } from '../tables/tables.ts';

/** Tombstones included; unknown ids are absent. */
export async function loadByIds(db: Db, orgId: string, ids: readonly string[]): Promise<RecordTable[]> {
  return await inChunks(ids, (some) => byIds(db, orgId, some));
}
const byIds = preparedRows((db, orgId: string, ids: readonly string[]) =>
  db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('id', 'in', ids),
);

/** All of a kind that has few records. Tombstones included. */
export const loadByKind = preparedRows((db, orgId: string, kind: string) =>
  db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('kind', '=', kind).orderBy('id'),
);

/** Records of a kind with one of these values in `type`. Tombstones included. */
export const loadByTypes = preparedRows((db, orgId: string, kind: string, types: readonly string[]) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('type', 'in', anyOf(types)),
);

/** A page of the records of these kinds, tombstones included, by id; `after` = the last id of the previous page. */
export const recordsOfKinds = preparedRows((db, orgId: string, kinds: readonly string[], after: string) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', 'in', anyOf(kinds))
    .where('id', '>', after)
    .orderBy('id')
    .limit(1000),
);

/** The parts of the documents, ordered by document, kind and sort key (without one: first). Tombstones included. */
export async function loadByDocuments(
  db: Db,
  orgId: string,
  documentIds: readonly string[],
  kinds?: readonly string[],
): Promise<RecordTable[]> {
  return await inChunks(documentIds, (some) => byDocuments(db, orgId, some, kinds));
}
const byDocuments = preparedRows(
  (db, orgId: string, documentIds: readonly string[], kinds: readonly string[] | undefined) => {
    const query = db
      .selectFrom('record')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('document_id', 'in', documentIds)
      .orderBy('document_id')
      .orderBy('kind')
      .orderBy('sort_key', (order) => order.asc().nullsFirst())
      .orderBy('id');
    return kinds === undefined ? query : query.where('kind', 'in', anyOf(kinds));
  },
);

/** The records of the sites. Tombstones included. */
export async function loadBySites(db: Db, orgId: string, siteIds: readonly string[]): Promise<RecordTable[]> {
  return await inChunks(siteIds, (some) => bySites(db, orgId, some));
}
const bySites = preparedRows((db, orgId: string, siteIds: readonly string[]) =>
  db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('site_id', 'in', siteIds),
);

/** Columns that every change writes. */
const contentColumns = ['seq', 'rev', 'updated_at', 'updated_by', 'body'] as const;
/** Columns that most changes leave as they are. */
const placeColumns = [
  'deleted',
  'project_id',
  'site_id',
  'document_id',
  'contractor_id',
  'status',
  'type',
  'version',
  'sort_key',
  'scope',
] as const;

type NewRow = Owned<RecordTable>;

/**
 * Writes new and changed rows. Kind, creation and origin of a record stay as first written. `beforeOf` = the stored row, where it is known:
 * most changes leave the place columns alone, and then fewer indexes are written and no reference is checked. Throws if an id comes twice:
 * PostgreSQL could not tell which one to keep.
 */
export async function upsert(
  trx: Trx,
  orgId: string,
  rows: readonly NewRow[],
  beforeOf: (id: string) => NewRow | undefined = () => undefined,
): Promise<void> {
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw new Error('a record is twice in one batch');
  const [inPlace, others]: [NewRow[], NewRow[]] = [[], []];
  for (const row of rows) (isInPlace(row, beforeOf(row.id)) ? inPlace : others).push(row);
  await upsertWhole(trx, others, orgId);
  await (engineOf(trx) === 'postgres' ? upsertContent : updateContent)(trx, inPlace, orgId);
}

function isInPlace(row: NewRow, before: NewRow | undefined): boolean {
  return before !== undefined && placeColumns.every((column) => row[column] === before[column]);
}

const upsertWhole = upsertOf([...contentColumns, ...placeColumns]);
const upsertContent = upsertOf(contentColumns);

function upsertOf(changed: readonly (typeof contentColumns | typeof placeColumns)[number][]) {
  return preparedForEach((db, rows: readonly NewRow[], orgId: string) =>
    db
      .insertInto('record')
      .values(rows.map((row) => ({ ...row, org_id: orgId })))
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(overwrite(changed))),
  );
}

/** On SQLite, the same as `upsertContent` for less. */
const updateContent = preparedForEach((db, [row]: readonly NewRow[], orgId: string) =>
  db
    .updateTable('record')
    .set(Object.fromEntries(contentColumns.map((column) => [column, row?.[column]])))
    .where('org_id', '=', orgId)
    .where('id', '=', row?.id ?? ''),
);

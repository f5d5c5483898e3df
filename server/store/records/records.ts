/** Reads records by id, kind and parent, and writes them in batches. */
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

/** All records of a kind that has few, by id. Tombstones included. */
export async function loadByKind(db: Db, orgId: string, kind: string): Promise<RecordTable[]> {
  return (await byKind(db, orgId, kind)).toSorted(byId);
}
const byKind = preparedRows((db, orgId: string, kind: string) =>
  db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('kind', '=', kind),
);

/** Where few rows are sought by another column, SQLite would read all records of the organisation to get them in this order. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

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

/** Records that belong to the documents, ordered by document, kind and sort key (nulls first). Tombstones included. */
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

/** Those of the digests that a record has. */
export async function knownDigests(db: Db, orgId: string, digests: readonly string[]): Promise<string[]> {
  const rows = await inChunks(digests, (some) => byDigest(db, orgId, some));
  return rows.flatMap(({ digest }) => digest ?? []);
}
const byDigest = preparedRows((db, orgId: string, digests: readonly string[]) =>
  db
    .selectFrom('record')
    .select('digest')
    .distinct()
    .where('org_id', '=', orgId)
    .where('digest', 'in', digests)
    .where('digest', 'is not', null),
);

/** Live records with one of the digests, made after `since` (RFC 3339). */
export const loadByDigests = preparedRows((db, orgId: string, digests: readonly string[], since: string) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('digest', 'in', anyOf(digests))
    .where('digest', 'is not', null)
    .where('deleted', '=', 0)
    .where('created_at', '>', since),
);

/** The records of the sites. Tombstones included. */
export async function loadBySites(db: Db, orgId: string, siteIds: readonly string[]): Promise<RecordTable[]> {
  return await inChunks(siteIds, (some) => bySites(db, orgId, some));
}
const bySites = preparedRows((db, orgId: string, siteIds: readonly string[]) =>
  db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('site_id', 'in', siteIds),
);

/** The records of these kinds at the site. Tombstones included. */
export const loadAtSite = preparedRows((db, orgId: string, siteId: string, kinds: readonly string[]) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('site_id', '=', siteId)
    .where('kind', 'in', anyOf(kinds)),
);

/** Columns that every change writes. */
const contentColumns = ['seq', 'rev', 'updated_at', 'updated_by', 'body'] as const;
/** Columns that most changes do not touch; writing them costs index updates and foreign key checks. */
const stableColumns = [
  'deleted',
  'project_id',
  'site_id',
  'document_id',
  'contractor_id',
  'status',
  'type',
  'version',
  'sort_key',
  'digest',
  'scope',
] as const;

type NewRow = Owned<RecordTable>;

/**
 * Writes new and changed rows. Never changes kind, creation and origin of a stored record. `beforeOf` returns the stored row if known: when
 * the stable columns are unchanged, fewer indexes are written and no foreign key is checked. Throws if an id occurs twice, because
 * PostgreSQL rejects that too.
 */
export async function upsert(
  trx: Trx,
  orgId: string,
  rows: readonly NewRow[],
  beforeOf: (id: string) => NewRow | undefined = () => undefined,
): Promise<void> {
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw new Error('a batch contains a record twice');
  const [contentOnly, others]: [NewRow[], NewRow[]] = [[], []];
  // Stored rows have the organisation, new ones do not; a statement takes rows of one shape.
  for (const row of rows.map((each) => ({ ...each, org_id: orgId })))
    (isContentOnly(row, beforeOf(row.id)) ? contentOnly : others).push(row);
  await upsertAllColumns(trx, others, orgId);
  await (engineOf(trx) === 'postgres' ? upsertContent : updateContent)(trx, contentOnly, orgId);
}

function isContentOnly(row: NewRow, before: NewRow | undefined): boolean {
  return before !== undefined && stableColumns.every((column) => row[column] === before[column]);
}

const upsertAllColumns = upsertOf([...contentColumns, ...stableColumns]);
const upsertContent = upsertOf(contentColumns);

function upsertOf(changed: readonly (typeof contentColumns | typeof stableColumns)[number][]) {
  return preparedForEach((db, rows: readonly NewRow[], orgId: string) =>
    db
      .insertInto('record')
      .values(rows.map((row) => ({ ...row, org_id: orgId })))
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(overwrite(changed))),
  );
}

/** On SQLite, equivalent to `upsertContent` and faster. */
const updateContent = preparedForEach((db, [row]: readonly NewRow[], orgId: string) =>
  db
    .updateTable('record')
    .set(Object.fromEntries(contentColumns.map((column) => [column, row?.[column]])))
    .where('org_id', '=', orgId)
    .where('id', '=', row?.id ?? ''),
);

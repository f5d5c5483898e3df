/** Records by id and by document; written in batches. */
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import { chunks } from '../engine/chunks.ts';
import { insertRows, runForEach, type Insertion } from '../engine/insert.ts';
import type { Owned } from '../tables/rows.ts';
import { statement } from '../engine/statement.ts';
import type { RecordTable } from '../tables/tables.ts';

const recordsById = statement<RecordTable>(`select * from "record" where "org_id" = ? and "id" in (?)`);

/** Tombstones included; unknown ids are absent. */
export async function loadByIds(db: Db, orgId: string, ids: readonly string[]): Promise<RecordTable[]> {
  const found = chunks([...new Set(ids)]).map((some) => recordsById(db, orgId, some));
  return (await Promise.all(found)).flat();
}

/** All of a kind of which there are few. Tombstones included. */
export async function loadByKind(db: Db, orgId: string, kind: string): Promise<RecordTable[]> {
  return db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

/** Records of a kind with one of these values in `type`. Tombstones included. */
export async function loadByTypes(
  db: Db,
  orgId: string,
  kind: string,
  types: readonly string[],
): Promise<RecordTable[]> {
  return await db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('type', 'in', anyOf(types))
    .execute();
}

/** A page of the records of these kinds, tombstones included, by id; `after` the last id of the page before. */
export async function recordsOfKinds(
  db: Db,
  orgId: string,
  kinds: readonly string[],
  after: string,
): Promise<RecordTable[]> {
  return await db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', 'in', anyOf(kinds))
    .where('id', '>', after)
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** All records of the organisation have this schema now. */
export async function setRecordSchema(trx: Trx, orgId: string, schema: number): Promise<void> {
  await trx.updateTable('feed').set({ record_schema: schema }).where('org_id', '=', orgId).execute();
}

/** What belongs to the documents, ordered by document, kind and place in it (without a place: first). Tombstones included. */
export async function loadByDocuments(
  db: Db,
  orgId: string,
  documentIds: readonly string[],
  kinds?: readonly string[],
): Promise<RecordTable[]> {
  const found = chunks([...new Set(documentIds)]).map((some) =>
    db
      .selectFrom('record')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('document_id', 'in', some)
      .$if(kinds !== undefined, (query) => query.where('kind', 'in', anyOf(kinds ?? [])))
      .orderBy('document_id')
      .orderBy('kind')
      .orderBy('sort_key', (order) => order.asc().nullsFirst())
      .orderBy('id')
      .execute(),
  );
  return (await Promise.all(found)).flat();
}

/** What stands at the sites. Tombstones included. */
export async function loadBySites(db: Db, orgId: string, siteIds: readonly string[]): Promise<RecordTable[]> {
  const found = chunks([...new Set(siteIds)]).map((some) =>
    db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('site_id', 'in', some).execute(),
  );
  return (await Promise.all(found)).flat();
}

const moving = ['seq', 'rev', 'updated_at', 'updated_by', 'body'] as const;
const placing = [
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
const columns = ['org_id', 'id', 'kind', ...moving, ...placing, 'created_at', 'created_by', 'origin_hash'] as const;

function upsertOf(changed: readonly string[]): Insertion<RecordTable> {
  const set = changed.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  return { table: 'record', columns, ending: `on conflict ("org_id", "id") do update set ${set}` };
}

const move = upsertOf(moving);
const moveAndPlace = upsertOf([...moving, ...placing]);
/** What `move` does, for less. */
const moveOne = `update "record" set ${moving.map((column) => `"${column}" = ?`).join(', ')} where "org_id" = ? and "id" = ?`;

/**
 * Writes rows that are new or changed. Kind, creation and origin of a record stay as they were first written. `beforeOf` = what stands
 * in the store, where that is known: most changes leave a record in its place, and then fewer indexes are written and no reference is
 * checked. Throws if an id comes twice: PostgreSQL could not tell which one to keep.
 */
export async function upsert(
  trx: Trx,
  orgId: string,
  rows: readonly Owned<RecordTable>[],
  beforeOf: (id: string) => Owned<RecordTable> | undefined = () => undefined,
): Promise<void> {
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw new Error('a record stands twice in one batch');
  const staying = rows.filter((row) => isInPlace(row, beforeOf(row.id)));
  const kept = new Set(staying);
  await insertRows(
    trx,
    orgId,
    moveAndPlace,
    rows.filter((row) => !kept.has(row)),
  );
  if (engineOf(trx) === 'postgres') await insertRows(trx, orgId, move, staying);
  else await runForEach<RecordTable>(trx, orgId, moveOne, [...moving, 'org_id', 'id'], staying);
}

function isInPlace(row: Owned<RecordTable>, before: Owned<RecordTable> | undefined): boolean {
  return before !== undefined && placing.every((column) => row[column] === before[column]);
}

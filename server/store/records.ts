/** Records by id, by document and by place in the feed; written in batches. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { anyOf } from './any-of.ts';
import { chunks } from './chunks.ts';
import type { Owned } from './rows.ts';
import type { RecordTable, Tables } from './tables.ts';

/** Tombstones included; unknown ids are absent. */
export async function loadByIds(db: Kysely<Tables>, orgId: string, ids: readonly string[]): Promise<RecordTable[]> {
  const found = chunks([...new Set(ids)]).map((some) =>
    db.selectFrom('record').selectAll().where('org_id', '=', orgId).where('id', 'in', some).execute(),
  );
  return (await Promise.all(found)).flat();
}

/** All of a kind of which there are few. Tombstones included. */
export async function loadByKind(db: Kysely<Tables>, orgId: string, kind: string): Promise<RecordTable[]> {
  return db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

/** What belongs to the documents, ordered by document, kind and place in it (without a place: first). Tombstones included. */
export async function loadByDocuments(
  db: Kysely<Tables>,
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

/**
 * Writes rows that are new or changed. Kind, creation and origin of a record stay as they were first written.
 * Throws if an id comes twice: PostgreSQL could not tell which one to keep.
 */
export async function upsert(
  trx: Transaction<Tables>,
  orgId: string,
  rows: readonly Owned<RecordTable>[],
): Promise<void> {
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw new Error('a record stands twice in one batch');
  for (const some of chunks(rows)) {
    await trx
      .insertInto('record')
      .values(some.map((row) => ({ ...row, org_id: orgId })))
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'id']).doUpdateSet((eb) => ({
          seq: eb.ref('excluded.seq'),
          rev: eb.ref('excluded.rev'),
          deleted: eb.ref('excluded.deleted'),
          project_id: eb.ref('excluded.project_id'),
          site_id: eb.ref('excluded.site_id'),
          document_id: eb.ref('excluded.document_id'),
          status: eb.ref('excluded.status'),
          type: eb.ref('excluded.type'),
          version: eb.ref('excluded.version'),
          sort_key: eb.ref('excluded.sort_key'),
          updated_at: eb.ref('excluded.updated_at'),
          updated_by: eb.ref('excluded.updated_by'),
          body: eb.ref('excluded.body'),
        })),
      )
      .execute();
  }
}

export interface ChangesRequest {
  readonly kinds?: readonly string[] | undefined;
  readonly limit: number;
  /** Of the bodies together; the first row comes whatever its size. */
  readonly maxBytes: number;
}

export interface Changes {
  /** In the order of `seq`. */
  readonly rows: RecordTable[];
  /** True when rows follow that the limits left out. */
  readonly more: boolean;
}

/** Each record that changed after `seq`, once, as it stands now. Sizes are summed before any body is read. */
export async function changesAfter(
  db: Kysely<Tables>,
  orgId: string,
  seq: number,
  { kinds, limit, maxBytes }: ChangesRequest,
): Promise<Changes> {
  const after = (from: number) =>
    db
      .selectFrom('record')
      .where('org_id', '=', orgId)
      .where('seq', '>', from)
      .$if(kinds !== undefined, (query) => query.where('kind', 'in', anyOf(kinds ?? [])));
  const sizes = after(seq)
    .select(['seq', sql<number>`octet_length(body)`.as('bytes')])
    .orderBy('seq')
    .limit(limit);
  const sums = db
    .selectFrom(sizes.as('size'))
    .select(['seq', sql<number>`sum(bytes) over (order by seq) - bytes`.as('before')]);
  const last = db
    .selectFrom(sums.as('sum'))
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('before', '<', maxBytes);
  const rows = await after(seq).selectAll().where('seq', '<=', last).orderBy('seq').execute();
  const end = rows.at(-1);
  const next = end && (await after(end.seq).select('seq').limit(1).executeTakeFirst());
  return { rows, more: next !== undefined };
}

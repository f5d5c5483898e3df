/** The feed of records (contract, Sync): each record that changed after a place, once, as it stands now. */
import { sql, type Kysely } from 'kysely';
import { anyOf } from './any-of.ts';
import type { RecordTable, Tables } from './tables.ts';

export interface ChangesRequest {
  readonly kinds?: readonly string[] | undefined;
  /** Of these scopes alone; absent = of all. */
  readonly scopes?: readonly string[] | undefined;
  /** Up to this place and without tombstones: what a scope held then and still holds. */
  readonly standingAt?: number | undefined;
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
  { kinds, scopes, standingAt, limit, maxBytes }: ChangesRequest,
): Promise<Changes> {
  const after = (from: number) =>
    db
      .selectFrom('record')
      .where('org_id', '=', orgId)
      .where('seq', '>', from)
      .$if(standingAt !== undefined, (query) => query.where('seq', '<=', standingAt ?? 0).where('deleted', '=', 0))
      .$if(scopes !== undefined, (query) => query.where('scope', 'in', anyOf(scopes ?? [])))
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

/** The feed of records (contract, Sync): each record that changed after a position, once, in its current state. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import type { Db } from '../engine/db.ts';
import { preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { RecordTable } from '../tables/tables.ts';

interface Scope {
  readonly kinds?: readonly string[] | undefined;
  /** Only these scopes; absent = all. */
  readonly scopes?: readonly string[] | undefined;
  /** Only records last changed at or before this position. */
  readonly upTo?: number | undefined;
  /** For snapshots: no tombstones. */
  readonly onlyLive?: boolean | undefined;
}

export interface ChangesRequest extends Scope {
  readonly limit: number;
  /** Total size of the bodies; the first row is returned regardless of its size. */
  readonly maxBytes: number;
}

export interface Changes {
  /** In the order of `seq`. */
  readonly rows: RecordTable[];
  /** True if the limits cut off further rows. */
  readonly more: boolean;
}

/** Sums sizes in SQL first, so that no body beyond `maxBytes` is read. */
export async function changesAfter(
  db: Db,
  orgId: string,
  seq: number,
  { limit, maxBytes, ...scope }: ChangesRequest,
): Promise<Changes> {
  const rows = await rowsAfter(db, orgId, seq, scope, limit, maxBytes);
  const end = rows.at(-1);
  const units = rows.reduce((sum, { body }) => sum + body.length, 0);
  // A UTF-16 unit takes at most three bytes in UTF-8: if that many would have fitted, nothing was cut off.
  if (!end || (rows.length < limit && 3 * units < maxBytes)) return { rows, more: false };
  return { rows, more: (await firstAfter(db, orgId, end.seq, scope)) !== undefined };
}

const rowsAfter = preparedRows((db, orgId: string, seq: number, scope: Scope, limit: number, maxBytes: number) => {
  const sizes = changed(db, orgId, seq, scope)
    .select(['seq', sql<number>`octet_length(body)`.as('bytes')])
    .orderBy('seq')
    .limit(limit);
  const sums = db
    .selectFrom(sizes.as('size'))
    .select(['seq', sql<number>`sum(bytes) over (order by seq) - bytes`.as('before')]);
  const last = db
    .selectFrom(sums.as('sums'))
    .where('before', '<', maxBytes)
    .select(({ fn }) => fn.max('seq').as('seq'));
  return changed(db, orgId, seq, scope).selectAll().where('seq', '<=', last).orderBy('seq');
});

const firstAfter = preparedFirst((db, orgId: string, seq: number, scope: Scope) =>
  changed(db, orgId, seq, scope).select('seq').limit(1),
);

function changed(db: Db, orgId: string, seq: number, { kinds, scopes, upTo, onlyLive = false }: Scope) {
  let query = db.selectFrom('record').where('org_id', '=', orgId).where('seq', '>', seq);
  if (scopes) query = query.where('scope', 'in', anyOf(scopes));
  if (kinds) query = query.where('kind', 'in', anyOf(kinds));
  if (upTo !== undefined) query = query.where('seq', '<=', upTo);
  return onlyLive ? query.where('deleted', '=', 0) : query;
}

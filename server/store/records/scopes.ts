/** Scopes of the feed: their sums, what has moved between them, and up to where their tombstones are gone (contract, Sync). */
import type { Db, Trx } from '../engine/db.ts';
import { added, emptySum, everyScope, lessOf, moreOf, type ScopeSum } from '../../../shared/sync/scope-checksum.ts';
import { anyOf } from '../engine/any-of.ts';
import { chunks } from '../engine/chunks.ts';
import { insertRows, type Insertion } from '../engine/insert.ts';
import type { Owned } from '../tables/rows.ts';
import type { ScopeMoveTable, ScopeSumTable } from '../tables/scopes.ts';
import { statement } from '../engine/statement.ts';
import type { RecordTable } from '../tables/tables.ts';

/** As far as a sum or a move looks into a record. */
export type Placed = Pick<RecordTable, 'id' | 'kind' | 'rev' | 'deleted' | 'scope'>;

/** What a write makes of one record; `before` is absent for a new one. */
export interface Replacement {
  readonly before: Placed | undefined;
  readonly after: Placed & Pick<RecordTable, 'seq'>;
}

const summing: Insertion<ScopeSumTable> = {
  table: 'scope_sum',
  columns: ['org_id', 'scope', 'kind', 'total', 'digest'],
  ending: `on conflict ("org_id", "scope", "kind") do update set "total" = scope_sum."total" + excluded."total",
    "digest" = (scope_sum."digest" + excluded."digest") % ${2 ** 48}`,
};

/** In the change’s own transaction: a handful of rows, however many records the write has. */
export async function addToSums(trx: Trx, orgId: string, replacements: readonly Replacement[]): Promise<void> {
  const sums = new Map<string, { scope: string; kind: string; sum: ScopeSum }>();
  const add = (kind: string, scope: string, sum: ScopeSum): void => {
    const key = `${kind} ${scope}`;
    sums.set(key, { scope, kind, sum: added(sums.get(key)?.sum ?? emptySum, sum) });
  };
  for (const { before, after } of replacements) {
    if (before?.deleted === 0) add(before.kind, before.scope, lessOf(before.id, before.rev));
    if (after.deleted === 0) add(after.kind, after.scope, moreOf(after.id, after.rev));
  }
  for (const { kind, sum } of sums.values().toArray()) add(kind, everyScope, sum);
  const rows = [...sums.values()].filter(({ sum }) => sum.count !== 0 || sum.sum !== 0);
  await insertRows(
    trx,
    orgId,
    summing,
    rows.map(({ scope, kind, sum }) => ({ scope, kind, total: sum.count, digest: sum.sum })),
  );
}

/** A tombstone that moves has left its scope too: it may come back to life where it is now. */
export async function insertMoves(trx: Trx, orgId: string, replacements: readonly Replacement[]): Promise<void> {
  const moves = replacements.flatMap(({ before, after }) =>
    before && before.scope !== after.scope
      ? [
          {
            org_id: orgId,
            seq: after.seq,
            id: after.id,
            kind: after.kind,
            rev: after.rev,
            from_scope: before.scope,
            to_scope: after.scope,
          },
        ]
      : [],
  );
  for (const some of chunks(moves)) await trx.insertInto('scope_move').values(some).execute();
}

export interface MovesRequest {
  readonly kinds: readonly string[];
  readonly after: number;
  readonly upTo: number;
  readonly scopes: readonly string[];
  readonly limit: number;
}

export interface ScopeExit extends Owned<ScopeMoveTable> {
  /** Where the record stands in the feed by now; null = its tombstone is gone. */
  readonly standing: number | null;
}

/** What left one of these scopes, in the order of `seq`: for none of them, or for another one where it has changed once more since. */
export async function movesOut(
  db: Db,
  orgId: string,
  { kinds, after, upTo, scopes, limit }: MovesRequest,
): Promise<ScopeExit[]> {
  return db
    .selectFrom('scope_move')
    .leftJoin('record', (join) =>
      join.onRef('record.org_id', '=', 'scope_move.org_id').onRef('record.id', '=', 'scope_move.id'),
    )
    .selectAll('scope_move')
    .select('record.seq as standing')
    .where('scope_move.org_id', '=', orgId)
    .where('scope_move.seq', '>', after)
    .where('scope_move.seq', '<=', upTo)
    .where('from_scope', 'in', anyOf(scopes))
    .where((when) =>
      when.or([
        when('to_scope', 'not in', scopes),
        when('record.seq', 'is', null),
        when('record.seq', '>', when.ref('scope_move.seq')),
      ]),
    )
    .where('scope_move.kind', 'in', anyOf(kinds))
    .orderBy('scope_move.seq')
    .limit(limit)
    .execute();
}

/** Scopes whose tombstones after `seq` are gone in part, and up to where. `scopes` null = look at all. */
export async function staleScopes(
  db: Db,
  orgId: string,
  seq: number,
  scopes: readonly string[] | null,
): Promise<{ scope: string; seq: number }[]> {
  return scopes === null ? await staleOfAll(db, orgId, seq) : await staleAmong(db, orgId, seq, anyOf(scopes));
}

const stale = (condition: string) =>
  statement<{ scope: string; seq: number }>(
    `select "scope", "seq" from "scope_horizon" where "org_id" = ? and "seq" > ? ${condition} order by "scope"`,
  );
const [staleOfAll, staleAmong] = [stale(''), stale(`and "scope" in (?)`)];

export interface SumsAt {
  /** Of the feed, at the moment of the sums. */
  readonly seq: number;
  readonly sumByScope: ReadonlyMap<string, ScopeSum>;
}

/** One statement, and so one moment. Scopes without a live record are absent. */
export async function readSums(
  db: Db,
  orgId: string,
  scopes: readonly string[],
  kinds: readonly string[],
): Promise<SumsAt> {
  const rows = await db
    .selectFrom('feed')
    .leftJoin('scope_sum', (join) =>
      join
        .onRef('scope_sum.org_id', '=', 'feed.org_id')
        .on('scope_sum.scope', 'in', anyOf(scopes))
        .on('scope_sum.kind', 'in', anyOf(kinds)),
    )
    .select(['feed.seq as at', 'scope_sum.scope', 'scope_sum.total', 'scope_sum.digest'])
    .where('feed.org_id', '=', orgId)
    .execute();
  const sumByScope = new Map<string, ScopeSum>();
  for (const { scope, total, digest } of rows)
    if (scope !== null)
      sumByScope.set(scope, added(sumByScope.get(scope) ?? emptySum, { count: total ?? 0, sum: digest ?? 0 }));
  return { seq: rows[0]?.at ?? 0, sumByScope };
}

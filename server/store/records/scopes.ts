/** Scopes of the feed: their checksums, moves between them, and the horizon up to which their tombstones are deleted (contract, Sync). */
import { sql } from 'kysely';
import {
  added,
  emptyChecksum,
  everyScope,
  lessOf,
  moreOf,
  recordDigest,
  type ScopeChecksum,
} from '../../../shared/sync/scope-checksum.ts';
import type { Actor, Permission } from '../../../shared/model/access.ts';
import type { Body } from '../../../shared/model/record.ts';
import { isGuarded, neededFor, partialBody, seesWhole } from '../../../shared/visible.ts';
import { anyOf } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedForEach, preparedRows } from '../engine/prepared.ts';
import { changesAfter } from './changes.ts';
import type { Owned } from '../tables/rows.ts';
import type { ScopeMoveTable, ScopeChecksumTable } from '../tables/scopes.ts';
import type { RecordTable } from '../tables/tables.ts';

/** One record before and after a write; `before` is undefined for a new record. */
export interface Replacement {
  readonly before: Owned<RecordTable> | undefined;
  readonly after: Owned<RecordTable>;
}

/** A group of records whose bodies look the same to the same readers. */
type View = Pick<ScopeChecksumTable, 'kind' | 'needed' | 'whole'>;

/** Call in the transaction of the change. Updates a few rows, regardless of the number of records written. */
export async function addToSums(trx: Trx, orgId: string, replacements: readonly Replacement[]): Promise<void> {
  const sums = new Map<string, { scope: string; view: View; sum: ScopeChecksum }>();
  const add = (view: View, scope: string, sum: ScopeChecksum): void => {
    const key = `${view.kind} ${view.needed} ${view.whole} ${scope}`;
    sums.set(key, { scope, view, sum: added(sums.get(key)?.sum ?? emptyChecksum, sum) });
  };
  for (const { before, after } of replacements) {
    if (before?.deleted === 0)
      for (const { view, digest } of digestsOf(before)) add(view, before.scope, lessOf(digest));
    if (after.deleted === 0) for (const { view, digest } of digestsOf(after)) add(view, after.scope, moreOf(digest));
  }
  for (const { view, sum } of sums.values().toArray()) add(view, everyScope, sum);
  const rows = [...sums.values()].filter(({ sum }) => sum.count !== 0 || sum.sum !== 0);
  await addSums(
    trx,
    rows.map(({ scope, view: { kind, needed, whole }, sum }) => {
      return { org_id: orgId, scope, kind, needed, whole, total: sum.count, digest: sum.sum };
    }),
  );
}

/** Sums anew: the restored rows are as somebody left them in a file. */
export async function rebuildSums(trx: Trx, orgId: string): Promise<void> {
  await deleteSums(trx, orgId);
  const page = { limit: 1000, maxBytes: 8 * 1024 * 1024, onlyLive: true };
  for (let [after, more] = [0, true]; more;) {
    const found = await changesAfter(trx, orgId, after, page);
    await addToSums(
      trx,
      orgId,
      found.rows.map((row) => ({ before: undefined, after: row })),
    );
    [after, more] = [found.rows.at(-1)?.seq ?? after, found.more];
  }
}
const deleteSums = preparedChange((db, orgId: string) => db.deleteFrom('scope_sum').where('org_id', '=', orgId));

/** The digest of the record for each group of its readers. */
function digestsOf(row: Owned<RecordTable>): { view: View; digest: string }[] {
  const { kind, body } = row;
  const envelope = { ...row, project_id: row.scope };
  const whole = recordDigest(envelope, body);
  if (!isGuarded(kind)) return [{ view: { kind, needed: '', whole: 1 }, digest: whole }];
  const parsed = JSON.parse(body) as Body; // a stored body is a JSON object
  const needed = neededFor(kind, parsed).join();
  const views = [{ view: { kind, needed, whole: 1 }, digest: whole }];
  if (needed === '') return views;
  const digest = recordDigest(envelope, JSON.stringify(partialBody(kind, parsed)));
  return [...views, { view: { kind, needed, whole: 0 }, digest }];
}

const addSums = preparedForEach((db, rows: readonly ScopeChecksumTable[]) =>
  db
    .insertInto('scope_sum')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'scope', 'kind', 'needed', 'whole']).doUpdateSet({
        total: sql<number>`scope_sum.total + excluded.total`,
        digest: sql<number>`(scope_sum.digest + excluded.digest) % ${sql.lit(2 ** 48)}`,
      }),
    ),
);

/** Includes tombstones that move, because the record may be restored in its new scope. */
export async function insertMoves(trx: Trx, orgId: string, replacements: readonly Replacement[]): Promise<void> {
  const moves = replacements.flatMap(({ before, after }): ScopeMoveTable[] => {
    if (!before || before.scope === after.scope) return [];
    const { seq, id, kind, rev } = after;
    return [{ org_id: orgId, seq, id, kind, rev, from_scope: before.scope, to_scope: after.scope }];
  });
  await insertMoveRows(trx, moves);
}
const insertMoveRows = preparedForEach((db, rows: readonly ScopeMoveTable[]) =>
  db.insertInto('scope_move').values(rows),
);

export interface MovesRequest {
  readonly kinds: readonly string[];
  readonly after: number;
  readonly upTo: number;
  readonly scopes: readonly string[];
  readonly limit: number;
}

export interface ScopeExit extends Owned<ScopeMoveTable> {
  /** The record's current position in the feed; null = its tombstone is deleted. */
  readonly current_seq: number | null;
}

/**
 * Moves out of these scopes, in the order of `seq`. Omits a move from one of these scopes to another unless the record has changed since or
 * no longer exists.
 */
export const movesOut: (db: Db, orgId: string, request: MovesRequest) => Promise<ScopeExit[]> = preparedRows(
  (db, orgId: string, { kinds, after, upTo, scopes, limit }: MovesRequest) =>
    db
      .selectFrom('scope_move')
      .leftJoin('record', (join) =>
        join.onRef('record.org_id', '=', 'scope_move.org_id').onRef('record.id', '=', 'scope_move.id'),
      )
      .selectAll('scope_move')
      .select('record.seq as current_seq')
      .where('scope_move.org_id', '=', orgId)
      .where('scope_move.seq', '>', after)
      .where('scope_move.seq', '<=', upTo)
      .where('from_scope', 'in', anyOf(scopes))
      .where((eb) =>
        eb.or([
          eb('to_scope', 'not in', scopes),
          eb('record.seq', 'is', null),
          eb('record.seq', '>', eb.ref('scope_move.seq')),
        ]),
      )
      .where('scope_move.kind', 'in', anyOf(kinds))
      .orderBy('scope_move.seq')
      .limit(limit),
);

/** Scopes whose tombstones were deleted up to a horizon beyond `seq`, with that horizon. `scopes` null = all scopes. */
export async function staleScopes(
  db: Db,
  orgId: string,
  seq: number,
  scopes: readonly string[] | null,
): Promise<{ scope: string; seq: number }[]> {
  return await horizonsAfter(db, orgId, seq, scopes ?? undefined);
}
const horizonsAfter = preparedRows((db, orgId: string, seq: number, scopes: readonly string[] | undefined) => {
  const query = db
    .selectFrom('scope_horizon')
    .select(['scope', 'seq'])
    .where('org_id', '=', orgId)
    .where('seq', '>', seq)
    .orderBy('scope');
  return scopes === undefined ? query : query.where('scope', 'in', anyOf(scopes));
});

export interface SumsAt {
  /** Sequence number of the feed when the checksums were read. */
  readonly seq: number;
  readonly sumByScope: ReadonlyMap<string, ScopeChecksum>;
}

/** A single statement, so that `seq` and the checksums are consistent. Scopes without live records are absent. */
export async function readSums(
  db: Db,
  reader: Actor,
  scopes: readonly string[],
  kinds: readonly string[],
): Promise<SumsAt> {
  const rows = await feedWithSums(db, reader.organisationId, scopes, kinds);
  const sees = (needed: string): boolean => {
    const all = needed.split(',').filter((name) => name !== '') as Permission[]; // written by digestsOf
    return seesWhole(all, reader);
  };
  const sumByScope = new Map<string, ScopeChecksum>();
  for (const { scope, needed, whole, total, digest } of rows)
    if (scope !== null && sees(needed ?? '') === (whole === 1))
      sumByScope.set(scope, added(sumByScope.get(scope) ?? emptyChecksum, { count: total ?? 0, sum: digest ?? 0 }));
  return { seq: rows[0]?.at ?? 0, sumByScope };
}
const feedWithSums = preparedRows((db, orgId: string, scopes: readonly string[], kinds: readonly string[]) =>
  db
    .selectFrom('feed')
    .leftJoin('scope_sum', (join) =>
      join
        .onRef('scope_sum.org_id', '=', 'feed.org_id')
        .on('scope_sum.scope', 'in', anyOf(scopes))
        .on('scope_sum.kind', 'in', anyOf(kinds)),
    )
    .select(['feed.seq as at', 'scope', 'needed', 'whole', 'total', 'digest'])
    .where('feed.org_id', '=', orgId),
);

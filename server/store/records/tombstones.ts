/** Deletes tombstones and scope moves after their retention period, and stores the horizon of each scope (contract, Sync). */
import { chunks } from '../engine/chunks.ts';
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedRows } from '../engine/prepared.ts';

/** Entries and crews of documents, and what the server itself removes. Few records of other kinds are removed, and others may reference those. */
export const sweptKinds: readonly string[] = [
  'section',
  'hazard',
  'coshh',
  'personnel',
  'crew_member',
  'conflict',
  'merged_edit',
  'export',
  'project_export',
];

/** Deletes up to `limit` tombstones older than `before` (RFC 3339), and moves at least as old; resolves to the number deleted. */
export async function sweepTombstones(trx: Trx, orgId: string, before: string, limit: number): Promise<number> {
  const old = await tombstonesBefore(trx, orgId, before, limit);
  // Times increase with sequence numbers: moves up to the last of these tombstones are older than `before` too.
  const last = Math.max(0, ...old.map(({ seq }) => seq));
  const moves = await movesUpTo(trx, orgId, last, limit);
  const seqByScope = new Map<string, number>();
  for (const { scope, seq } of [...old, ...moves]) seqByScope.set(scope, Math.max(seq, seqByScope.get(scope) ?? 0));
  for (const [scope, seq] of seqByScope) await raiseHorizon(trx, orgId, scope, seq);
  const ids = old.map(({ id }) => id);
  for (const some of chunks(ids)) await deleteRecords(trx, orgId, some);
  const seqs = moves.map(({ seq }) => seq);
  for (const some of chunks(seqs)) await deleteMoves(trx, orgId, some);
  return old.length + moves.length;
}

const tombstonesBefore = preparedRows((db, orgId: string, before: string, limit: number) =>
  db
    .selectFrom('record')
    .select(['id', 'seq', 'scope'])
    .where('org_id', '=', orgId)
    .where('deleted', '=', 1)
    .where('updated_at', '<', before)
    .where('kind', 'in', sweptKinds)
    .orderBy('updated_at')
    .limit(limit),
);

const movesUpTo = preparedRows((db, orgId: string, seq: number, limit: number) =>
  db
    .selectFrom('scope_move')
    .select(['seq', 'from_scope as scope'])
    .where('org_id', '=', orgId)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .limit(limit),
);

const raiseHorizon = preparedChange((db, orgId: string, scope: string, seq: number) =>
  db
    .insertInto('scope_horizon')
    .values({ org_id: orgId, scope, seq })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'scope']).doUpdateSet({ seq }).where('scope_horizon.seq', '<', seq),
    ),
);

const deleteRecords = preparedChange((db, orgId: string, ids: readonly string[]) =>
  db.deleteFrom('record').where('org_id', '=', orgId).where('id', 'in', ids),
);

const deleteMoves = preparedChange((db, orgId: string, seqs: readonly number[]) =>
  db.deleteFrom('scope_move').where('org_id', '=', orgId).where('seq', 'in', seqs),
);

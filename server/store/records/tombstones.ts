/** Tombstones and moves that every device has had time to read: swept, and remembered by scope how far (contract, Sync). */
import type { Trx } from '../engine/db.ts';
import { chunks } from '../engine/chunks.ts';

/** Entries of documents alone: of the other kinds few are removed, and other records may still name them. */
const sweptKinds = ['section', 'hazard', 'coshh', 'personnel'];

/** Sweeps up to `limit` tombstones of before `before` (RFC 3339), and moves as old; resolves with their number. */
export async function sweepTombstones(trx: Trx, orgId: string, before: string, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('record')
    .select(['id', 'seq', 'scope'])
    .where('org_id', '=', orgId)
    .where('deleted', '=', 1)
    .where('updated_at', '<', before)
    .where('kind', 'in', sweptKinds)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  // A feed’s time goes up with its numbers: what moved before the last tombstone of that age is as old.
  const oldest = Math.max(0, ...old.map(({ seq }) => seq));
  const moves = await trx
    .selectFrom('scope_move')
    .select(['seq', 'from_scope as scope'])
    .where('org_id', '=', orgId)
    .where('seq', '<=', oldest)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const seqByScope = new Map<string, number>();
  for (const { scope, seq } of [...old, ...moves]) seqByScope.set(scope, Math.max(seq, seqByScope.get(scope) ?? 0));
  for (const [scope, seq] of seqByScope)
    await trx
      .insertInto('scope_horizon')
      .values({ org_id: orgId, scope, seq })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'scope']).doUpdateSet({ seq }).where('scope_horizon.seq', '<', seq),
      )
      .execute();
  for (const some of chunks(old))
    await trx
      .deleteFrom('record')
      .where('org_id', '=', orgId)
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
  for (const some of chunks(moves))
    await trx
      .deleteFrom('scope_move')
      .where('org_id', '=', orgId)
      .where(
        'seq',
        'in',
        some.map(({ seq }) => seq),
      )
      .execute();
  return old.length + moves.length;
}

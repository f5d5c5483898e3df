/** Responses stored under an Idempotency-Key (contract, REST): looked up by scope, deleted after they expire. */
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import type { IdempotencyTable } from '../tables/tables.ts';

/** Ignores replies older than `since`, as if they were already deleted. */
export const findReply = preparedFirst((db, orgId: string, scope: string, since: string) =>
  db
    .selectFrom('idempotency')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('scope', '=', scope)
    .where('created_at', '>=', since),
);

/** Overwrites an expired reply of the same scope. Also deletes up to `sweep` replies older than `since`, oldest first. */
export async function saveReply(
  trx: Trx,
  orgId: string,
  reply: Owned<IdempotencyTable>,
  { since, sweep }: { readonly since: string; readonly sweep: number },
): Promise<void> {
  await upsertReply(trx, { ...reply, org_id: orgId });
  await deleteOldest(trx, orgId, since, sweep);
}

const upsertReply = preparedChange((db, row: IdempotencyTable) =>
  db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'scope'])
        .doUpdateSet({ fingerprint: row.fingerprint, reply: row.reply, created_at: row.created_at }),
    ),
);

const deleteOldest = preparedChange((db, orgId: string, since: string, limit: number) =>
  db
    .deleteFrom('idempotency')
    .where('org_id', '=', orgId)
    .where('scope', 'in', (eb) =>
      eb
        .selectFrom('idempotency')
        .select('scope')
        .where('org_id', '=', orgId)
        .where('created_at', '<', since)
        .where((feed) =>
          feed.exists(
            feed.selectFrom('feed').select('seq').where('org_id', '=', orgId).where('clock_doubted_ms', 'is', null),
          ),
        )
        .orderBy('created_at')
        .limit(limit),
    ),
);

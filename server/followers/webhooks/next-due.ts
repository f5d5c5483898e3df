/** When the next delivery is due. */
import { sql, type Kysely } from 'kysely';
import { isNextOfResource } from '../../store/delivery-leases.ts';
import type { Tables } from '../../store/tables.ts';

/** ms since 1970, over all organisations; undefined when nothing waits. Each webhook is asked for its first, one step in the index. */
export async function nextDueMs(db: Kysely<Tables>): Promise<number | undefined> {
  const { due_at } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook')
        .select((of) =>
          of
            .selectFrom('delivery')
            .select('delivery.due_at')
            .whereRef('delivery.org_id', '=', 'webhook.org_id')
            .whereRef('delivery.webhook_id', '=', 'webhook.id')
            .where('delivery.state', '=', sql.lit('pending')) // a literal, so that SQLite uses the partial index
            .where('delivery.lease_token', 'is', null)
            .where((delivery) => delivery.or([delivery('webhook.ordering', '=', 'none'), isNextOfResource]))
            .orderBy('delivery.due_at')
            .limit(1)
            .as('due_at'),
        )
        .as('first'),
    )
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .executeTakeFirstOrThrow();
  return due_at === null ? undefined : Date.parse(due_at);
}

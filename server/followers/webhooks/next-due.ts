/** When the next delivery is due. */
import type { Kysely } from 'kysely';
import { nextOfResource } from '../../store/queues/delivery-leases.ts';
import { statement } from '../../store/engine/statement.ts';
import type { Tables } from '../../store/tables/tables.ts';

/** `pending` is a literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds. */
const firstDue = statement<{ readonly due_at: string | null }>(`select min("due_at") as "due_at" from (
  select (select "delivery"."due_at" from "delivery"
    where "delivery"."org_id" = "webhook"."org_id" and "delivery"."webhook_id" = "webhook"."id"
    and "delivery"."state" = 'pending' and "delivery"."lease_token" is null
    and ("webhook"."ordering" = 'none' or ${nextOfResource})
    order by "delivery"."due_at" limit 1) as "due_at"
  from "webhook") as "first"`);

/** ms since 1970, over all organisations; undefined when nothing waits. Each webhook is asked for its first, one step in the index. */
export async function nextDueMs(db: Kysely<Tables>): Promise<number | undefined> {
  const [first] = await firstDue(db);
  return first?.due_at == null ? undefined : Date.parse(first.due_at);
}

/** The log of events: written with the change that caused them, never changed after. */
import type { Kysely, Transaction } from 'kysely';
import { anyOf } from './any-of.ts';
import { chunks } from './chunks.ts';
import type { Owned } from './rows.ts';
import type { EventTable, Tables } from './tables.ts';

export async function insertEvents(
  trx: Transaction<Tables>,
  orgId: string,
  events: readonly Owned<EventTable>[],
): Promise<void> {
  for (const some of chunks(events)) {
    await trx
      .insertInto('event')
      .values(some.map((event) => ({ ...event, org_id: orgId })))
      .execute();
  }
}

/** In the order of `seq`; `names` = only these. */
export async function listEventsAfter(
  db: Kysely<Tables>,
  orgId: string,
  seq: number,
  limit: number,
  names?: readonly string[],
): Promise<EventTable[]> {
  return db
    .selectFrom('event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('seq', '>', seq)
    .$if(names !== undefined, (query) => query.where('name', 'in', anyOf(names ?? [])))
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function readEvent(db: Kysely<Tables>, orgId: string, seq: number): Promise<EventTable | undefined> {
  return db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '=', seq).executeTakeFirst();
}

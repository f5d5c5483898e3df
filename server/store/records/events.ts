/** The log of events: written with the change that caused them, never changed after. */
import type { Db, Trx } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import { insertRows, type Insertion } from '../engine/insert.ts';
import { aboutPartOf } from './contractor-access.ts';
import type { Owned } from '../tables/rows.ts';
import type { EventTable } from '../tables/tables.ts';

const insertion: Insertion<EventTable> = {
  table: 'event',
  columns: ['org_id', 'seq', 'id', 'name', 'at', 'resource_id', 'body'],
};

export async function insertEvents(trx: Trx, orgId: string, events: readonly Owned<EventTable>[]): Promise<void> {
  await insertRows(trx, orgId, insertion, events);
}

/** In the order of `seq`; `names` = only these; `firm` = only of what is this contractor's part. */
export async function listEventsAfter(
  db: Db,
  orgId: string,
  seq: number,
  limit: number,
  names?: readonly string[],
  firm?: string,
): Promise<EventTable[]> {
  return db
    .selectFrom('event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('seq', '>', seq)
    .$if(names !== undefined, (query) => query.where('name', 'in', anyOf(names ?? [])))
    .$if(firm !== undefined, (query) => query.where((eb) => aboutPartOf(eb.ref('resource_id'), db, orgId, firm ?? '')))
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function readEvent(db: Db, orgId: string, seq: number): Promise<EventTable | undefined> {
  return db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '=', seq).executeTakeFirst();
}

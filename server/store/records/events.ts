/** The append-only event log, written in the transaction of the change. */
import { anyOf } from '../engine/clauses.ts';
import type { Trx } from '../engine/db.ts';
import { preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import type { EventTable } from '../tables/tables.ts';
import { isSubjectVisible } from './contractor-access.ts';

export async function insertEvents(trx: Trx, orgId: string, events: readonly Owned<EventTable>[]): Promise<void> {
  await insertRows(trx, events, orgId);
}
const insertRows = preparedForEach((db, events: readonly Owned<EventTable>[], orgId: string) =>
  db.insertInto('event').values(events.map((event) => ({ ...event, org_id: orgId }))),
);

/** In the order of `seq`; `names` = only these events; `firm` = only what this contractor may see. */
export const listEventsAfter = preparedRows(
  (db, orgId: string, seq: number, limit: number, names?: readonly string[], firm?: string) => {
    let query = db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '>', seq);
    if (names !== undefined) query = query.where('name', 'in', anyOf(names));
    if (firm !== undefined) query = query.where((eb) => isSubjectVisible(eb.ref('resource_id'), db, orgId, firm));
    return query.orderBy('seq').limit(limit);
  },
);

export const readEvent = preparedFirst((db, orgId: string, seq: number) =>
  db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '=', seq),
);

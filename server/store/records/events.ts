/** The append-only event log, written in the transaction of the change. */
import { hash } from 'node:crypto';
import { eventPayload } from '../../../shared/model/event.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { anyOf } from '../engine/clauses.ts';
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
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

/** The newest first; `seq` itself is none of them. Otherwise likewise. */
export const listEventsBefore = preparedRows(
  (db, orgId: string, seq: number, limit: number, names?: readonly string[], firm?: string) => {
    let query = db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '<', seq);
    if (names !== undefined) query = query.where('name', 'in', anyOf(names));
    if (firm !== undefined) query = query.where((eb) => isSubjectVisible(eb.ref('resource_id'), db, orgId, firm));
    return query.orderBy('seq', 'desc').limit(limit);
  },
);

export const readEvent = preparedFirst((db, orgId: string, seq: number) =>
  db.selectFrom('event').selectAll().where('org_id', '=', orgId).where('seq', '=', seq),
);

/** What those of these sequences say. */
export const listEventData = preparedRows((db, orgId: string, seqs: readonly number[]) =>
  db.selectFrom('event').select(['seq', 'data']).where('org_id', '=', orgId).where('seq', 'in', seqs),
);

/**
 * Deletes up to `limit` events from before `beforeMs` (since 1970), oldest first, none that a delivery still names, and notes how far.
 * Returns their number.
 */
export async function deleteOldEvents(trx: Trx, orgId: string, beforeMs: number, limit: number): Promise<number> {
  const oldest = await oldestEvents(trx, orgId, limit);
  const named = (await firstDelivered(trx, orgId))?.seq ?? Infinity;
  const kept = oldest.findIndex(({ at_ms, seq }) => at_ms >= beforeMs || seq >= named);
  const old = kept < 0 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  await noteDeleted(trx, orgId, last.seq);
  await deleteUntil(trx, orgId, last.seq);
  return old.length;
}

const oldestEvents = preparedRows((db, orgId: string, limit: number) =>
  db.selectFrom('event').select(['seq', 'at_ms']).where('org_id', '=', orgId).orderBy('seq').limit(limit),
);

const firstDelivered = preparedFirst((db, orgId: string) =>
  db
    .selectFrom('delivery')
    .select(({ fn }) => fn.min<number | null>('event_seq').as('seq'))
    .where('org_id', '=', orgId),
);

const noteDeleted = preparedChange((db, orgId: string, seq: number) =>
  db.updateTable('feed').set({ events_until: seq }).where('org_id', '=', orgId),
);

const deleteUntil = preparedChange((db, orgId: string, seq: number) =>
  db.deleteFrom('event').where('org_id', '=', orgId).where('seq', '<=', seq),
);

/** What every delivery sends and every poll answers. Stringified, it is the same bytes each time. */
export function payloadOf(event: EventTable): JsonObject {
  const { org_id, seq, name, at_ms, data } = event;
  const at = new Date(at_ms).toISOString();
  return eventPayload({ name, data: JSON.parse(data) as JsonObject }, at, org_id, eventIdOf(event), seq); // written by commit()
}

/** SHA-256, hex, over the events of one audit entry, in their order. */
export function eventsDigest(events: readonly Owned<EventTable>[]): string {
  const lines = events.map(({ seq, name, at_ms, resource_id, data }) => [seq, name, at_ms, resource_id, data]);
  return hash('sha256', JSON.stringify(lines));
}

/** By what it says, so that an event of a restored server that has the same sequence is another one. */
export function eventIdOf({ org_id, seq, name, at_ms, data }: EventTable): string {
  return `msg_${hash('sha256', JSON.stringify([org_id, seq, name, at_ms, data])).slice(0, 32)}`;
}

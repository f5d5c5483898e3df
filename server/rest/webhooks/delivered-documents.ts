/** The document that an event in the delivery log is about, as far as the reader of the log may know (contract, Webhooks). */
import { may, type Actor } from '../../../shared/model/access.ts';
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import type { Db } from '../../store/engine/db.ts';
import { listEventData } from '../../store/records/events.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { DeliveryTable } from '../../store/tables/tables.ts';

export interface Subject {
  readonly document_id: string | null;
  readonly reference: string | null;
}

const none: Subject = { document_id: null, reference: null };

/** In two queries, however many deliveries there are. */
export async function subjectsOf(
  db: Db,
  actor: Actor,
  deliveries: readonly DeliveryTable[],
): Promise<(delivery: DeliveryTable) => Subject> {
  const isReadable = ({ event_name: name }: DeliveryTable): boolean => mayReadEvent(name as EventName, actor); // from the closed list
  const seqs = deliveries.filter(isReadable).map(({ event_seq: seq }) => seq);
  const events = seqs.length > 0 ? await listEventData(db, actor.organisationId, seqs) : [];
  const said = new Map(events.map(({ seq, data }) => [seq, subjectIn(JSON.parse(data) as Json)]));
  const unnamed = [...said.values()].flatMap(({ document_id: id, reference }) => (id && !reference ? [id] : []));
  const asked = may(actor, 'documents:read') ? [...new Set(unnamed)] : [];
  const rows = asked.length > 0 ? await loadByIds(db, actor.organisationId, asked) : [];
  const names = new Map(rows.map(({ id, body }) => [id, subjectIn(JSON.parse(body) as Json).reference]));
  return ({ event_seq: seq }) => {
    const { document_id: id, reference } = said.get(seq) ?? none;
    return { document_id: id, reference: reference ?? (id ? (names.get(id) ?? null) : null) };
  };
}

/** Events of other things than documents have references of their own, and no document. */
function subjectIn(data: Json): Subject {
  if (!isJsonObject(data)) return none;
  const { document_id: id, reference } = data;
  return {
    document_id: typeof id === 'string' ? id : null,
    reference: typeof reference === 'string' && reference !== '' ? reference : null,
  };
}

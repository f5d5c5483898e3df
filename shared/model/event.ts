/** The fourteen events of the interface document, section 6, and the body of a delivery. */
import type { JsonObject } from '../base/json.ts';

export const eventNames = [
  'document.created',
  'document.updated',
  'document.submitted',
  'document.approved',
  'document.rejected',
  'document.exported',
  'contractor.invited',
  'contractor.submitted',
  'signoff.recorded',
  'incident.reported',
  'permit.opened',
  'permit.closed',
  'compliance.scored',
  'certification.expiring',
] as const;
export type EventName = (typeof eventNames)[number];

/** An event as the rules of a kind report it: its name, and the `data` of the payload, which names the resources concerned. */
export interface DomainEvent {
  readonly name: EventName;
  readonly resourceId: string;
  readonly data: JsonObject;
}

/** The payload, with the members that Standard Webhooks tools expect. */
export function eventPayload(
  event: { readonly name: string; readonly data: JsonObject },
  at: string,
  organisationId: string,
  id: string,
  sequence: number,
): JsonObject {
  return {
    event: event.name,
    timestamp: at,
    data: { ...event.data, organisation_id: organisationId },
    type: event.name,
    id,
    sequence,
    api_version: 'v1',
  };
}

/**
 * Removes duplicates within one change, however many records it wrote: a reorder of ten hazards is one `document.updated`, and entries that
 * are created with a document are part of its creation.
 */
export function distinct(events: readonly DomainEvent[]): DomainEvent[] {
  const created = new Set(events.filter(({ name }) => name === 'document.created').map(({ resourceId }) => resourceId));
  const byMeaning = new Map<string, DomainEvent>();
  for (const event of events) {
    const { name, resourceId } = event;
    if (name === 'document.updated' && created.has(resourceId)) continue;
    byMeaning.set(`${name} ${resourceId}`, event);
  }
  return [...byMeaning.values()];
}

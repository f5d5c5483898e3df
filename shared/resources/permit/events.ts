/** Permit events for integrations: opened and closed. */
import type { DomainEvent } from '../../model/event.ts';
import type { Change } from '../../model/resource.ts';
import type { Permit } from './fields.ts';

export function permitEvents({ id, action, after }: Change<Permit>): readonly DomainEvent[] {
  if (!after || (action !== 'open' && action !== 'close')) return [];
  const about = {
    permit_id: id,
    permit_number: after.permit_number ?? null,
    permit_type: after.permit_type,
    project_id: after.project_id ?? null,
    site_id: after.site_id ?? null,
    document_id: after.document_id ?? null,
    valid_to: after.valid_to ?? null,
    opened_at: after.opened_at,
  };
  if (action === 'open') return [{ name: 'permit.opened', resourceId: id, data: about }];
  const data = {
    ...about,
    closed_at: after.closed_at,
    closed_by: after.closed_by,
    fire_watch_minutes: after.fire_watch?.observed_minutes ?? null,
    closure_exception: after.closure_exception !== null,
  };
  return [{ name: 'permit.closed', resourceId: id, data }];
}

/**
 * Permit to work: leave for dangerous work at one place, for some hours, issued by one person to another (contract, Permit to work;
 * HSG250). It is written until it is authorised; from then on it changes by its actions alone, and its log is never rewritten.
 */
import { advancePermit } from './states.ts';
import { permitNotices } from './notices.ts';
import { defineResource, type World } from '../../model/resource.ts';
import { permitActions } from './actions.ts';
import { permitEvents } from './events.ts';
import { permitDueAt } from './calendar.ts';
import { eventsOf, permitFields, type Permit } from './fields.ts';
import { requireLife } from './limits.ts';
import { holderOf, issuerOf } from './people.ts';
import { placeOf } from './place.ts';

export const permit = defineResource({
  kind: 'permit',
  permission: 'permits:write',
  replicates: true,
  fields: permitFields,
  // It opens under an approved document.
  urgency: { rank: 1, afterActionsOn: 'document' },
  // By `document_id` it is found with its form, whose life goes on without it; by `sort_key` the calendar finds what is due.
  columns: (body) => ({
    project_id: body.project_id,
    site_id: body.site_id,
    document_id: body.document_id,
    status: body.state,
    type: body.permit_type,
    sort_key: permitDueAt(body),
  }),
  reads: (body) => ({
    ids: [
      body.project_id,
      body.site_id,
      body.document_id,
      // Read before the body is checked: anything may stand here.
      ...(Array.isArray(body.linked_document_ids) ? body.linked_document_ids.slice(0, 50) : []),
    ],
  }),
  admit: (before, after, world) => {
    if (before) advancePermit(before.state, 'edit', { origin: world.origin, inTime: true });
    requireLife(after, world.settings, '#/valid_to');
    const number = after.permit_number?.trim() || before?.permit_number || nextNumber(after, world);
    return { ...after, ...placeOf(before, after, world), permit_number: number };
  },
  actions: permitActions,
  events: permitEvents,
  notices: permitNotices,
  derive: (body) => ({ issuer: issuerOf(body), holder: holderOf(body), events: eventsOf(body) }),
});

/** As they stand on the boards of sites. */
const typeCodes: Readonly<Record<string, string>> = {
  hot_work: 'HW',
  dig: 'DIG',
  confined_space: 'CS',
  work_at_height: 'WAH',
  electrical: 'EL',
  lifting: 'LIFT',
  roof_access: 'ROOF',
  demolition: 'DEM',
  temporary_works_load_strike: 'TWL',
  overhead_services: 'OHS',
  asbestos: 'ASB',
  radiation: 'RAD',
  pressure_test: 'PT',
  isolation: 'ISO',
  rail_possession: 'RAIL',
  general: 'GEN',
};

/** `PTW-HW-0042`, with a number that never repeats. A device leaves it to the server. */
function nextNumber({ permit_type: type }: Permit, world: World): string | null {
  const number = world.serial();
  return number === null ? null : `PTW-${typeCodes[type] ?? 'GEN'}-${String(number).padStart(4, '0')}`;
}

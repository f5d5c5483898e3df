/**
 * Permit to work: permission for dangerous work at one place for some hours, issued by one person to another (contract, Permit to work;
 * HSG250). It is editable until it is authorised; after that only actions change it, and its log is append-only.
 */
import { advancePermit } from './states.ts';
import { permitNotices } from './notices.ts';
import { defineResource, type World } from '../../model/resource.ts';
import { permitActions } from './actions.ts';
import { permitEvents } from './events.ts';
import { permitDueAt } from './calendar.ts';
import { eventsOf, permitFields, type Permit } from './fields.ts';
import { mostActPhotos, requireLife } from './limits.ts';
import { holderOf, issuerOf } from './people.ts';
import { projectAndSiteOf } from './place.ts';

export const permit = defineResource({
  kind: 'permit',
  permission: 'permits:write',
  replicates: true,
  fields: permitFields,
  // A permit opens under an approved document.
  urgency: { rank: 1, afterActionsOn: 'document' },
  // `document_id` finds it with its form, whose life cycle is independent; `sort_key` tells the calendar what is due.
  columns: (body) => ({
    project_id: body.project_id,
    site_id: body.site_id,
    document_id: body.document_id,
    status: body.state,
    type: body.permit_type,
    sort_key: permitDueAt(body),
  }),
  needsSite: ({ state, site_id: site, project_id: project, permit_number: number }) =>
    ['closed', 'cancelled'].includes(state) ? null : { site, project, name: number ?? 'a permit', isWork: true },
  reads: (body, _id, _action, { args, set }) => ({
    ids: [
      body.project_id,
      body.site_id,
      body.document_id,
      // Read before validation, so it may be any JSON.
      ...(Array.isArray(body.linked_document_ids) ? body.linked_document_ids.slice(0, 50) : []),
      ...(Array.isArray(args['photo_ids'])
        ? args['photo_ids'].slice(0, mostActPhotos).filter((id) => typeof id === 'string')
        : []),
    ],
    placesOf: [body.document_id],
    children: set['document_id'] && body.document_id ? [{ documentId: body.document_id, kinds: ['version'] }] : [],
  }),
  admit: (before, after, world) => {
    if (before) advancePermit(before.state, 'edit', { origin: world.origin, inTime: true });
    requireLife(after, world.settings, '#/valid_to');
    const number = after.permit_number?.trim() || before?.permit_number || nextNumber(after, world);
    return { ...after, ...projectAndSiteOf(before, after, world), permit_number: number };
  },
  actions: permitActions,
  events: permitEvents,
  notices: permitNotices,
  derive: (body) => ({ issuer: issuerOf(body), holder: holderOf(body), events: eventsOf(body) }),
});

/** Abbreviations as used on permit boards on site. */
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

/** `PTW-HW-0042`, with a unique number. Assigned by the server, never by a device. */
function nextNumber({ permit_type: type }: Permit, world: World): string | null {
  const number = world.serial();
  return number === null ? null : `PTW-${typeCodes[type] ?? 'GEN'}-${String(number).padStart(4, '0')}`;
}

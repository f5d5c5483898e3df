/** Document: the record of a risk assessment, method statement, COSHH set, talk, permit or POWRA, and its life cycle. */
import * as z from 'zod';
import { firmOf } from '../../model/access.ts';
import { advance } from '../../model/lifecycle.ts';
import { Problem } from '../../model/problem.ts';
import { withEditors } from './review/people.ts';
import { invalid } from '../../model/validation.ts';
import { documentNotices } from './notices.ts';
import { defineResource, type World } from '../../model/resource.ts';
import { requireNamed } from '../belongs.ts';
import { documentActions } from './actions.ts';
import { documentEvents } from './events.ts';
import { documentFields, typeCodes, type Document } from './shape.ts';
import { entryKinds } from '../entry-kinds.ts';
import { requirePlace } from './place.ts';
import { conditionActions } from './condition-actions.ts';
import { dateForCalendar } from './condition-reminder.ts';
import { reviewReminder } from './review-reminder.ts';

export const document = defineResource({
  kind: 'document',
  replicates: true,
  permission: 'documents:write',
  fields: documentFields,
  idColumn: 'document_id',
  contractorAccess: 'contractor_id',
  retention: { whole: true },
  // What was approved can be restored, and is in force in its project; a draft of the site alone goes where that goes.
  needsSite: ({ status, current_approved_version: version, site_id: site, project_id: project, reference, title }) =>
    version || (project && status !== 'archived') ? { site, project, name: reference ?? title } : null,
  columns: (body) => ({
    project_id: body.project_id,
    site_id: body.site_id,
    contractor_id: body.contractor_id,
    status: body.status,
    type: body.document_type,
    version: body.version,
    // Indexed for the calendar.
    sort_key: dateForCalendar(body),
  }),
  reads: (body, id, action, { args, settings }) => ({
    ids: [
      body.project_id,
      body.site_id,
      body.contractor_id,
      ...(action === 'submit_review' ? [idOf(args['reviewer_id']), settings.default_reviewer_id] : []),
    ],
    placesOf: [id],
    children: action ? [{ documentId: id, kinds: [...entryKinds, 'version'] }] : [],
  }),
  admit: (before, after, world) => {
    if (before) advance(before.status, 'edit');
    requirePlace(before, after, world);
    requireWorkDates(before, after);
    const own = ownOf(before, after, world.actor);
    // The token names the contractor that the actor works for, which may not have a record yet.
    if (firmOf(world.actor) === undefined) requireNamed(before, after, { contractor_id: 'contractor' }, world);
    return {
      ...after,
      ...own,
      ...(after.short_title === '' ? { short_title: null } : {}),
      reference: after.reference ?? nextReference(after, world),
      editors: withEditors(after.editors, world),
    };
  },
  edited: (body, world) => {
    const editors = withEditors(body.editors ?? [], world);
    return editors === body.editors ? body : { ...body, editors };
  },
  // Absent in older documents.
  derive: (body) => ({ editors: body.editors ?? [] }),
  actions: { ...documentActions, ...conditionActions, ...reviewReminder },
  events: documentEvents,
  notices: documentNotices,
});

/** An actor of a contractor writes that contractor's documents, and cannot transfer them to another (contract, What a contractor sees). */
function ownOf(before: Document | null, after: Document, actor: World['actor']): Pick<Document, 'contractor_id'> {
  const firm = firmOf(actor);
  if (firm === undefined || after.contractor_id === firm) return {};
  if (!before && !after.contractor_id && z.uuid().safeParse(firm).success) return { contractor_id: firm };
  throw new Problem('reference_unknown', 'A contractor’s author can only write documents of that contractor.', {
    errors: [{ pointer: '#/contractor_id', code: 'reference_unknown', detail: 'must be your own contractor' }],
  });
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Of two devices that each move one date, the later one is told. */
function requireWorkDates(before: Document | null, { work_starts_on: start, work_ends_on: end }: Document): void {
  const isSame = before?.work_starts_on === start && before?.work_ends_on === end;
  if (isSame || !start || !end || end >= start) return;
  throw invalid([{ pointer: '#/work_ends_on', code: 'too_small', detail: 'must not be before work_starts_on' }]);
}

/** `HLC-014-RAMS-0042`: the project's reference, the type and a unique number. Assigned by the server, never by a device. */
function nextReference(after: Document, world: World): string | null {
  const number = world.serial();
  if (number === null) return null;
  const project = after.project_id ? world.record(after.project_id)?.body['reference'] : null;
  return [project, typeCodes[after.document_type], String(number).padStart(4, '0')].filter(Boolean).join('-');
}

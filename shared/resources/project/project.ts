/** Project: the job that sites and documents belong to. Deleting one archives it. */
import * as z from 'zod';
import { Problem } from '../../model/problem.ts';
import { bookkeeping } from '../../model/declared-fields.ts';
import { defineResource } from '../../model/resource.ts';
import { requireProjectMove, restoredProject } from './states.ts';
import { requireReference } from './references.ts';
import { date, email, label, reference, text } from '../../model/fields.ts';
import { requireIndustry } from '../industries.ts';
import { once } from '../../base/once.ts';

export const projectStatuses = ['draft', 'active', 'on_hold', 'completed', 'archived'] as const;

const fields = once(() => ({
  name: label(1, 160),
  reference: text(60),
  client_name: text(160),
  client_contact_name: text(160),
  client_contact_email: email,
  cdm_notifiable: z.boolean().default(false),
  status: z.enum(projectStatuses).default('draft'),
  start_date: date,
  end_date: date,
  industry_id: reference,
  principal_designer: text(160),
  principal_contractor: text(160),
  /** Reference of the plan, such as its number and issue (CDM 2015, regulation 12). */
  construction_phase_plan: text(160),
  f10_reference: text(60),
  archived_at: bookkeeping(z.string().nullable().optional()),
  archived_from_status: bookkeeping(z.enum(projectStatuses).nullable().optional()),
}));

export const project = defineResource({
  kind: 'project',
  permission: 'projects:write',
  replicates: true,
  fields,
  idColumn: 'project_id',
  contractorAccess: 'project_id',
  columns: (body) => ({ status: body.status }),
  reads: (_body, _id, _action, { settings }) => (settings.required_references ? { kinds: ['project'] } : {}),
  admit: (before, after, world, id) => {
    if (world.settings.required_references) requireReference(id, before, after, world);
    requireIndustry(before, after);
    if (before && world.settings.strict_project_states) requireProjectMove(before.status, after.status);
    if (after.start_date && after.end_date && after.end_date < after.start_date)
      throw new Problem('validation_failed', 'The project cannot end before it starts.', {
        errors: [{ pointer: '#/end_date', code: 'too_small', detail: 'must not be before start_date' }],
      });
    if (after.status === 'archived' && before?.status !== 'archived')
      return { ...after, archived_at: world.now, archived_from_status: before?.status ?? null };
    if (after.status !== 'archived' && before?.status === 'archived')
      return { ...after, archived_at: null, archived_from_status: null };
    return after;
  },
  actions: {
    restore: {
      args: once(() => z.object({})),
      run: (before) => ({ after: restoredProject(before) }),
    },
  },
  events: () => [],
});

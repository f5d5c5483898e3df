/** Site: the place where a project's work happens, with its emergency information. One where no more work is done is archived. */
import * as z from 'zod';
import type { JsonObject } from '../base/json.ts';
import { content } from '../model/declared-fields.ts';
import { Problem } from '../model/problem.ts';
import { defineResource, type World } from '../model/resource.ts';
import { existing } from './belongs.ts';
import { label, longText, recordId, text } from '../model/fields.ts';
import { once } from '../base/once.ts';

/** In the words of a refusal; its member `needed_by` has them all. */
const mostNamed = 5;

export const siteStatuses = ['active', 'archived'] as const;

const fields = once(() => ({
  project_id: recordId,
  name: label(1, 160),
  status: z.enum(siteStatuses).default('active'),
  address: text(500),
  city: text(120),
  postcode: text(12),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
  site_contact_name: text(160),
  site_contact_phone: text(40),
  access_notes: content(longText(4000).optional(), 'text'),
  emergency_assembly_point: content(longText(1000).optional(), 'text'),
  nearest_hospital: text(300),
  nearest_hospital_address: text(500),
}));

export const site = defineResource({
  kind: 'site',
  permission: 'projects:write',
  replicates: true,
  fields,
  idColumn: 'site_id',
  contractorAccess: 'project_id',
  columns: (body) => ({ project_id: body.project_id, status: body.status }),
  reads: (body, id, _action, { set }) => ({
    ids: [body.project_id],
    ...(set['project_id'] === undefined && set['status'] === undefined ? {} : { sites: [id] }),
  }),
  admit: (before, after, world, id) => {
    if (before && before.status !== 'archived' && after.status === 'archived') requireNoWork(id, world);
    if (before?.project_id === after.project_id) return after;
    existing(world, after.project_id, 'project', 'project_id');
    if (before) requireUnneeded(id, after.project_id, world);
    return after;
  },
  events: () => [],
});

/** Throws if permits there are not at their end. */
function requireNoWork(id: string, world: World): void {
  const permits = world.needing(id).filter(({ isWork }) => isWork);
  if (permits.length > 0) throw neededBy(permits, 'Before the site is archived these have to be closed or cancelled');
}

/** Throws if the site takes nothing new. What a tablet recorded there meanwhile is taken. */
export function requireOpenSite(place: JsonObject | undefined, { origin }: Pick<World, 'origin'>): void {
  if (place?.['status'] !== 'archived' || origin !== 'rest') return;
  throw new Problem(
    'site_closed',
    `${String(place['name'])} is archived and takes nothing new. Restore the site first.`,
  );
}

interface Place {
  readonly site_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

/** Throws if the site belongs to another project; it may have gone there while a document was archived. */
export function requireOwnSite({ site_id, project_id }: Place, world: World): void {
  const own = site_id && project_id ? world.record(site_id) : undefined;
  if (!own || own.body['project_id'] === project_id) return;
  throw new Problem('reference_unknown', 'The site belongs to another project.', {
    errors: [{ pointer: '#/site_id', code: 'reference_unknown', detail: 'must be a site of the project' }],
  });
}

/** Throws if records keep the site in another project than this one. */
function requireUnneeded(id: string, projectId: string, world: World): void {
  const others = world.needing(id).filter(({ project }) => project !== projectId);
  if (others.length === 0) return;
  throw neededBy(others, 'The site stays in its project while these need it there');
}

function neededBy(others: readonly { readonly name: string }[], said: string): Problem {
  const named = [...new Set(others.map(({ name }) => name))].toSorted();
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return new Problem('conflict', `${said}: ${named.slice(0, mostNamed).join(', ')}${more}.`, {
    members: { needed_by: named },
  });
}

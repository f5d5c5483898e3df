/** References of a permit: its project and site, the document with its form, and the documents that apply to the work. */
import { Problem } from '../../model/problem.ts';
import type { StoredRecord } from '../../model/record.ts';
import type { World } from '../../model/resource.ts';
import { existing } from '../belongs.ts';
import { siteInForce } from '../in-force.ts';
import { requireOpenSite, requireOwnSite } from '../site.ts';
import type { Permit } from './fields.ts';

/** Project and site, by default those of the form; throws if a named one does not exist. */
export function projectAndSiteOf(
  before: Permit | null,
  after: Permit,
  world: World,
): Pick<Permit, 'project_id' | 'site_id'> {
  const named = (field: 'project_id' | 'site_id' | 'document_id', kind: string): StoredRecord | undefined =>
    after[field] && after[field] !== before?.[field] ? existing(world, after[field], kind, field) : undefined;
  const form = named('document_id', 'document');
  for (const id of after.linked_document_ids)
    if (!before?.linked_document_ids.includes(id)) existing(world, id, 'document', 'linked_document_ids');
  const project = named('project_id', 'project');
  if (project && world.origin === 'rest' && ['completed', 'archived'].includes(String(project.body['status'])))
    throw new Problem('project_closed', `The project is ${String(project.body['status'])} and takes no new permits.`);
  const isPlaced = named('site_id', 'site') ?? project;
  // References of other kinds were validated by their own schemas.
  const of = (record: StoredRecord | undefined, field: string) => record?.body[field] as string | null | undefined;
  const site_id = after.site_id ?? (form ? siteInForce(form.id, of(form, 'site_id') ?? null, world) : null);
  const site = site_id ? world.record(site_id) : undefined;
  if (site_id !== before?.site_id) requireOpenSite(site?.body, world);
  const project_id = after.project_id ?? of(site, 'project_id') ?? of(form, 'project_id') ?? null;
  if (isPlaced) requireOwnSite({ site_id, project_id }, world);
  return { project_id, site_id };
}

/**
 * Throws unless the form and the linked documents have an approved version. A permit that a device opened before one was archived stays
 * open.
 */
export function requireApproved({ document_id, linked_document_ids }: Permit, world: World): void {
  for (const id of [document_id, ...linked_document_ids]) {
    if (!id) continue;
    const document = world.record(id)?.body;
    const isApproved = typeof document?.['current_approved_version'] === 'number';
    if (isApproved && (world.origin === 'sync' || document['status'] !== 'archived')) continue;
    const isArchived = document?.['status'] === 'archived';
    // What was archived with a draft has the name of that, which nobody approved.
    const hasOwnName = !isApproved || document['archived_from_status'] === 'approved';
    const name = hasOwnName
      ? String(document?.['reference'] ?? document?.['title'] ?? id)
      : 'A document of this permit';
    throw isArchived
      ? new Problem('document_archived', `${name} is archived, so no work is done under it.`, {
          members: { document_id: id },
        })
      : new Problem('document_not_approved', `${name} has no approved version, so no work is done under it.`, {
          members: { document_id: id },
        });
  }
}

/** Where a document belongs: its project, and a site of it. */
import type { Json } from '../../base/json.ts';
import { Problem } from '../../model/problem.ts';
import type { World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { existing } from '../belongs.ts';
import { requireOpenSite, requireOwnSite } from '../site.ts';
import { lacksProject } from './lacks-project.ts';
import type { Document } from './shape.ts';

/** Project and site exist, the site belongs to the project, and a closed project accepts no new documents but checks of the work that goes on. */
export function requirePlace(before: Document | null, after: Document, world: World): void {
  if (lacksProject(before, after, world.settings))
    throw invalid([{ pointer: '#/project_id', code: 'required', detail: 'must name the project' }]);
  if (before) requireSameProject(before, after, world);
  if (after.project_id && after.project_id !== before?.project_id) {
    const isCheck = !before && world.origin === 'sync' && after.document_type === 'powra';
    const project = existing(world, after.project_id, 'project', 'project_id');
    if (!isCheck && ['completed', 'archived'].includes(String(project.body['status'])))
      throw new Problem(
        'project_closed',
        `The project is ${String(project.body['status'])} and takes no new documents.`,
      );
  }
  if (after.site_id && (after.site_id !== before?.site_id || after.project_id !== before.project_id))
    requireOpenSite(existing(world, after.site_id, 'site', 'site_id').body, world);
  requireOwnSite(after, world);
}

/** Throws if the document would leave the project in which it was approved: what was approved and signed stays where it is looked for. */
function requireSameProject(before: Document, after: Document, world: World): void {
  const { current_approved_version: version, project_id: own } = before;
  const project = projectOf(before, world);
  // The project that it names goes on being named: a site alone may go elsewhere.
  if (version === null || project === (own ? after.project_id : projectOf(after, world))) return;
  // A device may not have the site of before at hand; the server has.
  if (world.isReplica && before.site_id && !world.record(before.site_id)) return;
  throw new Problem(
    'conflict',
    `Version ${version} was approved ${project ? 'in its project' : 'for the whole organisation'}, so the document stays there. Duplicate it to use it elsewhere.`,
  );
}

/** Its own, or that of its site; null = none. */
function projectOf({ project_id, site_id }: Document, world: World): Json {
  return project_id ?? (site_id ? world.record(site_id)?.body['project_id'] : null) ?? null;
}

/** Projects and the documents of one. */
import type * as z from 'zod';
import { projectStatuses } from '../../../shared/resources/project/project.ts';
import { documentRow, projectReply, projectRow } from '../../../shared/rest/shapes.ts';
import { patch } from '../request/change.ts';
import type { Handler, HandlerRequest, HandlerResult } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';
import type { RestContext } from '../request/rest-context.ts';
import { siteIdsOf } from '../../store/records/sites.ts';

type Project = z.output<typeof projectReply>;

const projects = recordEndpoints('project', 'projects', (record) => present(projectReply, record));

export const createProject = withSites(projects.create);
export const getProject = withSites(projects.get);
export const updateProject = withSites(projects.update);
export const restoreProject = withSites(projects.act('restore'));

/** Sites are records of their own: a new one leaves the project's revision as it is. */
function withSites<Request extends HandlerRequest>(
  handle: (request: Request, context: RestContext) => Promise<HandlerResult<Project>>,
) {
  return async (request: Request, context: RestContext): Promise<HandlerResult<Project>> => {
    const result = await handle(request, context);
    const rows = await siteIdsOf(context.store.db, request.actor.organisationId, result.body.id);
    const site_ids = rows.map(({ id }) => id);
    return { ...result, body: { ...result.body, site_ids }, beside: site_ids.join() };
  };
}

const unarchived = projectStatuses.filter((status) => status !== 'archived');

export const listProjects: Handler<'listProjects'> = async (request, context) => {
  const filters = { status: request.query.status ?? unarchived };
  return { body: await listed(request, context, 'project', filters, (record) => present(projectRow, record)) };
};

export const archiveProject: Handler<'archiveProject'> = async (request, context) => {
  await patch(request, context, await projects.load(request, context), { status: 'archived' });
  return { body: null };
};

export const listProjectDocuments: Handler<'listProjectDocuments'> = async (request, context) => {
  const { id } = await projects.load(request, context);
  return {
    body: await listed(request, context, 'document', { project_id: id }, (record) => present(documentRow, record)),
  };
};

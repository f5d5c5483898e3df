/** Projects and the documents of one. */
import { projectStatuses } from '../../../shared/resources/project/project.ts';
import { documentRow, projectReply, projectRow } from '../../../shared/rest/shapes.ts';
import { patch } from '../request/change.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

const projects = recordEndpoints('project', 'projects', (record) => present(projectReply, record));

export const { create: createProject, get: getProject, update: updateProject } = projects;
export const restoreProject = projects.act('restore');

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

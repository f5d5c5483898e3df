/** Projects (interface section 4.1). */
import { documentRow, projectReply, projectRow } from '../../../shared/rest/shapes.ts';
import { projectStatuses } from '../../../shared/resources/project/project.ts';
import { commit } from '../../commit/commit.ts';
import type { Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import { listed } from '../request/lists.ts';
import { present } from '../request/present.ts';

const active = projectStatuses.filter((status) => status !== 'archived');

export const listProjects: Handler<'listProjects'> = async ({ actor, query }, context) => {
  const filters = { status: query.status ?? active };
  const request = { kind: 'project', filters, order: 'created_at desc' } as const;
  return { body: await listed(context, actor, request, query, (record) => present(projectRow, record)) };
};

export const createProject: Handler<'createProject'> = async (call, context) => {
  const { record, status } = await create(call, context, 'project', call.fields, call.body.id);
  return {
    body: present(projectReply, record),
    revision: record.rev,
    status,
    location: `/api/v1/projects/${record.id}`,
  };
};

export const getProject: Handler<'getProject'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'project', params.project);
  return { body: present(projectReply, record), revision: record.rev };
};

export const updateProject: Handler<'updateProject'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'project', call.params.project);
  const record = await patch(call, context, before, call.fields);
  return { body: present(projectReply, record), revision: record.rev };
};

export const archiveProject: Handler<'archiveProject'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'project', call.params.project);
  await patch(call, context, before, { status: 'archived' });
  return { body: null };
};

export const restoreProject: Handler<'restoreProject'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'project', call.params.project);
  const restore = { op: 'act', kind: 'project', id: before.id, action: 'restore', args: {} } as const;
  await commit(context.commitContext, call.author, [{ ...restore, ...call.guard(before) }]);
  const record = await find(context.store.db, call.actor.organisationId, 'project', before.id);
  return { body: present(projectReply, record), revision: record.rev };
};

export const listProjectDocuments: Handler<'listProjectDocuments'> = async ({ actor, params, query }, context) => {
  const project = await find(context.store.db, actor.organisationId, 'project', params.project);
  const request = { kind: 'document', filters: { project_id: project.id }, order: 'created_at desc' } as const;
  return { body: await listed(context, actor, request, query, (record) => present(documentRow, record)) };
};

/** Sites (interface section 4.2). */
import { siteReply } from '../../../shared/rest/shapes.ts';
import type { Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import { present } from '../request/present.ts';

export const createSite: Handler<'createSite'> = async (call, context) => {
  const { record, status } = await create(call, context, 'site', call.fields, call.body.id);
  return { body: present(siteReply, record), revision: record.rev, status, location: `/api/v1/sites/${record.id}` };
};

export const getSite: Handler<'getSite'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'site', params.site);
  return { body: present(siteReply, record), revision: record.rev };
};

export const updateSite: Handler<'updateSite'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'site', call.params.site);
  const record = await patch(call, context, before, call.fields);
  return { body: present(siteReply, record), revision: record.rev };
};

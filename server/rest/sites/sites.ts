/** Sites (interface section 4.2). */
import { siteReply } from '../../../shared/rest/shapes.ts';
import type { Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import { present } from '../request/present.ts';

export const createSite: Handler<'createSite'> = async (call, house) => {
  const { record, status } = await create(call, house, 'site', call.fields, call.body.id);
  return { body: present(siteReply, record), revision: record.rev, status, location: `/api/v1/sites/${record.id}` };
};

export const getSite: Handler<'getSite'> = async ({ actor, params }, house) => {
  const record = await find(house.store.db, actor.organisationId, 'site', params.site);
  return { body: present(siteReply, record), revision: record.rev };
};

export const updateSite: Handler<'updateSite'> = async (call, house) => {
  const before = await find(house.store.db, call.actor.organisationId, 'site', call.params.site);
  const record = await patch(call, house, before, call.fields);
  return { body: present(siteReply, record), revision: record.rev };
};

/** Sites. */
import { siteReply } from '../../../shared/rest/shapes.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

export const {
  create: createSite,
  get: getSite,
  update: updateSite,
} = recordEndpoints('site', 'sites', (record) => present(siteReply, record));

export const listSites: Handler<'listSites'> = async (request, context) => {
  const { project_id, status } = request.query;
  const filters = { project_id, status };
  return { body: await listed(request, context, 'site', filters, (record) => present(siteReply, record)) };
};

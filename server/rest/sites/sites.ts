/** Sites. */
import { siteReply } from '../../../shared/rest/shapes.ts';
import { present } from '../request/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

export const {
  create: createSite,
  get: getSite,
  update: updateSite,
} = recordEndpoints('site', 'sites', (record) => present(siteReply, record));

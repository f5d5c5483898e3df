/** Nobody signs on at a site that is archived. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { requireOpenSite } from '../../../shared/resources/site.ts';
import type { Db } from '../../store/engine/db.ts';
import { find } from '../request/find.ts';

/** Throws `site_closed` for a document of such a site. */
export async function requireOpenPlace(db: Db, organisationId: string, document: JsonObject): Promise<void> {
  const { site_id: site } = document;
  if (typeof site === 'string')
    requireOpenSite((await find(db, organisationId, 'site', site)).body, { origin: 'rest' });
}

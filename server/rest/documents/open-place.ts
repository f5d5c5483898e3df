/** Nobody signs on at a site that is archived. */
import type { StoredRecord } from '../../../shared/model/record.ts';
import { siteOfVersion } from '../../../shared/resources/in-force.ts';
import { requireOpenSite } from '../../../shared/resources/site.ts';
import type { Db } from '../../store/engine/db.ts';
import { find } from '../request/find.ts';

/** Throws `site_closed` for a version of such a site. */
export async function requireOpenPlace(db: Db, organisationId: string, version: StoredRecord): Promise<void> {
  const site = siteOfVersion(version.body);
  if (site) requireOpenSite((await find(db, organisationId, 'site', site)).body, { origin: 'rest' });
}

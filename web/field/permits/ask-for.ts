/** Records that a permit is asked for. */
import { replica } from '../base/device.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { Somebody } from '../base/people.ts';
import type { Permit } from './asked.ts';

type Wanted = Pick<Permit, 'permit_type' | 'location' | 'description' | 'valid_from' | 'valid_to'>;

/**
 * Throws a Problem where a rule forbids it. A tablet that was killed between the two changes left a draft, which gets what is wanted now; what
 * another tab has asked for stays as it is.
 */
export async function askFor(id: string, site: Shown<'site'>, wanted: Wanted, by: Somebody): Promise<void> {
  const { permits } = replica();
  const before = await permits.get(id);
  if (before && before.state !== 'draft') return;
  if (before) await permits.patch(id, wanted);
  else await permits.create({ id, project_id: site.project_id, site_id: site.id, ...wanted });
  await permits.request(id, { by });
}

/** Runs the compliance check on one document from a rule's world: the locked state on a server, the replica on a device. */
import { dayIn } from '../base/day.ts';
import type { JsonObject } from '../base/json.ts';
import { liveOf } from '../model/record.ts';
import type { World } from '../model/resource.ts';
import { checkCompliance, type ComplianceResult } from './check.ts';

/**
 * The world must have read the document's four kinds of entries and its site. `blocking_failures` of the result lists the rules that block
 * an approval.
 */
export function complianceOf(
  document: { readonly id: string; readonly body: JsonObject },
  world: Pick<World, 'now' | 'settings' | 'timezone' | 'children' | 'record'>,
): ComplianceResult {
  const entries = (kind: string): JsonObject[] => world.children(document.id, kind).map(({ body }) => body);
  const siteId = document.body['site_id'];
  const site = typeof siteId === 'string' ? world.record(siteId) : undefined;
  return checkCompliance({
    document: document.body,
    sections: entries('section'),
    hazards: entries('hazard'),
    coshh: entries('coshh'),
    personnel: entries('personnel'),
    site: liveOf(site, 'site')?.body ?? null,
    today: dayIn(world.now, world.timezone),
    settings: world.settings,
  });
}

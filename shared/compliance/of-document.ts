/** The compliance check of one document as a rule's world holds it: on the server the locked state, on a device the replica. */
import type { JsonObject } from '../base/json.ts';
import { liveOf } from '../model/record.ts';
import type { World } from '../model/resource.ts';
import { checkCompliance, type ComplianceResult } from './check.ts';

/**
 * The world must have read the four kinds of the document's entries, and its site. `blocking_failures` of the result are the rules
 * that stop an approval.
 */
export function complianceOf(
  document: { readonly id: string; readonly body: JsonObject },
  world: Pick<World, 'now' | 'settings' | 'children' | 'record'>,
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
    today: world.now.slice(0, 10),
    settings: world.settings,
  });
}

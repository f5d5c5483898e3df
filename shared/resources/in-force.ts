/** Where a document is worked to: where its version in force says, for the draft that follows may be for another site. */
import { isJsonObject } from '../base/json.ts';
import type { Body } from '../model/record.ts';
import type { World } from '../model/resource.ts';

/** Id of the site that the content of a version names; null = none. */
export function siteOfVersion({ content }: Body): string | null {
  const site = isJsonObject(content) ? content['site_id'] : null;
  return typeof site === 'string' ? site : null;
}

/** Id of the site, null = none; `drafted` where nothing is approved. `reads` must name the children of kind `version`. */
export function siteInForce(documentId: string, drafted: string | null, world: World): string | null {
  const current = world.children(documentId, 'version').find(({ body }) => body['state'] === 'current');
  return current ? siteOfVersion(current.body) : drafted;
}

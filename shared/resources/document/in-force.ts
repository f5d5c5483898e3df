/** Where a document is worked to: where its version in force says, for the draft that follows may be for another site. */
import type { World } from '../../model/resource.ts';
import { siteOfVersion, type Version } from './version.ts';

/** Id of the site, null = none; `drafted` where nothing is approved. `reads` must name the children of kind `version`. */
export function siteInForce(documentId: string, drafted: string | null, world: World): string | null {
  const current = world.children(documentId, 'version').find(({ body }) => body['state'] === 'current');
  return current ? siteOfVersion(current.body as unknown as Version) : drafted; // of its schema
}

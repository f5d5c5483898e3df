/** The files of the photos that a record of a site names. */
import type { Json } from '../../../shared/base/json.ts';
import { ofKind } from '../../../shared/model/record.ts';
import { toRecord } from '../../commit/record-rows.ts';
import type { StoredPhoto } from '../../export/input.ts';
import { loadByIds } from '../../store/records/records.ts';
import { storedPhoto } from '../export-photos.ts';
import type { Wanted } from './frame.ts';

/** By id, in the order of the names, only those of the same site. */
export async function sitePhotos(
  { db, organisationId, blobs }: Wanted,
  siteId: Json | undefined,
  ids: readonly string[],
): Promise<Readonly<Record<string, StoredPhoto>>> {
  const photos = ofKind((await loadByIds(db, organisationId, [...new Set(ids)])).map(toRecord), 'photo');
  const own = new Map(photos.filter(({ body }) => body['site_id'] === siteId).map((photo) => [photo.id, photo.body]));
  return Object.fromEntries(
    ids.flatMap((id) => {
      const body = own.get(id);
      if (!body) return [];
      const sha256 = String(body['sha256']);
      return [[id, storedPhoto(blobs.pathOf(organisationId, sha256), body)]];
    }),
  );
}

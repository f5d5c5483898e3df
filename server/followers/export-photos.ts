/** The files of the photos that the content of a document names. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { isPrintedAt, namedFiles, namedPhotos, photoIdsIn, watchPhotoIds } from '../commit/named-photos.ts';
import type { StoredPhoto } from '../export/input.ts';
import type { Db } from '../store/engine/db.ts';

/** By id, in the order of the document: of too many, the last are left out. */
export async function photosOf(
  db: Db,
  blobs: Pick<BlobStore, 'pathOf'>,
  orgId: string,
  content: JsonObject,
): Promise<Readonly<Record<string, StoredPhoto>>> {
  const named = await namedPhotos(db, orgId, photoIdsIn(content));
  const files = namedFiles(content);
  // A fire watch is kept after its permit was approved.
  const watched = new Set(watchPhotoIds(content['permit']));
  return Object.fromEntries(
    [...named].flatMap(([id, each]) => {
      if (!isPrintedAt(content, each)) return [];
      const { photo } = each;
      const kept = String(photo.body['sha256']);
      // The file that was approved, whatever a record of this id says. A device names the file that it sent.
      const approved = files.get(id) ?? kept;
      const sha256 = approved === photo.body['sent_sha256'] ? kept : approved;
      const stored = storedPhoto(blobs.pathOf(orgId, sha256), { ...photo.body, sha256 });
      return [[id, watched.has(id) ? stored : { ...stored, arrived_at: photo.created_at }]];
    }),
  );
}

/** As exports have it. */
export function storedPhoto(path: string, body: JsonObject): StoredPhoto {
  const { file_name: name, pages } = body;
  return {
    path,
    sha256: String(body['sha256']),
    media_type: String(body['media_type']),
    file_name: typeof name === 'string' ? name : null,
    pages: typeof pages === 'number' ? pages : null,
  };
}

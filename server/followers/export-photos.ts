/** The stored photos that the content of a document names. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import { ofKind, type StoredRecord } from '../../shared/model/record.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { toRecord } from '../commit/record-rows.ts';
import type { StoredPhoto } from '../export/input.ts';
import type { Db } from '../store/engine/db.ts';
import { loadByIds } from '../store/records/records.ts';

/**
 * By id. Only those of the document's site, or of a site of its project: a user who may write a document may not see every photo of the
 * organisation.
 */
export async function photosOf(
  db: Db,
  blobs: BlobStore,
  orgId: string,
  document: StoredRecord,
  content: JsonObject,
): Promise<Readonly<Record<string, StoredPhoto>>> {
  const named = ['sections', 'hazards'].flatMap((member) => namedIn(content[member]));
  if (named.length === 0) return {};
  const photos = ofKind((await loadByIds(db, orgId, named)).map(toRecord), 'photo');
  const siteIds = [...new Set(photos.map(({ body }) => String(body['site_id'])))];
  const sites = (await loadByIds(db, orgId, siteIds)).map(toRecord);
  const { site_id, project_id } = document.body;
  const own = new Set(
    sites
      .filter(({ id, body }) => id === site_id || (project_id != null && body['project_id'] === project_id))
      .map(({ id }) => id),
  );
  const found = new Map(
    photos.filter(({ body }) => own.has(String(body['site_id']))).map((photo) => [photo.id, photo.body]),
  );
  // In the order of the document: of too many, the last are left out.
  return Object.fromEntries(
    named.flatMap((id) => {
      const body = found.get(id);
      if (!body) return [];
      const sha256 = String(body['sha256']);
      const path = blobs.pathOf(orgId, sha256);
      return [[id, { path, sha256, media_type: String(body['media_type']) }]];
    }),
  );
}

function namedIn(entries: Json | undefined): string[] {
  const records = isJsonList(entries) ? entries.filter(isJsonObject) : [];
  return records.flatMap(({ photos }) =>
    isJsonList(photos)
      ? photos.flatMap((photo) => (isJsonObject(photo) && typeof photo['id'] === 'string' ? [photo['id']] : []))
      : [],
  );
}

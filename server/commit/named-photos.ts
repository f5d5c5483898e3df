/** The stored photos that the content of a document names, and which of them it may print (contract, Exports, EX47, EX48 and EX50). */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import { ofKind, type StoredRecord } from '../../shared/model/record.ts';
import type { Db } from '../store/engine/db.ts';
import { loadByIds } from '../store/records/records.ts';
import { toRecord } from './record-rows.ts';

export interface NamedPhoto {
  readonly photo: StoredRecord;
  /** Where it is kept: a site that moves to another project takes its photos along. */
  readonly site: StoredRecord | undefined;
}

export interface Place {
  readonly site_id?: Json | undefined;
  readonly project_id?: Json | undefined;
}

/** In the order of the document. */
export function photoIdsIn(content: JsonObject): string[] {
  return [
    ...['sections', 'hazards', 'coshh_assessments'].flatMap((member) => namedBy(content[member])),
    ...watchPhotoIds(content['permit']),
  ];
}

/** SHA-256 of the file, by photo, where the content names that too: no other file is the photo that was approved. */
export function namedFiles(content: JsonObject): ReadonlyMap<string, string> {
  const named = ['sections', 'hazards', 'coshh_assessments'].flatMap((member) => photosIn(content[member]));
  return new Map(named.flatMap(({ id, sha256 }) => (typeof sha256 === 'string' ? [[String(id), sha256]] : [])));
}

/** Of the fire watch of a permit. */
export function watchPhotoIds(permit: Json | undefined): string[] {
  const watch = isJsonObject(permit) ? permit['fire_watch'] : null;
  const ids = isJsonObject(watch) ? watch['photo_ids'] : null;
  return isJsonList(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Ids by version; null = the working draft. `records`: entries of the draft, which have no version, and versions. */
export function photoIdsByVersion(
  document: StoredRecord,
  records: readonly { readonly version: number | null; readonly body: JsonObject }[],
): ReadonlyMap<number | null, readonly string[]> {
  const draft = records.filter(({ version }) => version === null).map(({ body }) => body);
  const versions = records.filter(({ version }) => version !== null);
  return new Map<number | null, readonly string[]>([
    [null, [...namedBy(draft), ...watchPhotoIds(document.body['permit'])]],
    ...versions.map(({ version, body }) => [version, photoIdsIn((body['content'] ?? {}) as JsonObject)] as const), // as its schema says
  ]);
}

/** By id, in the order of the names; those that never arrived are absent. */
export async function namedPhotos(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedPhoto>> {
  if (ids.length === 0) return new Map();
  const photos = ofKind((await loadByIds(db, orgId, [...new Set(ids)])).map(toRecord), 'photo');
  const siteIds = [...new Set(photos.map(({ body }) => String(body['site_id'])))];
  const sites = new Map((await loadByIds(db, orgId, siteIds)).map((row) => [row.id, toRecord(row)]));
  const found = new Map(photos.map((photo) => [photo.id, photo]));
  return new Map(
    ids.flatMap((id) => {
      const photo = found.get(id);
      if (!photo) return [];
      return [[id, { photo, site: sites.get(String(photo.body['site_id'])) }]];
    }),
  );
}

/**
 * Whether what belongs to this site or project prints the photo: a user who may write a document may not see every photo of the
 * organisation. Of frozen content, the place that it names.
 */
export function isPrintedAt({ site_id, project_id }: Place, { site }: NamedPhoto): boolean {
  if (site === undefined) return false;
  return site.id === site_id || (project_id != null && site.body['project_id'] === project_id);
}

function namedBy(entries: Json | readonly Json[] | undefined): string[] {
  return photosIn(entries).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

function photosIn(entries: Json | readonly Json[] | undefined): readonly JsonObject[] {
  const records = isJsonList(entries) ? entries.filter(isJsonObject) : [];
  return records.flatMap(({ photos }) => (isJsonList(photos) ? photos.filter(isJsonObject) : []));
}

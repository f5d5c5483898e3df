/**
 * What the file of an export prints, as a hash, and what changed since (contract, Exports, EX22 and EX50): the request, and the revision of
 * each record that goes into it. Revisions only rise, so an equal hash means that nothing has changed, not even back and forth.
 */
import { dayIn } from '../../shared/base/day.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { ofKind, type StoredRecord } from '../../shared/model/record.ts';
import { cardDatesOf, dayAfter, nextExpiry, type CardDates } from './card-days.ts';
import { headOf, placesOf } from './printed-head.ts';
import { documentIdsIn, namedDocuments, type NamedDocument } from './named-documents.ts';
import { isPrintedAt, namedPhotos, photoIdsByVersion, type NamedPhoto, type Place } from './named-photos.ts';
import type * as z from 'zod';
import type { staleBecause } from '../../shared/resources/export.ts';
import type { Db } from '../store/engine/db.ts';
import { readFeed } from '../store/records/feed.ts';
import { recordsNaming } from '../store/records/naming.ts';
import { revisionsOf } from '../store/records/revisions.ts';
import { placesOfVersions } from '../store/records/places-of-versions.ts';
import type { FeedTable } from '../store/tables/tables.ts';

/** Everything that files of a document print, whatever their version and format. */
export interface Printed {
  readonly document: StoredRecord;
  readonly feed: FeedTable | undefined;
  readonly records: Awaited<ReturnType<typeof revisionsOf>>;
  /** Those that its versions and its working draft name, by id. */
  readonly photos: ReadonlyMap<string, NamedPhoto>;
  readonly photoIdsByVersion: ReturnType<typeof photoIdsByVersion>;
  /** Likewise the documents that they name. */
  readonly linked: ReadonlyMap<string, NamedDocument>;
  readonly linkedIdsByVersion: ReadonlyMap<number | null, readonly string[]>;
  readonly now: PrintedNow;
  readonly cardDates: CardDates;
  /** The site and the project that each of them names. */
  readonly placesByVersion: ReadonlyMap<number | null, Place>;
}

/** What a file made now depends on beside the records. */
export interface PrintedNow {
  /** Where prints of versions can be checked; null = nowhere. */
  readonly publicUrl: string | null;
  /** RFC 3339 */
  readonly at: string;
}

/** What a completed export printed: the hash of it, how far the feed was, and when. */
export interface PrintedIn {
  readonly hash: string;
  readonly seq: number;
  /** RFC 3339 */
  readonly at: string;
}

/** What was requested. */
export type Asked = Readonly<Record<(typeof askedFields)[number], JsonObject[string]>>;
const askedFields = [
  'document_id',
  'document_version',
  'format',
  'include',
  'photos',
  'form',
  'paper',
  'language',
  'watermark',
  'compare_with',
] as const;

type StaleBecause = z.output<ReturnType<typeof staleBecause>>;

export async function printedBy(db: Db, orgId: string, document: StoredRecord, now: PrintedNow): Promise<Printed> {
  const placesByVersion = new Map<number | null, Place>(
    (await placesOfVersions(db, orgId, document.id)).map((row) => [row.version, row]),
  );
  placesByVersion.set(null, document.body);
  const places = [...new Set([document.body, ...placesByVersion.values()].flatMap((place) => placesOf({ ...place })))];
  const feed = await readFeed(db, orgId);
  const rows = await recordsNaming(db, orgId, document.id);
  const naming = rows.map(({ version, body }) => ({ version, body: JSON.parse(body) as JsonObject })); // only commit() writes bodies
  const idsByVersion = photoIdsByVersion(document, naming);
  const linkedIds = new Map<number | null, readonly string[]>([
    ...naming.map(({ version, body }) => [version, documentIdsIn((body['content'] ?? {}) as JsonObject)] as const), // as its schema says
    [null, documentIdsIn(document.body)],
  ]);
  return {
    document,
    feed,
    photos: await namedPhotos(db, orgId, [...idsByVersion.values()].flat()),
    photoIdsByVersion: idsByVersion,
    linked: await namedDocuments(db, orgId, [...linkedIds.values()].flat()),
    linkedIdsByVersion: linkedIds,
    now,
    cardDates: await cardDatesOf(db, orgId, document.id),
    placesByVersion,
    records: await revisionsOf(db, orgId, document.id, ['version', 'signoff', 'conflict'], ['crew_member'], places),
  };
}

export function askedBy({ body }: Pick<StoredRecord, 'body'>): Asked {
  return Object.fromEntries(askedFields.map((name) => [name, body[name] ?? null])) as Asked; // the names it is made of
}

export function printedHash(printed: Printed, asked: Asked): string {
  const { document, feed } = printed;
  const { publicUrl } = printed.now;
  const expired = expiredFor(printed, asked);
  const photos = photosFor(printed, asked).flatMap(({ photo, isPrinted }) =>
    isPrinted ? [[photo.id, photo.rev]] : [],
  );
  // By what is printed of them: most changes of another document do not show here.
  const linked = linkedFor(printed, asked).map(({ record: { id }, name, version, isArchived }) => [
    id,
    name,
    isArchived ? 'archived' : version,
  ]);
  const { compare_with: _none, ...plain } = asked;
  return canonicalHash({
    // No member without one, as below.
    asked: isCompared(asked) ? asked : plain,
    // No member without one: what was printed before it was counted stays current.
    ...(photos.length > 0 ? { photos } : {}),
    ...(linked.length > 0 ? { linked } : {}),
    ...(publicUrl !== null && asked.document_version !== null && !isCompared(asked) ? { address: publicUrl } : {}),
    ...(expired.length > 0 ? { expired } : {}),
    organisation: [feed?.name ?? null, feed?.settings ?? null, feed?.details ?? null],
    document: asked.document_version === null ? { revision: document.rev } : frameOf(document.body),
    // Of these, only conflicts are settled, and then they are no longer printed.
    records: recordsFor(printed, asked).flatMap(({ id, rev, status, deleted }) =>
      deleted === 1 || status === 'settled' ? [] : [[id, rev]],
    ),
  });
}

/** The changes after a file was made that one made now would print, oldest first. Never empty where the hash differs. */
export function changesSince(printed: Printed, asked: Asked, { seq, at: madeAt }: PrintedIn): StaleBecause[] {
  const { document, feed } = printed;
  const expired = expiredFor(printed, asked).map((date) => dayAfter(date, zoneOf(printed)));
  const changed: StaleBecause[] = [
    ...recordsFor(printed, asked)
      .filter((record) => record.seq > seq)
      .map(({ id, kind, status, updated_at: at }) => ({ reason: reasonOf(kind, status), kind, id, at })),
    ...photosFor(printed, asked)
      .filter(({ photo, isPrinted }) => photo.seq > seq && isPrinted)
      .map((each) => photoChange(each, each.photo.updated_at)),
    ...expired
      .filter((at) => at > madeAt)
      .map((at) => ({ reason: 'card_expired', kind: 'document', id: document.id, at }) as const),
  ];
  const isEdited = document.seq > seq && (asked.document_version === null || changed.length === 0);
  const reason = document.body['status'] === 'archived' ? 'archived' : 'edited';
  const reasons: StaleBecause[] = [
    ...changed,
    ...(isEdited ? [{ reason, kind: 'document', id: document.id, at: document.updated_at } as const] : []),
  ];
  if (reasons.length === 0) reasons.push(...movedPhotos(printed, asked, seq));
  if (reasons.length === 0) reasons.push(...changedLinks(printed, asked, seq));
  if (reasons.length === 0 && feed)
    reasons.push({
      reason: 'organisation_changed',
      kind: 'organisation',
      id: feed.org_id,
      at: feed.updated_at ?? document.updated_at,
    });
  return reasons.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
}

/**
 * Of a version: not the sign-offs of later ones (those of older ones say who is to be briefed again), nor what is undecided in the draft, nor
 * the crew unless it is in force. Of the sites only its own.
 */
function recordsFor(printed: Printed, asked: Asked): Printed['records'] {
  const version = asked.document_version;
  const own = new Set<unknown>(contentsOf(asked).map((each) => printed.placesByVersion.get(each)?.site_id));
  const sites = new Set<unknown>([...printed.placesByVersion.values()].map((place) => place.site_id));
  const placed = printed.records.filter(({ id }) => own.has(id) || !sites.has(id));
  const records = isCompared(asked) ? placed.filter(({ kind }) => !unsigned.has(kind)) : placed;
  if (version === null) return records;
  const crew = printed.document.body['current_approved_version'] === version ? [] : ofKind(records, 'crew_member');
  const later = ofKind(records, 'signoff').filter((record) => Number(record.version) > Number(version));
  const unprinted = new Set([...later, ...crew, ...ofKind(records, 'conflict')]);
  return records.filter((record) => !unprinted.has(record));
}

/** Whose contents are printed: of the version or the draft, and of the one that it is compared with. */
function contentsOf({ document_version: version, compare_with: earlier }: Asked): readonly (number | null)[] {
  const own = version as number | null;
  return typeof earlier === 'number' ? [own, earlier] : [own];
}

function isCompared({ compare_with: earlier }: Asked): boolean {
  return typeof earlier === 'number';
}

/** Not printed where the changes are marked. */
const unsigned: ReadonlySet<string> = new Set(['signoff', 'crew_member']);

type AskedPhoto = NamedPhoto & { readonly isPrinted: boolean };

/** Cards that had expired by the day of the print, which says so. */
function expiredFor(printed: Printed, asked: Asked): string[] {
  const day = dayOf(printed);
  const dates = contentsOf(asked).flatMap((version) => printed.cardDates.get(version) ?? []);
  return [...new Set(dates)].filter((date) => date < day);
}

/** Of the print: `2026-12-18`, where the organisation is. */
function dayOf(printed: Printed): string {
  return dayIn(printed.now.at, zoneOf(printed));
}

function zoneOf({ feed }: Printed): string | null {
  return readDetails(feed?.details ?? '{}').timezone;
}

/** When a card of any version expires next, ms since 1970; null = none will. */
export function nextExpiryIn(printed: Printed): number | null {
  return nextExpiry(printed.cardDates, dayOf(printed), zoneOf(printed));
}

function photosFor({ photos, photoIdsByVersion: ids, placesByVersion: places }: Printed, asked: Asked): AskedPhoto[] {
  if (asked.photos === false) return [];
  const version = asked.document_version as number | null;
  const named = [...new Set(ids.get(version))].flatMap((id) => photos.get(id) ?? []);
  return named.map((each) => ({ ...each, isPrinted: isPrintedAt(places.get(version) ?? {}, each) }));
}

/** Those whose site came to the project of the document, or left it. */
function movedPhotos(printed: Printed, asked: Asked, seq: number): StaleBecause[] {
  return photosFor(printed, asked).flatMap((each) =>
    each.site && each.site.seq > seq ? [photoChange(each, each.site.updated_at)] : [],
  );
}

function linkedFor({ linked, linkedIdsByVersion: ids }: Printed, asked: Asked): NamedDocument[] {
  const named = contentsOf(asked).flatMap((version) => ids.get(version) ?? []);
  return [...new Set(named)].flatMap((id) => linked.get(id) ?? []);
}

function changedLinks(printed: Printed, asked: Asked, seq: number): StaleBecause[] {
  return linkedFor(printed, asked).flatMap(({ record: { id, seq: changed, updated_at: at } }) =>
    changed > seq ? [{ reason: 'linked_document_changed' as const, kind: 'document', id, at }] : [],
  );
}

function photoChange({ photo: { id }, isPrinted }: AskedPhoto, at: string): StaleBecause {
  return { reason: isPrinted ? 'photo_added' : 'photo_removed', kind: 'photo', id, at };
}

const reasonByKind: Readonly<Record<string, StaleBecause['reason']>> = {
  signoff: 'signoff_recorded',
  crew_member: 'crew_changed',
  version: 'version_approved',
  project: 'project_changed',
  site: 'site_changed',
};

function reasonOf(kind: string, status: string | null): StaleBecause['reason'] {
  // Of what is printed, only sign-offs are voided.
  return status === 'voided' ? 'signoff_voided' : (reasonByKind[kind] ?? 'edited');
}

/** What the file of a frozen version takes from the document itself; edits of the next draft do not matter. */
function frameOf(body: JsonObject): JsonObject {
  const { status, ...head } = headOf(body);
  const { condition_marks: marks } = body;
  // No member without one, as above.
  return { ...head, archived: status === 'archived', ...(Array.isArray(marks) ? { marks } : {}) };
}

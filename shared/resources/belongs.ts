/** Rules shared by all entries of a document: the document exists and can be edited. */
import { isJsonObject } from '../base/json.ts';
import { mostPhotos, type Photos } from '../model/fields.ts';
import { advance, type DocumentStatus } from '../model/lifecycle.ts';
import { Problem } from '../model/problem.ts';
import { liveOf, type Body, type StoredRecord } from '../model/record.ts';
import type { Reads } from '../model/reads.ts';
import type { Change, World } from '../model/resource.ts';
import type { DomainEvent } from '../model/event.ts';

/** The document that an entry refers to; throws a Problem that points at the field. */
export function documentOf(world: World, documentId: string): StoredRecord {
  return existing(world, documentId, 'document', 'document_id');
}

/** A live record of the kind in the caller's organisation; ids of other organisations count as unknown. */
export function existing(world: World, id: string, kind: string, field: string): StoredRecord {
  const found = liveOf(world.record(id), kind);
  if (found) return found;
  throw new Problem('reference_unknown', `There is no ${kind} with this id.`, {
    errors: [{ pointer: `#/${field}`, code: 'reference_unknown', detail: `no ${kind} has this id` }],
  });
}

/**
 * Throws if `after` refers to a record that does not exist; a reference that `before` had may stay. For kinds that are not synced: a
 * replica cannot check them, so only the server does.
 */
export function requireNamed<Named extends object>(
  before: Named | null,
  after: Named,
  kindByField: Readonly<Partial<Record<keyof Named & string, string>>>,
  world: World,
): void {
  if (world.isReplica) return;
  const errors = Object.entries<string | undefined>(kindByField).flatMap(([field, kind]) => {
    const id = after[field as keyof Named]; // the keys are fields of it
    if (typeof id !== 'string' || id === before?.[field as keyof Named]) return [];
    if (kind && liveOf(world.record(id), kind)) return [];
    return [{ pointer: `#/${field}`, code: 'reference_unknown', detail: `no ${kind} has this id` }];
  });
  if (errors.length > 0) throw new Problem('reference_unknown', 'A referenced record does not exist.', { errors });
}

/** Throws `document_locked` or `document_archived` unless the document is a draft. */
export function requireEditable(document: StoredRecord): void {
  // The status was validated by the document's own schema.
  advance(document.body['status'] as DocumentStatus, 'edit');
}

interface Entry {
  readonly document_id: string;
  readonly photos?: unknown;
}

/**
 * The entry with the SHA-256 of each photo that it names without one, where the server has the file and it is of the document's site: as
 * content it is sealed with the version.
 */
export function withPhotoHashes<Naming extends { readonly photos?: Photos }>(
  entry: Naming,
  document: StoredRecord,
  world: World,
): Naming {
  const photos = entry.photos?.map((named) => {
    const photo = named.sha256 == null ? liveOf(world.record(named.id), 'photo') : undefined;
    const isHere = photo !== undefined && photo.body['site_id'] === document.body['site_id'];
    return isHere ? { ...named, sha256: String(photo.body['sha256']) } : named;
  });
  return photos ? { ...entry, photos } : entry;
}

/** Of a change that was not checked yet. */
export function photoIdsOf({ photos }: Readonly<Partial<Entry>>): readonly string[] {
  const named: readonly unknown[] = Array.isArray(photos) ? photos.slice(0, mostPhotos) : [];
  return named.flatMap((photo) => {
    const id = isJsonObject(photo) ? photo['id'] : null;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Defaults for all kinds of entries: changing one needs an editable document, and counts as an edit of it. */
export const entryOfDocument = {
  replicates: true,
  readingOrder: 'sort_key',
  // The photos of a change: what stays as it is was looked up when it was written.
  reads: (body: Readonly<Partial<Entry>>): Reads => ({ ids: [body.document_id, ...photoIdsOf(body)] }),
  readsColumns: true,
  admitRemoval: (before: Entry, world: World): void => requireEditable(documentOf(world, before.document_id)),
  touches: (body: Entry): string => body.document_id,
  events: ({ before, after, world }: Change<Entry>): readonly DomainEvent[] => {
    const documentId = (after ?? before)?.document_id;
    return documentId ? [documentUpdated(documentId, world.record(documentId)?.body)] : [];
  },
} as const;

export function documentUpdated(documentId: string, document: Body | undefined): DomainEvent {
  return {
    name: 'document.updated',
    resourceId: documentId,
    data: {
      document_id: documentId,
      title: document?.['title'] ?? null,
      reference: document?.['reference'] ?? null,
      version: document?.['version'] ?? null,
      project_id: document?.['project_id'] ?? null,
    },
  };
}

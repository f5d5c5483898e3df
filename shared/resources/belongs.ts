/** Rules that every entry of a document shares: it belongs to one that exists, and that can be edited now. */
import { advance, type DocumentStatus } from '../model/lifecycle.ts';
import { Problem } from '../model/problem.ts';
import { liveOf, type Body, type StoredRecord } from '../model/record.ts';
import type { Change, Reads, World } from '../model/resource.ts';
import type { DomainEvent } from '../model/event.ts';

/** The document that an entry names, or a Problem that points at the field. */
export function documentOf(world: World, documentId: string): StoredRecord {
  return existing(world, documentId, 'document', 'document_id');
}

/** A live record of the kind in the caller's organisation; another organisation's id is simply unknown. */
export function existing(world: World, id: string, kind: string, field: string): StoredRecord {
  const found = liveOf(world.record(id), kind);
  if (found) return found;
  throw new Problem('reference_unknown', `There is no ${kind} with this id.`, {
    errors: [{ pointer: `#/${field}`, code: 'reference_unknown', detail: `no ${kind} has this id` }],
  });
}

/**
 * Throws where `after` names a record that is not there; what `before` named already may stay. For kinds that devices are not sent: a
 * replica cannot tell, so there the server alone judges.
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
  if (errors.length > 0) throw new Problem('reference_unknown', 'A record that is named is not there.', { errors });
}

/** Throws `document_locked` or `document_archived` unless the document is a draft. */
export function requireEditable(document: StoredRecord): void {
  // The status was written by the document's own schema.
  advance(document.body['status'] as DocumentStatus, 'edit');
}

interface Entry {
  readonly document_id: string;
}

/** What all kinds of entries have in common: changing one needs an editable document, and counts as an edit of it. */
export const entryOfDocument = {
  replicates: true,
  readingOrder: 'sort_key',
  reads: (body: Readonly<Partial<Entry>>): Reads => ({ ids: [body.document_id] }),
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

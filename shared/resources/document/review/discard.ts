/**
 * Discards the draft of a next version (contract, Life of a document): the document returns to its approved content, and the draft is kept
 * in a separate record.
 */
import { sameJson } from '../../../crypto/canonical.ts';
import { freshKeys } from '../../../merge/order.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { contentFields } from '../../../model/declared-fields.ts';
import { Problem } from '../../../model/problem.ts';
import type { Body } from '../../../model/record.ts';
import type { ActionOutcome, Draft, EntryResource, World } from '../../../model/resource.ts';
import type { DiscardedDraft } from '../discarded-draft.ts';
import { entryResources } from '../../entry-kinds.ts';
import { documentDeclarations, type Document } from '../shape.ts';
import type { Snapshot } from '../snapshot.ts';

/** `draft` = the snapshot that is discarded. */
export function discarded(
  document: Document,
  draft: Snapshot,
  reason: string | null,
  world: World,
  id: string,
): ActionOutcome<Document> {
  const approved = world
    .children(id, 'version')
    .find(({ body }) => body['version'] === document.current_approved_version);
  if (!approved) throw new Problem('document_not_approved', 'There is no approved version to go back to.');
  const content = objectOf(approved.body['content']);
  const record: DiscardedDraft = {
    document_id: id,
    version: document.version,
    title: document.title,
    content_hash: draft.content_hash,
    content: draft.content as DiscardedDraft['content'], // a snapshot is plain JSON
    editors: [...(document.editors ?? [])],
    reason,
    discarded_by: { id: world.author.id, name: world.author.name },
    discarded_at: world.now,
  };
  return {
    after: { ...document, ...approvedHead(content), status: 'approved', version: document.version - 1, editors: [] },
    also: [
      ...Object.values(entryResources).flatMap((resource) => restored(resource, content, world, id)),
      { kind: 'discarded_draft', id: world.newId(), body: record },
    ],
  };
}

/** Content fields of the document, from the frozen version. */
function approvedHead(content: JsonObject): Partial<Document> {
  const fields = contentFields(documentDeclarations()).map((name) => {
    const empty = documentDeclarations()[name]?.type.safeParse(undefined).data ?? null;
    return [name, content[name] ?? empty];
  });
  return Object.fromEntries(fields) as Partial<Document>; // frozen from a document's own fields
}

/** Restores the frozen entries of a kind and removes entries that the draft added. Unchanged entries are not written. */
function restored(
  { kind, fields, entry: { member } }: EntryResource,
  content: JsonObject,
  world: World,
  id: string,
): Draft[] {
  const live = world.children(id, kind);
  const frozen = listOf(content[member]);
  const kept = live.filter((record) => frozen.some((entry) => entry['id'] === record.id));
  const inOrder = kept.length === frozen.length && kept.every((record, i) => record.id === frozen[i]?.['id']);
  const keys = freshKeys(frozen.length);
  const writes = frozen.flatMap((entry, i): Draft[] => {
    const entryId = String(entry['id']);
    const current = world.record(entryId);
    const before = current?.kind === kind ? current.body : {};
    const body = bodyOf(fields, entry, before, id, inOrder ? before['sort_key'] : keys[i]);
    const isSame = current && !current.deleted && sameJson(body, before);
    return isSame ? [] : [{ kind, id: entryId, body }];
  });
  const removed = live.filter((record) => !kept.includes(record));
  return [...writes, ...removed.map((record) => ({ kind, id: record.id, body: record.body, deleted: true }))];
}

/** Frozen content combined with the record's current bookkeeping, which no snapshot holds. */
function bodyOf(
  fields: EntryResource['fields'],
  entry: JsonObject,
  before: Body,
  documentId: string,
  key: Json | undefined,
): Body {
  const own = Object.entries(fields).flatMap(([name, { content, type }]) => {
    const from = content ? entry : before;
    if (name in from) return [[name, from[name]] as const];
    if (!content) return [];
    // The snapshot omits null, so a field that is null now was null then, or is empty again.
    const empty = before[name] === null ? null : (type.safeParse(undefined).data as Json | undefined);
    return empty === undefined ? [] : [[name, empty] as const];
  });
  return { ...Object.fromEntries(own), document_id: documentId, sort_key: key ?? 'a1' };
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

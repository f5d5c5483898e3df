/**
 * Giving up the draft of a next version (contract, Life of a document): the document stands again as it was approved, from the very
 * content that was frozen then, and the draft is kept on record beside it.
 */
import { sameJson } from '../../../crypto/canonical.ts';
import { freshKeys } from '../../../merge/order.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { Problem } from '../../../model/problem.ts';
import type { Body } from '../../../model/record.ts';
import type { ActionOutcome, Draft, Resource, World } from '../../../model/resource.ts';
import type { DiscardedDraft } from '../discarded-draft.ts';
import type { Document } from '../shape.ts';
import type { Snapshot } from '../../../model/snapshot.ts';

type Kinds = Readonly<Record<'section' | 'hazard' | 'coshh' | 'personnel', Resource>>;

const members = { section: 'sections', hazard: 'hazards', coshh: 'coshh_assessments', personnel: 'personnel' } as const;

/** `draft` = the snapshot of what is given up. */
export function discarded(
  document: Document,
  draft: Snapshot,
  reason: string | null,
  world: World,
  id: string,
  kinds: Kinds,
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
    content: draft.content as DiscardedDraft['content'], // a snapshot is JSON through and through
    editors: [...(document.editors ?? [])],
    reason,
    discarded_by: { id: world.actor.id, name: world.actor.name },
    discarded_at: world.now,
  };
  const { title, reference, project_id, site_id, powra, permit } = content;
  // Frozen from a document's own fields.
  const head = { title, reference, project_id, site_id, powra, permit: permit ?? null } as Partial<Document>;
  return {
    after: { ...document, ...head, status: 'approved', version: document.version - 1, editors: [] },
    also: [
      ...(Object.keys(members) as (keyof Kinds)[]).flatMap((kind) => restored(kind, content, world, id, kinds[kind])), // the keys of that very object
      { kind: 'discarded_draft', id: world.newId(), body: record },
    ],
  };
}

/** The entries of a kind as they were frozen; what the draft added goes. What did not change is not written. */
function restored(kind: keyof Kinds, content: JsonObject, world: World, id: string, resource: Resource): Draft[] {
  const live = world.children(id, kind);
  const frozen = listOf(content[members[kind]]);
  const kept = live.filter((record) => frozen.some((entry) => entry['id'] === record.id));
  const inOrder = kept.length === frozen.length && kept.every((record, i) => record.id === frozen[i]?.['id']);
  const keys = freshKeys(frozen.length);
  const writes = frozen.flatMap((entry, i): Draft[] => {
    const entryId = String(entry['id']);
    const standing = world.record(entryId);
    const before = standing?.kind === kind ? standing.body : {};
    const body = bodyOf(resource, entry, before, id, inOrder ? before['sort_key'] : keys[i]);
    const isSame = standing && !standing.deleted && sameJson(body, before);
    return isSame ? [] : [{ kind, id: entryId, body }];
  });
  const removed = live.filter((record) => !kept.includes(record));
  return [...writes, ...removed.map((record) => ({ kind, id: record.id, body: record.body, deleted: true }))];
}

/** Only fields of the kind; what a snapshot leaves out, such as a mobile number, stays as the record has it. */
function bodyOf(
  { schema }: Resource,
  entry: JsonObject,
  before: Body,
  documentId: string,
  key: Json | undefined,
): Body {
  const fields = Object.keys(schema.shape);
  const left = Object.fromEntries(['mobile'].filter((field) => field in before).map((field) => [field, before[field]]));
  const frozen = Object.fromEntries(fields.filter((field) => field in entry).map((field) => [field, entry[field]]));
  return { ...left, ...frozen, document_id: documentId, sort_key: key ?? 'a1' };
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

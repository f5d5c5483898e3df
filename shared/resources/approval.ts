/** Approval: freezes the content as the next version and supersedes the one before it, in the same change. */
import type { JsonObject } from '../json.ts';
import type { ActionOutcome, Draft, World } from '../resource.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Document } from './document-shape.ts';
import type { Version } from './version.ts';

export function approval(
  document: Document,
  frozen: Snapshot,
  args: JsonObject,
  world: World,
  id: string,
): ActionOutcome<Document> {
  const round = document.review_rounds.at(-1);
  const first = document.current_approved_version === null;
  // The arguments were parsed by the action's own schema.
  const given = args as {
    change_significance?: 'material' | 'minor' | null;
    change_summary?: string | null;
    conditions?: Version['conditions'];
  };
  const significance = first ? null : (given.change_significance ?? 'material');
  const version: Version = {
    document_id: id,
    version: document.version,
    title: document.title,
    reference: document.reference ?? null,
    document_type: document.document_type,
    state: 'current',
    content_hash: frozen.content_hash,
    content: frozen.content as Version['content'], // a snapshot is JSON through and through
    change_significance: significance,
    change_summary: given.change_summary ?? (first ? 'First issue' : null),
    review_code: given.conditions?.length ? 'B' : 'A',
    conditions: given.conditions ?? [],
    submitted_by: round?.submitted_by ?? null,
    submitted_at: round?.submitted_at ?? null,
    approved_by: { id: world.actor.id, name: world.actor.name },
    approved_by_role: world.actor.role,
    approved_at: world.now,
    approval_notes: round?.decision_notes ?? null,
    rebrief_required: significance === 'material',
    review_rounds: document.review_rounds.filter((each) => each.version === document.version).length,
    superseded_at: null,
    superseded_by_version: null,
  };
  const rounds = document.review_rounds.map((each, i) =>
    i === document.review_rounds.length - 1 ? { ...each, change_significance: significance } : each,
  );
  return {
    after: {
      ...document,
      review_rounds: rounds,
      current_approved_version: document.version,
      content_hash: frozen.content_hash,
    },
    also: [...superseded(id, document.version, world), { kind: 'version', id: world.newId(), body: version }],
  };
}

function superseded(id: string, by: number, world: World): Draft[] {
  return world
    .children(id, 'version')
    .filter((record) => record.body['state'] === 'current')
    .map((record) => ({
      kind: 'version',
      id: record.id,
      body: { ...record.body, state: 'superseded', superseded_at: world.now, superseded_by_version: by },
    }));
}

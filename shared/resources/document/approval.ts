/** Approval: freezes the content as the next version and supersedes the one before it, in the same change. */
import type { JsonObject } from '../../base/json.ts';
import type { ActionOutcome, Draft, World } from '../../model/resource.ts';
import type { Done } from './review/imported.ts';
import { hadPartIn } from './review/people.ts';
import { monthsLater } from './review/review-date.ts';
import { requireMinor } from './review/significance.ts';
import type { Snapshot } from './snapshot.ts';
import { approvedOn } from './conditions.ts';
import type { Document } from './shape.ts';
import type { Version } from './version.ts';

const onConditions = 'approved_with_comments';

export function approval(
  document: Document,
  frozen: Snapshot,
  args: JsonObject,
  { by, at, role, importedBy }: Done,
  world: World,
  id: string,
): ActionOutcome<Document> {
  const round = document.review_rounds.at(-1);
  const first = document.current_approved_version === null;
  // Parsed by the schema of the action's arguments.
  const given = args as {
    change_significance?: 'material' | 'minor' | null;
    change_summary?: string | null;
    reason?: string | null;
    conditions?: Version['conditions'];
  };
  const significance = first ? null : (given.change_significance ?? 'material');
  const { change_summary: summary = null, reason = null } = given;
  const current = world.children(id, 'version').find(({ body }) => body['state'] === 'current');
  // The content of a version is a snapshot, by its own schema.
  if (significance === 'minor' && current)
    requireMinor(current.body['content'] as JsonObject, frozen.content, [summary, reason]);
  const due = reviewDate(document, at, world);
  // A record of kind version holds a body of its schema.
  const before = significance === 'minor' && current ? (current.body as unknown as Version) : null;
  const { conditions, open, marks } = approvedOn(given.conditions ?? [], before, document);
  const version: Version = {
    document_id: id,
    version: document.version,
    title: document.title,
    reference: document.reference ?? null,
    document_type: document.document_type,
    state: 'current',
    content_hash: frozen.content_hash,
    content: frozen.content as Version['content'], // a snapshot is plain JSON
    change_significance: significance,
    change_summary: summary ?? (first ? 'First issue' : null),
    decision_reason: reason,
    review_code: conditions.length > 0 ? 'B' : 'A',
    conditions,
    submitted_by: round?.submitted_by ?? null,
    submitted_at: round?.submitted_at ?? null,
    approved_by: by,
    approved_by_role: role,
    approved_at: at,
    imported_by: importedBy,
    imported_at: importedBy && world.now,
    self_approved: importedBy ? null : hadPartIn(document, world),
    approval_notes: round?.decision_notes ?? null,
    review_due_on: due,
    rebrief_required: significance === 'material',
    review_rounds: document.review_rounds.filter((each) => each.version === document.version).length,
    superseded_at: null,
    superseded_by_version: null,
  };
  const rounds = document.review_rounds.map((each, i) =>
    i === document.review_rounds.length - 1
      ? { ...each, change_significance: significance, ...(conditions.length > 0 && { outcome: onConditions }) }
      : each,
  );
  return {
    after: {
      ...document,
      review_due_on: due,
      editors: [],
      review_rounds: rounds,
      current_approved_version: document.version,
      content_hash: frozen.content_hash,
      ...(open.length > 0 || document.conditions_open ? { conditions_open: open } : {}),
      ...(marks.length > 0 && {
        condition_marks: [
          ...(document.condition_marks ?? []),
          ...marks.map((mark) => ({ ...mark, version: document.version })),
        ],
      }),
    },
    also: [...superseded(id, document.version, at, world), { kind: 'version', id: world.newId(), body: version }],
  };
}

/** If the organisation reviews documents of this type at intervals, an approval sets the next review date. */
function reviewDate(
  { document_type, review_due_on: planned }: Document,
  approvedAt: string,
  { settings }: World,
): string | null {
  const months = settings.document_review_interval_months[document_type] ?? 0;
  return months > 0 ? monthsLater(approvedAt, months) : (planned ?? null);
}

function superseded(id: string, by: number, at: string, world: World): Draft[] {
  return world
    .children(id, 'version')
    .filter((record) => record.body['state'] === 'current')
    .map((record) => ({
      kind: 'version',
      id: record.id,
      body: { ...record.body, state: 'superseded', superseded_at: at, superseded_by_version: by },
    }));
}

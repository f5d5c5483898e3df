/** Maps a change of a document to one of the six document events. */
import type { EventName, DomainEvent } from '../../model/event.ts';
import type { Change } from '../../model/resource.ts';
import type { documentActions } from './actions.ts';
import type { conditionActions } from './condition-actions.ts';
import type { reviewReminder } from './review-reminder.ts';
import type { Document } from './shape.ts';

type DocumentAct = keyof typeof documentActions | keyof typeof conditionActions | keyof typeof reviewReminder;

/** Null = no event. */
const eventByAction: Readonly<Record<DocumentAct, EventName | null>> = {
  submit_review: 'document.submitted',
  approve: 'document.approved',
  reject: 'document.rejected',
  withdraw: 'document.updated',
  revise: 'document.updated',
  discard: 'document.updated',
  answer_comment: 'document.updated',
  ask_to_brief: 'document.updated',
  archive: 'document.updated',
  restore: 'document.updated',
  meet_condition: 'document.updated',
  reopen_condition: 'document.updated',
  remind_of_conditions: null,
  remind_of_review: null,
};

export function documentEvents({ id, op, action, after, world }: Change<Document>): readonly DomainEvent[] {
  if (!after) return [];
  const name = action
    ? eventByAction[action as DocumentAct]
    : op === 'create'
      ? 'document.created'
      : 'document.updated'; // one of the document's own
  if (name === null) return [];
  const round = after.review_rounds.at(-1);
  return [
    {
      name,
      resourceId: id,
      data: {
        document_id: id,
        title: after.title,
        reference: after.reference ?? null,
        version: after.version,
        project_id: after.project_id ?? null,
        ...(name === 'document.created'
          ? { document_type: after.document_type, created_by: { id: world.author.id, name: world.author.name } }
          : {}),
        ...(name === 'document.submitted'
          ? { submitted_by: round?.submitted_by ?? null, reviewer_id: round?.reviewer?.id ?? null }
          : {}),
        ...(name === 'document.approved'
          ? { approved_by: round?.decided_by ?? null, content_hash: after.content_hash }
          : {}),
        ...(name === 'document.rejected'
          ? { rejected_by: round?.decided_by ?? null, reason: round?.decision_notes ?? null }
          : {}),
        ...(name === 'document.updated' && action ? { action, status: after.status } : {}),
      },
    },
  ];
}

/** Which of the six document events a change of a document is (interface section 6.1). */
import type { EventName, DomainEvent } from '../../model/event.ts';
import type { Change } from '../../model/resource.ts';
import type { Document } from './shape.ts';

const eventByAction: Readonly<Record<string, EventName>> = {
  submit_review: 'document.submitted',
  approve: 'document.approved',
  reject: 'document.rejected',
};

export function documentHappenings({ id, op, action, after, world }: Change<Document>): readonly DomainEvent[] {
  if (!after || action === 'remind_of_review') return [];
  const name =
    op === 'create' ? 'document.created' : action ? (eventByAction[action] ?? 'document.updated') : 'document.updated';
  const by = { id: world.actor.id, name: world.actor.name };
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
        ...(name === 'document.created' ? { document_type: after.document_type, created_by: by } : {}),
        ...(name === 'document.submitted' ? { submitted_by: by, reviewer_id: round?.reviewer?.id ?? null } : {}),
        ...(name === 'document.approved' ? { approved_by: by, content_hash: after.content_hash } : {}),
        ...(name === 'document.rejected' ? { rejected_by: by, reason: round?.decision_notes ?? null } : {}),
        ...(name === 'document.updated' && action ? { action, status: after.status } : {}),
      },
    },
  ];
}

/** Notice of a conflict: two people changed one field differently. */
import { removal, type FieldConflict } from '../../merge/merge.ts';
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { documentName, wordOf } from './wording.ts';

interface Found {
  readonly document_id: string | null;
  readonly record_kind: string;
  readonly field: string;
  readonly kept: FieldConflict['kept'];
  readonly author: { readonly name: string };
}

export function conflictNotices({ id, op, after, world }: Change<Found>): readonly Notice[] {
  if (op !== 'create' || !after) return [];
  const document = after.document_id === null ? undefined : world.record(after.document_id)?.body;
  const { record_kind: kind, field, kept, author } = after;
  const removed = field === removal;
  return [
    {
      type: 'sync_conflict',
      severity: 'action',
      subject: removed ? `A ${kind} was removed and edited at once` : `Two people changed ${field} of a ${kind}`,
      body: `${document ? `${documentName(document)}. ` : ''}${removed ? 'It stays' : outcomes[kept]}. ${author.name} sent the later change: look at both and resolve the conflict.`,
      resourceType: 'conflict',
      resourceId: id,
      projectId: wordOf(document, 'project_id'),
      to: { permission: 'conflicts:write' },
      dedupeKey: `sync_conflict ${id}`,
    },
  ];
}

const outcomes: Readonly<Record<FieldConflict['kept'], string>> = {
  theirs: 'The earlier value is in force for now',
  mine: 'The later value is in force for now',
  both: 'Both are kept for now',
};

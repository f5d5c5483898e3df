/** Notices about a contractor's submission: invited, submitted, overdue. */
import type { JsonObject } from '../../base/json.ts';
import type { Notice } from '../../model/notice.ts';
import type { Change, World } from '../../model/resource.ts';
import type { Submission } from './shape.ts';
import { paragraphs, wordOf } from '../notices/wording.ts';

type Told = Pick<Notice, 'type' | 'severity' | 'subject' | 'body' | 'dedupeKey'>;

export function submissionNotices({ id, op, action, after, world }: Change<Submission>): readonly Notice[] {
  if (!after) return [];
  const told = toldOf(op === 'create' ? 'invite' : action, id, after, world);
  if (!told) return [];
  const about = { resourceType: 'contractor_submission', resourceId: id, projectId: after.project_id };
  return [{ ...told, ...about, to: { permission: 'contractors:write' } }];
}

function toldOf(what: string | null, id: string, after: Submission, world: World): Told | null {
  const firm = wordOf(bodyOf(world, after.contractor_id), 'name') ?? 'A contractor';
  const project = wordOf(bodyOf(world, after.project_id), 'name') ?? 'a project';
  const wanted = after.required_document_types.map((type) => type.replaceAll('_', ' ')).join(', ');
  const until = after.deadline ? `Due on ${after.deadline}.` : null;
  if (what === 'invite' || what === 'reinvite')
    return {
      type: 'contractor_invited',
      severity: 'info',
      subject: `${firm} was invited to ${project}`,
      body: paragraphs(wanted && `Asked for: ${wanted}.`, until),
      dedupeKey: `contractor_invited ${id} ${after.invited_at}`,
    };
  if (what === 'submit')
    return {
      type: 'contractor_submitted',
      severity: 'action',
      subject: `${firm} has handed in its documents for ${project}`,
      body: paragraphs(
        [...after.documents.map(({ reference }) => reference), ...after.papers.map(({ name }) => name)]
          .filter(Boolean)
          .join('\n'),
        after.notes,
      ),
      dedupeKey: `contractor_submitted ${id} ${after.rounds.length} ${after.submitted_at}`,
    };
  if (what === 'tell_overdue')
    return {
      type: 'contractor_overdue',
      severity: 'action',
      subject: `${firm} has not handed in its documents for ${project}`,
      body: paragraphs(`They were due on ${after.deadline}.`, wanted && `Asked for: ${wanted}.`),
      dedupeKey: `contractor_overdue ${id} ${after.deadline}`,
    };
  return null;
}

function bodyOf(world: World, id: string): JsonObject | undefined {
  return world.record(id)?.body;
}

/**
 * Submissions of contractors: each is invited and then brought to its state in one group of commands, with the times of its file, so
 * it is there whole or not at all (CT15). No e-mail is sent.
 */
import * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Command } from '../../../shared/model/command.ts';
import { submissionSchema } from '../../../shared/resources/submission/shape.ts';
import type { SubmissionMove } from '../../../shared/resources/submission/states.ts';
import { replayOnce, type Loader } from './loader.ts';

export const sampleSubmission = submissionSchema.extend({ id: z.uuid(), contractor_name: z.string() });
type SampleSubmission = z.infer<typeof sampleSubmission>;

/** Must run after the documents that were submitted are loaded. */
export async function loadSubmissions(loader: Loader, submissions: readonly SampleSubmission[]): Promise<void> {
  for (const each of submissions)
    await replayOnce(loader, `submission of ${each.contractor_name}`, `/submissions/${each.id}`, [
      invitation(each),
      ...actions(each),
    ]);
}

function invitation({ id, project_id, contractor_id, ...asked }: SampleSubmission): Command {
  const { required_document_types, instructions = null, deadline = null, invited_at } = asked;
  const set = { project_id, contractor_id, required_document_types, instructions, deadline, invited_at };
  return { op: 'create', kind: 'submission', id, set };
}

function actions(submission: SampleSubmission): readonly Command[] {
  const { id, documents, notes = null, review_code = null, comments, accepted_at: acceptedAt } = submission;
  const act = (action: SubmissionMove, args: JsonObject = {}): Command => ({
    op: 'act',
    kind: 'submission',
    id,
    action,
    args,
  });
  const accept = act('accept', { at: acceptedAt });
  const submitted = documents.map(({ document_id, version = null }) => ({ document_id, version }));
  const submit = [accept, act('submit', { documents: submitted, notes, at: submission.submitted_at })];
  const underReview = [...submit, act('begin_review')];
  const reviewed = [
    ...underReview,
    act('review', { review_code, comments: [...comments], at: submission.reviewed_at }),
  ];
  const accepted = acceptedAt ? [accept] : [];
  const commandsByStatus: Readonly<Record<SampleSubmission['status'], readonly Command[]>> = {
    invited: [],
    // Overdue follows from the deadline.
    overdue: accepted,
    accepted: [accept],
    in_progress: [accept, act('start')],
    submitted: submit,
    under_review: underReview,
    amendments_requested: reviewed,
    approved: reviewed,
    approved_with_comments: reviewed,
    withdrawn: [...accepted, act('withdraw')],
    removed: [act('remove')],
  };
  return commandsByStatus[submission.status];
}

/**
 * Submissions of contractors: each is invited and then brought to its state, with the times of its file (CT15). No e-mail is sent.
 */
import * as z from 'zod';
import { submissionSchema } from '../../../shared/resources/submission/shape.ts';
import type { SubmissionMove } from '../../../shared/resources/submission/states.ts';
import type { History } from './loader.ts';

export const sampleSubmission = submissionSchema().extend({ id: z.uuid(), contractor_name: z.string() });
type SampleSubmission = z.infer<typeof sampleSubmission>;
type Act = readonly [action: SubmissionMove, args: object];

/** Must be replayed after the documents that were submitted are loaded. */
export function submissionHistory(submission: SampleSubmission): History {
  const { id, project_id, contractor_id, required_document_types, instructions, deadline, invited_at } = submission;
  const set = { project_id, contractor_id, required_document_types, instructions, deadline, invited_at };
  return { kind: 'submission', id, set, acts: actsOf(submission) };
}

function actsOf({ documents, notes, review_code, comments, ...submission }: SampleSubmission): readonly Act[] {
  const accept: Act = ['accept', { at: submission.accepted_at }];
  const accepted = submission.accepted_at ? [accept] : [];
  const submitted = documents.map(({ document_id, version = null }) => ({ document_id, version }));
  const submit: readonly Act[] = [accept, ['submit', { documents: submitted, notes, at: submission.submitted_at }]];
  const underReview: readonly Act[] = [...submit, ['begin_review', {}]];
  const reviewed: readonly Act[] = [...underReview, ['review', { review_code, comments, at: submission.reviewed_at }]];
  const actsByStatus: Readonly<Record<SampleSubmission['status'], readonly Act[]>> = {
    invited: [],
    // Overdue follows from the deadline.
    overdue: accepted,
    accepted: [accept],
    in_progress: [accept, ['start', {}]],
    submitted: submit,
    under_review: underReview,
    amendments_requested: reviewed,
    approved: reviewed,
    approved_with_comments: reviewed,
    withdrawn: [...accepted, ['withdraw', {}]],
    removed: [['remove', {}]],
  };
  return actsByStatus[submission.status];
}

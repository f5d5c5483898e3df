/**
 * The life cycle of a submission as a total table (contract, Contractors, CT4): every state answers every action, and a missing cell is a
 * compile error. `overdue` is computed on read and never stored: it allows what the stored state allows.
 */
import { Problem } from '../../model/problem.ts';

export const submissionStatuses = [
  'invited',
  'accepted',
  'in_progress',
  'submitted',
  'under_review',
  'amendments_requested',
  'approved',
  'approved_with_comments',
  'overdue',
  'withdrawn',
  'removed',
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** `overdue` is only shown. */
export const storedStatuses = submissionStatuses.filter((status) => status !== 'overdue');

export const submissionMoves = [
  'accept',
  'start',
  'submit',
  'begin_review',
  'review',
  'withdraw',
  'remove',
  'reinvite',
] as const;
export type SubmissionMove = (typeof submissionMoves)[number];

/** `by_code`: the review code selects one of three. Absent = refused. */
type Row = { readonly [Move in SubmissionMove]: SubmissionStatus | 'by_code' | null };

const refused = Object.fromEntries(submissionMoves.map((move) => [move, null])) as Record<SubmissionMove, null>; // of all moves
const none: Row = { ...refused, remove: 'removed' };
const invited: Row = { ...none, accept: 'accepted', withdraw: 'withdrawn' };

const table: Readonly<Record<SubmissionStatus, Row>> = {
  invited,
  overdue: invited,
  accepted: { ...none, start: 'in_progress', submit: 'submitted', withdraw: 'withdrawn' },
  in_progress: { ...none, submit: 'submitted', withdraw: 'withdrawn' },
  submitted: { ...none, begin_review: 'under_review', withdraw: 'withdrawn' },
  under_review: { ...none, review: 'by_code', withdraw: 'withdrawn' },
  amendments_requested: { ...none, start: 'in_progress', submit: 'submitted', withdraw: 'withdrawn' },
  approved_with_comments: { ...none, start: 'in_progress', submit: 'submitted' },
  approved: none,
  withdrawn: { ...none, reinvite: 'invited' },
  removed: { ...none, remove: null, reinvite: 'invited' },
};

const byCode = { A: 'approved', B: 'approved_with_comments', C: 'amendments_requested' } as const;
export type ReviewCode = keyof typeof byCode;

/** The possible actions in this state. */
export function allowedMoves(from: SubmissionStatus): SubmissionMove[] {
  return submissionMoves.filter((move) => table[from][move] !== null);
}

/** The state that the action leads to; throws `invalid_transition` with the current state and the possible actions. */
export function advanceSubmission(
  from: SubmissionStatus,
  move: Exclude<SubmissionMove, 'review'>,
): Exclude<SubmissionStatus, 'overdue'>;
export function advanceSubmission(
  from: SubmissionStatus,
  move: 'review',
  code: ReviewCode,
): Exclude<SubmissionStatus, 'overdue'>;
export function advanceSubmission(from: SubmissionStatus, move: SubmissionMove, code: ReviewCode = 'C') {
  const to = table[from][move];
  if (to !== null) return to === 'by_code' ? byCode[code] : to;
  const [state, verb] = [from, move].map((name) => name.replaceAll('_', ' '));
  throw new Problem('invalid_transition', `A submission that is ${state} does not take “${verb}”.`, {
    members: { from, action: move, allowed: allowedMoves(from) },
  });
}

const waiting: readonly SubmissionStatus[] = ['invited', 'accepted', 'in_progress', 'amendments_requested'];

/** States in which the contractor has to act, and may be late. */
export function awaitsContractor(status: SubmissionStatus): boolean {
  return waiting.includes(status);
}

interface Timed {
  readonly status: SubmissionStatus;
  readonly deadline?: string | null | undefined;
  readonly deadline_met?: string | null | undefined;
}

/** Whether a deadline is pending: a submission is due, and nothing was submitted for it yet. */
export function mayMissDeadline({ status, deadline, deadline_met }: Timed): boolean {
  return awaitsContractor(status) && Boolean(deadline) && deadline !== deadline_met;
}

/** The status as shown at `now` (RFC 3339); the deadline is the last day that is in time. */
export function submissionStatusAt(submission: Timed, now: string): SubmissionStatus {
  const { status, deadline } = submission;
  return deadline && mayMissDeadline(submission) && now.slice(0, 10) > deadline ? 'overdue' : status;
}

/** The life of a submission as a table (contract, Contractors, CT4), and how it reads when its deadline has passed. */
import { expect, test } from 'vitest';
import { Problem } from '../../shared/model/problem.ts';
import enums from '../../shared/reference/enums.json' with { type: 'json' };
import {
  advanceSubmission,
  allowedMoves,
  submissionMoves,
  submissionStatuses,
  submissionStatusAt,
} from '../../shared/resources/submission/states.ts';

const possible: Readonly<Record<(typeof submissionStatuses)[number], readonly string[]>> = {
  invited: ['accept', 'withdraw', 'remove'],
  overdue: ['accept', 'withdraw', 'remove'],
  accepted: ['start', 'submit', 'withdraw', 'remove'],
  in_progress: ['submit', 'withdraw', 'remove'],
  submitted: ['begin_review', 'withdraw', 'remove'],
  under_review: ['review', 'withdraw', 'remove'],
  amendments_requested: ['start', 'submit', 'withdraw', 'remove'],
  approved_with_comments: ['start', 'submit', 'remove'],
  approved: ['remove'],
  withdrawn: ['remove', 'reinvite'],
  removed: ['reinvite'],
};

test('[CT4] each state accepts exactly the actions of its row', () => {
  expect([...submissionStatuses]).toEqual(enums.contractor_submission_status);
  for (const from of submissionStatuses) {
    expect(allowedMoves(from)).toEqual(possible[from]);
    const taken = submissionMoves.filter(
      (move) => outcome(from, move) !== `refused in ${from}: ${possible[from].join()}`,
    );
    expect([from, taken]).toEqual([from, possible[from]]);
  }
});

/** The state that it leads to, or what the refusal says. */
function outcome(from: (typeof submissionStatuses)[number], move: (typeof submissionMoves)[number]): string {
  try {
    return move === 'review' ? advanceSubmission(from, move, 'A') : advanceSubmission(from, move);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_transition') throw error;
    return `refused in ${String(error.members['from'])}: ${String(error.members['allowed'])}`;
  }
}

test('[CT6] the review code is A accepted, B accepted with comments, C not accepted', () => {
  const codes = ['A', 'B', 'C'] as const;
  expect(codes.map((code) => advanceSubmission('under_review', 'review', code))).toEqual([
    'approved',
    'approved_with_comments',
    'amendments_requested',
  ]);
});

test('[CT8] a submission is overdue from the day after its deadline', () => {
  const on = (status: (typeof submissionStatuses)[number], day: string): string =>
    submissionStatusAt({ status, deadline: '2026-11-22' }, `${day}T12:00:00.000Z`);
  const owing = submissionStatuses.filter((status) => on(status, '2026-11-23') === 'overdue' && status !== 'overdue');
  expect(owing).toEqual(['invited', 'accepted', 'in_progress', 'amendments_requested']);
  expect(on('invited', '2026-11-22')).toBe('invited');
  // What was handed in by the deadline has met it, whatever becomes of it; another deadline is another matter.
  const amended = { status: 'amendments_requested', deadline: '2026-11-22' } as const;
  expect(submissionStatusAt({ ...amended, deadline_met: '2026-11-22' }, '2026-12-01T00:00:00.000Z')).toBe(
    amended.status,
  );
  expect(submissionStatusAt({ ...amended, deadline_met: '2026-11-01' }, '2026-12-01T00:00:00.000Z')).toBe('overdue');
  expect(submissionStatusAt({ status: 'invited', deadline: null }, '2099-01-01T00:00:00.000Z')).toBe('invited');
});

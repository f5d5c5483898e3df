/**
 * The life cycle of a document as a total table (contract rules LC1 to LC5): every state answers every action, and a
 * missing cell is a compile error. A refused action lists the possible ones.
 */
import { Problem, type ProblemCode } from './problem.ts';

export const documentStatuses = ['draft', 'pending_review', 'approved', 'archived'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const documentActions = [
  'submit_review',
  'withdraw',
  'approve',
  'reject',
  'revise',
  'discard',
  'archive',
  'restore',
] as const;
export type DocumentAction = (typeof documentActions)[number];

/** Editing, signing and replying to a reviewer change no state, but the table answers for them too. */
type Move = DocumentAction | 'edit' | 'sign' | 'answer';

/** `previous` = the status before archiving; a code = refused. */
type Answer = { readonly to: DocumentStatus | 'previous' } | { readonly refuse: ProblemCode };

const no = { refuse: 'invalid_transition' } as const;
const locked = { refuse: 'document_locked' } as const;
const archived = { refuse: 'document_archived' } as const;

const none = Object.fromEntries(documentActions.map((action) => [action, no])) as Record<DocumentAction, typeof no>; // of all actions

/** Signing needs an approved version, not an approved status: version 1 stays signable while version 2 is a draft. */
const table: Readonly<Record<DocumentStatus, Readonly<Record<Move, Answer>>>> = {
  draft: {
    ...none,
    edit: { to: 'draft' },
    sign: { to: 'draft' },
    answer: { to: 'draft' },
    submit_review: { to: 'pending_review' },
    // Back to the approved version; a draft without one is archived instead.
    discard: { to: 'approved' },
    archive: { to: 'archived' },
  },
  pending_review: {
    ...none,
    edit: locked,
    sign: { to: 'pending_review' },
    answer: { to: 'pending_review' },
    withdraw: { to: 'draft' },
    approve: { to: 'approved' },
    reject: { to: 'draft' },
  },
  approved: {
    ...none,
    edit: locked,
    sign: { to: 'approved' },
    answer: locked,
    revise: { to: 'draft' },
    archive: { to: 'archived' },
  },
  archived: { ...none, edit: archived, sign: { to: 'archived' }, answer: archived, restore: { to: 'previous' } },
};

/**
 * The state that the action leads to; throws a Problem that names the current state and the possible actions. A draft can only be discarded
 * if an earlier version was approved.
 */
export function advance(from: DocumentStatus, move: Move, wasApproved = true): DocumentStatus | 'previous' {
  const answers = { ...table[from], ...(wasApproved ? {} : { discard: no }) };
  const answer: Answer = answers[move];
  if ('to' in answer) return answer.to;
  const allowed = documentActions.filter((action) => 'to' in answers[action]);
  const verb = move.replaceAll('_', ' ');
  const details: Partial<Record<ProblemCode, string>> = {
    document_locked: `A document that is ${from.replaceAll('_', ' ')} cannot be edited.`,
    document_archived: 'An archived document cannot be edited.',
  };
  throw new Problem(
    answer.refuse,
    details[answer.refuse] ?? `A document that is ${from.replaceAll('_', ' ')} does not take “${verb}”.`,
    {
      members: { from, action: move, allowed },
    },
  );
}

/** The life of a document: every state answers every action, with the next state or with what is possible instead. */
import { describe, expect, test } from 'vitest';
import {
  advance,
  documentActions,
  documentStatuses,
  type DocumentAction,
  type DocumentStatus,
} from '../../shared/model/lifecycle.ts';
import { Problem } from '../../shared/model/problem.ts';

const moves: Readonly<Record<DocumentStatus, Partial<Record<DocumentAction, DocumentStatus | 'previous'>>>> = {
  draft: { submit_review: 'pending_review', discard: 'approved', archive: 'archived' },
  pending_review: { withdraw: 'draft', approve: 'approved', reject: 'draft' },
  approved: { revise: 'draft', archive: 'archived' },
  archived: { restore: 'previous' },
};

function outcome(from: DocumentStatus, action: DocumentAction | 'edit' | 'sign'): unknown {
  const found = refusal(from, action);
  return found instanceof Problem ? found.code : found;
}

describe.each(documentStatuses)('a document that is %s', (from) => {
  test.each(documentActions)('[LC1] takes an action of its row, and refuses every other: %s', (action) => {
    expect(outcome(from, action)).toBe(moves[from][action] ?? 'invalid_transition');
  });

  test('[LC2] is edited as a draft only', () => {
    const locked = from === 'archived' ? 'document_archived' : 'document_locked';
    expect(outcome(from, 'edit')).toBe(from === 'draft' ? 'draft' : locked);
  });

  test('[LC3] names, where it refuses, the present state and the actions that are possible', () => {
    const impossible = documentActions.find((action) => !(action in moves[from])) ?? 'revise';
    const allowed = documentActions.filter((action) => action in moves[from]);
    expect(refusal(from, impossible)).toMatchObject({ members: { from, action: impossible, allowed } });
  });
});

function refusal(from: DocumentStatus, action: DocumentAction | 'edit' | 'sign'): unknown {
  try {
    return advance(from, action);
  } catch (error) {
    return error;
  }
}

test('[RV16] a draft without an approved version cannot be discarded, and is not said to be', () => {
  expect(() => advance('draft', 'discard', false)).toThrow(
    expect.objectContaining({
      code: 'invalid_transition',
      members: expect.objectContaining({ allowed: ['submit_review', 'archive'] }),
    }),
  );
});

/** A reviewer's comments and their state (contract, Review and strictness): each is replied to or resolved. */
import { Problem } from '../../../model/problem.ts';
import type { World } from '../../../model/resource.ts';
import type { Document, ReviewRound } from '../shape.ts';

/** Unanswered comments of the last rejection, with their places in the document as shown. */
export function openComments({ review_rounds: rounds }: Document): { pointer: string; text: string }[] {
  const last = rounds.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'withdrawn_by_author');
  const round = rounds[last];
  if (round?.outcome !== 'amendments_requested') return [];
  return round.comments.flatMap(({ status, reply, text }, i) =>
    status === 'resolved' || reply
      ? []
      : [{ pointer: `#/review_rounds/${last}/comments/${i}`, text: text.slice(0, 160) }],
  );
}

/** A reason without comments counts as one comment on the whole document. */
export function commentsOf(
  given: ReviewRound['comments'],
  reason: string | null,
  newId: () => string,
): ReviewRound['comments'] {
  const comments =
    given.length > 0 || reason === null
      ? given
      : [{ severity: 'must_fix' as const, text: reason, status: 'open' as const }];
  return comments.map((comment) => ({ ...comment, id: comment.id ?? newId() }));
}

/** Throws `not_found` if no comment has the id. The comment's text never changes. */
export function answered(
  document: Document,
  commentId: string,
  { reply, resolved }: { readonly reply: string | null; readonly resolved: boolean | null },
  { actor, now }: Pick<World, 'actor' | 'now'>,
): Document {
  let found = false;
  const review_rounds = document.review_rounds.map((round) => ({
    ...round,
    comments: (round.comments ?? []).map((comment) => {
      if (comment.id !== commentId) return comment;
      found = true;
      return {
        ...comment,
        reply: reply ?? comment.reply ?? null,
        status: resolved === null ? comment.status : resolved ? ('resolved' as const) : ('open' as const),
        answered_by: { id: actor.id, name: actor.name },
        answered_at: now,
      };
    }),
  }));
  if (!found) throw new Problem('not_found', 'There is no review comment with this id.');
  return { ...document, review_rounds };
}

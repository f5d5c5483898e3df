/** A reviewer's comments and their state (contract, Review and strictness): each is replied to or resolved. */
import { Problem } from '../../../model/problem.ts';
import type { World } from '../../../model/resource.ts';
import { invalid } from '../../../model/validation.ts';
import { mostReplies, type Document, type ReviewRound } from '../shape.ts';
import { isAnswered } from './is-answered.ts';

type Comment = ReviewRound['comments'][number];

/** Unanswered comments of the last rejection, with their places in the document as shown. */
export function openComments({ review_rounds: rounds }: Document): { pointer: string; text: string }[] {
  const last = rounds.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'withdrawn_by_author');
  const round = rounds[last];
  if (round?.outcome !== 'amendments_requested') return [];
  return round.comments.flatMap(({ text, ...comment }, i) =>
    isAnswered(comment) ? [] : [{ pointer: `#/review_rounds/${last}/comments/${i}`, text: text.slice(0, 160) }],
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

/** Adds a reply to those that the comment has. Throws `not_found` if no comment has the id. */
export function answered(
  document: Document,
  commentId: string,
  { reply, resolved }: { readonly reply: string | null; readonly resolved: boolean | null },
  { author, now }: Pick<World, 'author' | 'now'>,
): Document {
  let found = false;
  const added = { by: { id: author.id, name: author.name }, at: now, text: reply, resolved };
  const review_rounds = document.review_rounds.map((round) => ({
    ...round,
    comments: (round.comments ?? []).map((comment) => {
      if (comment.id !== commentId) return comment;
      found = true;
      return withReply(comment, added);
    }),
  }));
  if (!found) throw new Problem('not_found', 'There is no review comment with this id.');
  return { ...document, review_rounds };
}

function withReply(comment: Comment, added: NonNullable<Comment['replies']>[number]): Comment {
  if (added.text === null && added.resolved === null) return comment;
  const replies = [...(comment.replies ?? []), added];
  if (replies.length > mostReplies)
    throw invalid([{ pointer: '#/reply', code: 'too_big', detail: `a comment has at most ${mostReplies} replies` }]);
  const status = added.resolved === null ? comment.status : added.resolved ? 'resolved' : 'open';
  return { ...comment, replies, status };
}

/** When a reviewer's comment counts as answered: for the compliance of a draft and for the office's editor. */
import type { ReviewRound } from '../shape.ts';

type Comment = ReviewRound['comments'][number];

export function isAnswered({ status, replies = [] }: Pick<Comment, 'status' | 'replies'>): boolean {
  return status === 'resolved' || replies.some(({ text }) => text);
}

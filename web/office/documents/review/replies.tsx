/** Every reply to a reviewer's comment, oldest first, each with who gave it and when. */
import { Tag } from '../../../ui/tag.tsx';
import { atTime } from '../../base/times.ts';
import type { Comment } from './comments-at.ts';

export function Replies({ comment: { replies = [] } }: { readonly comment: Comment }) {
  return (
    <>
      {replies.map(({ by, at, text, resolved }, i) => (
        <div key={`${at} ${i}`}>
          <p class="second">
            <b>{by.name}</b> {atTime(at)} {resolved === true && <Tag tone="safe">Mended</Tag>}
            {resolved === false && <Tag tone="care">Open again</Tag>}
          </p>
          {text && <p class="running">{text}</p>}
        </div>
      ))}
    </>
  );
}

/** A reviewer's comments at the place that they are about, with the author's answer: a reply, or that it is done. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { asWords } from '../../../ui/status.ts';
import type { Rest } from '../../base/attempt.ts';
import { Form } from '../../frame/form.tsx';
import { Replies } from '../review/replies.tsx';
import { isOpen, type Comment } from '../review/comments-at.ts';

type Answer = NonNullable<Parameters<Rest['answerReviewComment']>[0]['body']>;

export interface Answering {
  readonly comments: readonly Comment[];
  readonly answer: (comment: string, answer: Answer) => Promise<boolean>;
  /** What it is about, where that is not around it. */
  readonly placeOf?: (comment: Comment) => string | null;
}

/** How many wait for an answer, for the closed entry. */
export function CommentMark({ comments }: Pick<Answering, 'comments'>) {
  const open = comments.filter(isOpen).length;
  if (comments.length === 0) return null;
  if (open === 0) return <Tag tone="safe">Comments answered</Tag>;
  return <Tag tone="care">{open === 1 ? '1 comment' : `${open} comments`}</Tag>;
}

export function Comments({ comments, answer, placeOf }: Answering) {
  return (
    <>
      {comments.map((comment) => (
        <OneComment
          answer={answer}
          comment={comment}
          key={comment.id ?? comment.text}
          place={placeOf?.(comment) ?? null}
        />
      ))}
    </>
  );
}

function OneComment({
  comment,
  answer,
  place,
}: Pick<Answering, 'answer'> & { readonly comment: Comment; readonly place: string | null }) {
  const { id = '', text, severity, status } = comment;
  const [written, setWritten] = useState('');
  const isDone = status === 'resolved';
  const send = async (button: string): Promise<boolean> => {
    const reply = written.trim() ? { reply: written.trim() } : {};
    const isTaken = await answer(id, button === 'mended' ? { resolved: true, ...reply } : reply);
    if (isTaken) setWritten('');
    return isTaken;
  };
  return (
    <div aria-label="Comment of the reviewer" class={`notice soft-${isDone ? 'safe' : 'care'}`} role="group">
      <Icon name="message-square" size={20} />
      <div>
        <b>{isDone ? 'Resolved' : asWords(severity)}</b>
        {place !== null && <p class="second">About {place}</p>}
        <p class="running">{text}</p>
        <Replies comment={comment} />
      </div>
      {(!isDone || written !== '') && (
        <Form class="form" save={send}>
          <TextField label="Answer" name="reply" onInput={setWritten} optional rows={2} value={written} />
          <span class="choices">
            <Button icon="check" small type="submit" value="mended">
              It is mended
            </Button>
            <Button disabled={written.trim() === ''} small type="submit" value="answer">
              Answer only
            </Button>
          </span>
        </Form>
      )}
    </div>
  );
}

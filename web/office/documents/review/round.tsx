/** One round of review: who submitted, what was decided, and the comments. */
import { Panel } from '../../../ui/panel.tsx';
import { asWords } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import { atTime } from '../../base/times.ts';
import { Replies } from './replies.tsx';
import { placeName, placeOf, type Comment } from './comments-at.ts';
import type { DocumentPart } from '../part.ts';

export function Round({
  round,
  document,
}: {
  readonly round: DocumentPart['document']['review_rounds'][number];
  readonly document: DocumentPart['document'];
}) {
  const { version, submitted_by, submitted_at, submission_notes, outcome, decided_by, decided_at, decision_notes } =
    round;
  return (
    <Panel title={`Round ${round.round}, version ${version}`}>
      <div class="pad form">
        <p class="second">
          <b>{submitted_by.name}</b> submitted it {atTime(submitted_at)}
        </p>
        {submission_notes && <p>“{submission_notes}”</p>}
        {outcome && decided_at && (
          <p class="second">
            <Tag tone={outcome.startsWith('approved') ? 'safe' : 'care'}>{asWords(outcome)}</Tag> {decided_by?.name}{' '}
            {atTime(decided_at)}
          </p>
        )}
        {decision_notes && <p>“{decision_notes}”</p>}
        {round.comments.map((comment) => (
          <RoundComment comment={comment} document={document} key={comment.id ?? comment.text} />
        ))}
      </div>
    </Panel>
  );
}

function RoundComment({
  comment,
  document,
}: {
  readonly comment: Comment;
  readonly document: DocumentPart['document'];
}) {
  const { text, severity, status } = comment;
  const [place, id] = [placeName(comment, document), placeOf(comment)];
  const isLink = place?.isThere && document.status === 'draft';
  return (
    <section>
      {place && (
        <h3>{isLink ? <a href={`/office/documents/${document.id}/edit?entry=${id}`}>{place.name}</a> : place.name}</h3>
      )}
      <p>{text}</p>
      <Replies comment={comment} />
      <Tag tone={status === 'resolved' ? 'safe' : severity === 'must_fix' ? 'stop' : 'care'}>
        {status === 'resolved' ? 'Resolved' : asWords(severity)}
      </Tag>
    </section>
  );
}

/** What a contractor has handed in for one project, and the review of it: accepted, accepted with comments, or changes asked for. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useMay } from '../base/me.ts';
import type { Rest } from '../base/attempt.ts';
import { atTime, onDay } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { linesOf } from '../documents/edit/rows.ts';
import { Form } from '../frame/form.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { Steps } from './steps.tsx';
import { submissionTones } from './submissions.tsx';

type Read = Awaited<ReturnType<Rest['getSubmission']>>;
type Code = 'A' | 'B' | 'C';

interface Props {
  readonly submission: Read;
  readonly again: () => void;
}

export function Submission({ submission, project, again }: Props & { readonly project: string }) {
  const { status, documents, papers, missing_document_types: missing, deadline, notes, submitted_at: at } = submission;
  return (
    <Panel
      actions={<Tag tone={submissionTones[status] ?? 'plain'}>{asWords(status)}</Tag>}
      part={submission.id}
      title={project}
    >
      <Facts
        facts={[
          ['Asked for', submission.required_document_types.map(asWords).join(', ')],
          ['Until', deadline && onDay(deadline)],
          ['Instructions', submission.instructions],
          ['Missing', missing.map(asWords).join(', ')],
          ['Handed in', at && [atTime(at), submission.submitted_by?.name].filter(Boolean).join(', ')],
          ['Their notes', notes],
          ['Why it ended', submission.closing_reason],
        ]}
      />
      {documents.length + papers.length > 0 && (
        <ul class="rows">
          {documents.map(({ document_id: id, reference, version, document_type: type, status: state }) => (
            <li key={id}>
              <span class="main">
                <a class="title" href={`/office/documents/${id}`}>
                  {type ? asWords(type) : 'Document'}
                </a>
                <span class="second">
                  <span class="code">{reference}</span> {version && `v${version}`}
                </span>
              </span>
              {state && <Tag>{asWords(state)}</Tag>}
            </li>
          ))}
          {papers.map(({ name, reference, note }) => (
            <li key={name}>
              <span class="main">
                <b class="title">{name}</b>
                <span class="second">{[reference, note, 'on paper or by e-mail'].filter(Boolean).join(' · ')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Rounds submission={submission} />
      <Decide again={again} submission={submission} />
      <Steps again={again} project={project} submission={submission} />
    </Panel>
  );
}

const codes: Readonly<Record<Code, string>> = { A: 'Accepted', B: 'Accepted with comments', C: 'Changes asked for' };

function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text);
}

function Rounds({ submission: { rounds } }: Pick<Props, 'submission'>) {
  if (rounds.length === 0) return null;
  return (
    <ul class="rows">
      {rounds.toReversed().map(({ reviewed_at, reviewed_by, review_code, comments }) => (
        <li key={reviewed_at}>
          <span class="main">
            <b class="title">{codes[review_code]}</b>
            <span class="second">
              {reviewed_by.name}, {atTime(reviewed_at)}
            </span>
            {comments.map((comment) => (
              <p key={comment}>“{comment}”</p>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Decide({ submission: { id, status, revision }, again }: Props) {
  const [comments, setComments] = useState('');
  const [isMissing, setMissing] = useState(false);
  const work = useWork();
  const mayBegin = useMay('contractors:write');
  const mayReview = useMay('documents:approve');
  const take = (words: string, call: (attempt: Rest) => Promise<unknown>): Promise<boolean> =>
    work.isTaken(async (attempt) => {
      await call(attempt);
      setComments('');
      tell(words);
      again();
    });
  if (status === 'submitted' && mayBegin)
    return (
      <div class="pad form">
        <Refusal of={work} />
        <div class="choices">
          <Button
            busy={work.isBusy}
            key="begin"
            look="act"
            onClick={() =>
              take('The review has begun.', (attempt) =>
                attempt.beginSubmissionReview({ submission: id, ifRevision: revision, body: {} }),
              )
            }
          >
            Begin the review
          </Button>
        </div>
      </div>
    );
  // Somebody else may decide meanwhile: what was written stays to be read.
  if ((status !== 'under_review' || !mayReview) && !comments.trim()) return null;
  const review = (code: string): Promise<boolean> | false => {
    const lines = linesOf(comments);
    const lacksWords = code !== 'A' && lines.length === 0;
    setMissing(lacksWords);
    if (lacksWords || !isCode(code)) return false;
    const body = { review_code: code, comments: lines };
    return take(`${codes[code]}.`, (attempt) =>
      attempt.reviewSubmission({ submission: id, ifRevision: revision, body }),
    );
  };
  return (
    <Form class="pad form" of={work} save={review}>
      <TextField
        error={isMissing && !comments.trim() ? 'Say what has to change, or what to mind.' : undefined}
        help="One a line."
        label="Comments to the contractor"
        name="comments"
        onInput={setComments}
        optional={!isMissing}
        rows={3}
        value={comments}
      />
      <div class="choices">
        <Button busy={work.isBusy} icon="check" look="safe" type="submit" value="A">
          Accept
        </Button>
        <Button busy={work.isBusy} type="submit" value="B">
          Accept with comments
        </Button>
        <Button busy={work.isBusy} type="submit" value="C">
          Ask for changes
        </Button>
      </div>
      <p class="second">Accepting does not relieve the contractor of any duty.</p>
    </Form>
  );
}

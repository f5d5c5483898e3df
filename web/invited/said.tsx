/** What is said of an invitation: what came of it so far, what is asked for, and what was sent. */
import { Facts } from '../ui/facts.tsx';
import type { Tone } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { asWords } from '../ui/status.ts';
import type { Invitation } from './server.ts';

interface Props {
  readonly of: Invitation;
}

/** "18 December 2026": read on paper and by people who answer months later. */
export function onDay(text: string): string {
  // A day alone is that day wherever its reader is.
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(date);
}

export function Outcome({ of }: Props) {
  const { status, comments } = of;
  const [tone, words] = outcomes[status]?.(of) ?? [];
  if (!tone) return null;
  const isOfNow = status === 'amendments_requested' || status === 'approved_with_comments';
  return (
    <Notice details={isOfNow ? comments : []} tone={tone}>
      {words}
    </Notice>
  );
}

/** By the status; the others say nothing that the page does not say already. */
const outcomes: Readonly<Record<string, (of: Invitation) => readonly [Tone, string]>> = {
  overdue: ({ deadline }) => [
    'care',
    `This was due on ${deadline ? onDay(deadline) : 'an earlier day'}. You can still answer.`,
  ],
  submitted: ({ organisation_name: firm }) => ['act', `Sent. ${firm} has not begun to look at it yet.`],
  under_review: ({ organisation_name: firm }) => ['act', `${firm} is looking at what you sent.`],
  amendments_requested: ({ organisation_name: firm }) => [
    'care',
    `${firm} asks for changes. Change what is said here, and send it again.`,
  ],
  approved: ({ organisation_name: firm }) => ['safe', `${firm} has accepted what you sent. Nothing more is needed.`],
  approved_with_comments: ({ organisation_name: firm }) => [
    'safe',
    `${firm} has accepted what you sent, with comments:`,
  ],
  withdrawn: ({ organisation_name: firm, withdrawn_at: at }) => [
    'plain',
    `You declined this${at ? ` on ${onDay(at)}` : ''}. If that was a mistake, ask ${firm} to invite you again.`,
  ],
};

export function Asked({ of }: Props) {
  const { project, required_document_types: types, deadline, instructions, expires_at: until } = of;
  const lasts = [project.start_date, project.end_date].map((day) => (day ? onDay(day) : '…')).join(' to ');
  return (
    <Panel title="What is asked for">
      <Facts
        facts={[
          ['Project', [project.name, project.reference].filter(Boolean).join(', ')],
          ['Work on site', (project.start_date || project.end_date) && lasts],
          ['Documents', types.length > 0 ? types.map(asWords).join(', ') : 'No particular ones were named.'],
          ['Until', deadline ? onDay(deadline) : 'No day was named.'],
          ['They say', instructions && <span class="lines">{instructions}</span>],
          ['This page works until', onDay(until)],
        ]}
      />
    </Panel>
  );
}

export function Sent({ of: { documents, papers, notes, submitted_at: at, missing_document_types: missing } }: Props) {
  if (!at) return null;
  return (
    <Panel title="What you sent">
      <Facts
        facts={[
          ['Sent on', onDay(at)],
          ['Not sent', missing.map(asWords).join(', ')],
          ['Your message', notes && <span class="lines">{notes}</span>],
        ]}
      />
      <ul class="rows">
        {documents.map(({ document_id: id, reference, version, document_type: type }) => (
          <li key={id}>
            <span class="main">
              <b class="title">{type ? asWords(type) : 'Document'}</b>
              <span class="second">{[reference, version && `version ${version}`].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
        {papers.map(({ name, reference, note, document_type: type }, i) => (
          <li key={i}>
            <span class="main">
              <b class="title">{name}</b>
              <span class="second">{[type && asWords(type), reference, note].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Notices about a document: its review, a new version in force, its conditions, and its review date. */
import type { Notice } from '../../model/notice.ts';
import type { Change, World } from '../../model/resource.ts';
import { conditionNotice } from './condition-notice.ts';
import type { Document, ReviewRound } from './shape.ts';
import { documentName, paragraphs, toPerson } from '../notices/wording.ts';

interface Case {
  readonly id: string;
  readonly before: Document;
  readonly after: Document;
  readonly round: ReviewRound | undefined;
  /** The actor. */
  readonly who: string;
  readonly today: string;
  readonly world: World;
}
type Told = Pick<Notice, 'type' | 'severity' | 'subject' | 'body' | 'to' | 'dedupeKey'>;

export function documentNotices({ id, action, before, after, world }: Change<Document>): readonly Notice[] {
  if (!action || !before || !after || !Object.hasOwn(byAction, action)) return [];
  const round = after.review_rounds.at(-1);
  const told = byAction[action]?.({
    id,
    before,
    after,
    round,
    who: world.author.name,
    today: world.now.slice(0, 10),
    world,
  });
  const about = { resourceType: 'document', resourceId: id, projectId: after.project_id ?? null };
  return (told ?? []).map((notice) => ({ ...notice, ...about }));
}

const byAction: Readonly<Record<string, (known: Case) => readonly Told[]>> = {
  submit_review: ({ id, after, round, who }) => [
    {
      type: 'review_requested',
      severity: 'action',
      subject: `Please review: ${after.title}`,
      body: paragraphs(
        `${who} has handed in version ${after.version} of ${called(after)} for review.`,
        round?.submission_notes,
      ),
      to: toPerson(round?.reviewer?.id, 'documents:approve'),
      dedupeKey: `review_requested ${id} ${round?.id}`,
    },
  ],
  reject: ({ id, after, round, who }) => [
    {
      type: 'amendments_requested',
      severity: 'warning',
      subject: `Amendments wanted: ${after.title}`,
      body: paragraphs(
        `${who} sent version ${after.version} of ${called(after)} back.`,
        round?.decision_notes,
        round && round.comments.length > 0 && `Comments to answer: ${round.comments.length}.`,
      ),
      to: toPerson(round?.submitted_by.id, 'documents:write'),
      dedupeKey: `amendments_requested ${id} ${round?.id}`,
    },
  ],
  ask_to_brief: ({ id, after, who }) => [
    {
      type: 'rebrief_required',
      severity: 'action',
      subject: `Brief again: ${after.title}`,
      body: paragraphs(
        `${who} asks that the crews are briefed again on version ${after.current_approved_version} of ${called(after)}.`,
        after.briefing_asked?.reason,
      ),
      to: { permission: 'signoffs:write' },
      dedupeKey: `ask_to_brief ${id} ${after.briefing_asked?.at}`,
    },
  ],
  approve: (known) => [approved(known), ...replaced(known)],
  remind_of_conditions: (known) => [conditionNotice(known)],
  remind_of_review: ({ id, after, today }) => {
    const due = after.review_due_on ?? '';
    const late = due < today;
    return [
      {
        type: 'review_date_due',
        severity: late ? 'warning' : 'action',
        subject: `${late ? 'Review overdue' : 'Review due'}: ${after.title}`,
        body: `${called(after)} ${late ? 'was' : 'is'} to be reviewed by ${due}.`,
        to: { permission: 'documents:approve' },
        dedupeKey: `review_date_due ${id} ${due}`,
      },
    ];
  },
};

function approved({ id, after, round, who }: Case): Told {
  const conditional = round?.outcome === 'approved_with_comments';
  return {
    type: 'document_approved',
    severity: 'info',
    subject: `Approved: ${after.title}`,
    body: paragraphs(
      `${who} approved version ${after.version} of ${called(after)}${conditional ? ', with conditions' : ''}.`,
      round?.decision_notes,
    ),
    to: toPerson(round?.submitted_by.id, 'documents:write'),
    dedupeKey: `document_approved ${id} ${after.version}`,
  };
}

/** None at a first approval, which replaces no version. */
function replaced({ id, before, after, round }: Case): readonly Told[] {
  const earlier = before.current_approved_version;
  if (earlier === null) return [];
  const material = round?.change_significance !== 'minor';
  const superseded: Told = {
    type: 'version_superseded',
    severity: material ? 'warning' : 'info',
    subject: `New version in force: ${after.title}`,
    body: paragraphs(
      `Version ${after.version} of ${called(after)} takes the place of version ${earlier}. Work to the new one.`,
      !material && 'The change is minor: no new briefing is needed.',
    ),
    to: { permission: 'signoffs:write' },
    dedupeKey: `version_superseded ${id} ${after.version}`,
  };
  if (!material) return [superseded];
  return [
    superseded,
    {
      type: 'rebrief_required',
      severity: 'action',
      subject: `Brief again: ${after.title}`,
      body: `Sign-offs of version ${earlier} do not count for version ${after.version} of ${called(after)}. Brief everybody on it and have it signed before they go on.`,
      to: { permission: 'signoffs:write' },
      dedupeKey: `rebrief_required ${id} ${after.version}`,
    },
  ];
}

function called(document: Document): string {
  return documentName(document);
}

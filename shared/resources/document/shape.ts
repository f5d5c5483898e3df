/** The fields of a document, its review rounds, and the parts of its reference. */
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import { documentStatuses } from '../../model/lifecycle.ts';
import { bookkeeping, content, declarationsOf, serverWritten, type BodyOf } from '../../model/declared-fields.ts';
import { oneLineOrNone, date, label, person, reference, sha256Field, text } from '../../model/fields.ts';
import { permitForm } from '../permit/shape.ts';
import { utcMoment } from '../utc.ts';
import { once } from '../../base/once.ts';

export const documentTypes = [
  'rams',
  'risk_assessment',
  'method_statement',
  'coshh',
  'toolbox_talk',
  'permit',
  'powra',
] as const;

/** A reviewer's comment as it is given, and the place it refers to. */
export const givenComment = once(() =>
  z.object({
    id: z.string().max(64).optional(),
    section: text(60),
    section_id: reference,
    hazard_id: reference,
    severity: z.enum(['must_fix', 'should_fix']).default('must_fix'),
    text: z.string().min(1).max(4000),
    status: z.enum(['open', 'resolved']).default('open'),
  }),
);

/** One reply to a comment, or that it was resolved or opened again; none is ever replaced. */
const commentReply = once(() =>
  z.object({
    by: person,
    at: z.string(),
    text: text(4000),
    resolved: z.boolean().nullable().optional(),
  }),
);
export const mostReplies = 100;
/** A reviewer's comment with every reply to it, oldest first. */
export const reviewComment = once(() =>
  givenComment().extend({ replies: z.array(commentReply()).max(mostReplies).optional() }),
);

/** One word on a condition of an approval: that it is met, or not after all. `condition` counts from 1, in the order of the approval. */
const conditionMark = once(() =>
  z.object({
    version: z.int().positive(),
    condition: z.int().positive(),
    met: z.boolean(),
    by: person,
    at: z.string(),
    note: text(2000),
  }),
);
/** Of one condition. */
export const mostMarks = 20;

/** One round of review. `content_hash` is that of the content submitted to the reviewer. */
const reviewRound = once(() =>
  z.object({
    id: z.string(),
    round: z.int().positive(),
    version: z.int().positive(),
    content_hash: sha256Field,
    submitted_by: person,
    submitted_at: z.string(),
    submission_notes: text(4000),
    reviewer: z.object({ id: z.string() }).nullable(),
    outcome: z.enum(enums.review_outcome).nullable(),
    decided_by: person.nullable(),
    decided_at: z.string().nullable(),
    decision_notes: text(4000),
    change_significance: z.enum(['material', 'minor']).nullable(),
    /** Who brought in a submission or decision of an earlier system. */
    imported_by: person.nullable().optional(),
    comments: z.array(reviewComment()).default([]),
  }),
);
export type ReviewRound = z.infer<ReturnType<typeof reviewRound>>;

/** Point-of-work risk assessment: what the team decided on the spot. */
const powra = once(() =>
  z.object({
    decision: z.enum(enums.powra_decision).nullable().optional(),
    parent_document_id: reference,
    parent_version: z.int().positive().nullable().optional(),
    weather: z.json().optional(),
    team_consulted: z.array(z.json()).max(100).optional(),
    stopped_at: utcMoment,
    restarted_at: utcMoment,
    escalated_to: z.json().optional(),
    amends_rams: z.boolean().nullable().optional(),
  }),
);

/** In the order of the content. */
export const documentFields = once(() => ({
  title: content(label(1, 200), 'first-wins', { minor: true }),
  document_type: content(z.enum(documentTypes), 'immutable', { minor: true }),
  reference: content(text(120), 'first-wins', { minor: true }),
  version: content(z.int().positive().default(1), 'system', { minor: true }),
  project_id: content(reference, 'first-wins', { minor: true }),
  site_id: reference,
  /** The first and the last day of the work. Cards have to be in date to the last one. */
  work_starts_on: content(date, 'first-wins', { minor: true }),
  work_ends_on: content(date, 'first-wins', { minor: true }),
  powra: powra().nullable().optional(),
  permit: permitForm().nullable().optional(),
  /** For cards and lists, where the title is long. */
  short_title: bookkeeping(oneLineOrNone(60), 'first-wins'),
  /** The contractor that owns the document. */
  contractor_id: bookkeeping(reference, 'first-wins'),
  review_due_on: bookkeeping(date, 'first-wins'),
  /** The review date of the last reminder. */
  review_reminded_for: bookkeeping(date),
  risk_matrix_id: bookkeeping(text(60), 'first-wins'),
  ...serverWritten({
    status: z.enum(documentStatuses).default('draft'),
    current_approved_version: z.int().positive().nullable().default(null),
    content_hash: sha256Field.nullable().default(null),
    archived_from_status: z.enum(documentStatuses).nullable().default(null),
    review_rounds: z.array(reviewRound()).default([]),
    /** The office asks that the version in force is briefed again. */
    briefing_asked: z
      .object({
        version: z.int().positive(),
        reason: z.string().nullable(),
        by: z.object({ id: z.string().max(64), name: z.string().max(200) }),
        at: z.string(),
      })
      .nullable()
      .optional(),
    /** What was said of the conditions of its approvals since, oldest first; none is ever replaced. */
    condition_marks: z.array(conditionMark()).optional(),
    /** The conditions of the version in force that are still to be met; `told` = their day is over and people know. */
    conditions_open: z
      .array(z.object({ condition: z.int().positive(), due_on: z.string().nullable(), told: z.boolean() }))
      .optional(),
    /** All editors of the current draft, in the order of their first edit. */
    editors: z.array(z.object({ id: z.string().max(64), name: z.string().max(200) })).default([]),
  }),
}));
export const documentDeclarations = once(() => declarationsOf(documentFields()));
export type Document = BodyOf<ReturnType<typeof documentFields>>;

export const typeCodes: Readonly<Record<(typeof documentTypes)[number], string>> = {
  rams: 'RAMS',
  risk_assessment: 'RA',
  method_statement: 'MS',
  coshh: 'COSHH',
  toolbox_talk: 'TBT',
  permit: 'PTW',
  powra: 'POWRA',
};

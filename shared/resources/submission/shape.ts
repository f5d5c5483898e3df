/**
 * The fields of a submission: what is required of a contractor, what it submitted, and how each round of review ended (contract,
 * Contractors).
 */
import * as z from 'zod';
import { documentTypes } from '../document/shape.ts';
import { bookkeeping, content, schemaOf } from '../../model/declared-fields.ts';
import { date, day, label, longText, person, recordId, text } from '../../model/fields.ts';
import { submissionStatuses } from './states.ts';
import { utcInstant } from '../utc.ts';
import { once } from '../../base/once.ts';

const documentType = z.enum(documentTypes);

/** A document of this system, at the version that was submitted. */
const handedIn = once(() =>
  z.object({
    document_id: recordId,
    reference: text(120),
    version: z.int().positive().nullable().optional(),
    document_type: documentType.nullable().optional(),
  }),
);

/** A document submitted on paper or by e-mail: known by its name only. */
const paper = once(() =>
  z.object({
    name: label(1, 200),
    reference: text(120),
    document_type: documentType.nullable().optional(),
    note: text(2000),
  }),
);

const comment = z.string().trim().min(1).max(4000);
export const reviewCodes = ['A', 'B', 'C'] as const;

const round = once(() =>
  z.object({
    submitted_at: z.string().nullable(),
    submitted_by: person.nullable(),
    documents: z.array(handedIn()),
    papers: z.array(paper()),
    notes: text(4000),
    reviewed_at: z.string(),
    reviewed_by: person,
    review_code: z.enum(reviewCodes),
    comments: z.array(z.string()),
  }),
);

export const submissionFields = once(() => ({
  project_id: content(recordId, 'immutable'),
  contractor_id: content(recordId, 'immutable'),
  status: bookkeeping(z.enum(submissionStatuses).default('invited')),
  review_code: bookkeeping(z.enum(reviewCodes).nullable().optional()),
  required_document_types: z.array(documentType).max(20).default([]),
  instructions: content(longText(4000).optional(), 'text'),
  deadline: date,
  documents: bookkeeping(z.array(handedIn()).max(100).default([])),
  papers: bookkeeping(z.array(paper()).max(100).default([])),
  /** The contractor's remarks on what it submitted. */
  notes: bookkeeping(text(4000)),
  /** Result of the last review. */
  comments: bookkeeping(z.array(z.string().max(4000)).max(200).default([])),
  invited_at: content(utcInstant.nullable().default(null), 'immutable'),
  accepted_at: bookkeeping(z.string().nullable().default(null)),
  submitted_at: bookkeeping(z.string().nullable().default(null)),
  submitted_by: bookkeeping(person.nullable().default(null)),
  reviewed_at: bookkeeping(z.string().nullable().default(null)),
  reviewed_by: bookkeeping(person.nullable().default(null)),
  withdrawn_at: bookkeeping(z.string().nullable().default(null)),
  removed_at: bookkeeping(z.string().nullable().default(null)),
  closing_reason: bookkeeping(text(2000)),
  /** All completed reviews, oldest first; append-only. */
  rounds: bookkeeping(z.array(round()).default([])),
  /** The deadline that a submission has met: amendments are not late for it, but may be for another. */
  deadline_met: bookkeeping(date),
  /** The deadline that was announced as missed, so that each is announced once. */
  overdue_told_for: bookkeeping(date),
}));
export const submissionSchema = once(() => schemaOf(submissionFields()));
export type Submission = z.infer<ReturnType<typeof submissionSchema>>;

/** When it happened, if earlier: given by the office for what reached it by other means. */
const at = once(() => ({ at: utcInstant.nullable().optional() }));

/** The arguments of each action. */
export const submissionArgs = {
  accept: once(() => z.object(at())),
  start: once(() => z.object({})),
  submit: once(() =>
    z.object({
      documents: z
        .array(z.object({ document_id: recordId, version: z.int().positive().nullable().optional() }))
        .max(100)
        .nullable()
        .optional(),
      papers: z.array(paper()).max(100).nullable().optional(),
      notes: text(4000),
      ...at(),
    }),
  ),
  begin_review: once(() => z.object({})),
  review: once(() =>
    z.object({
      review_code: z.enum(reviewCodes),
      comments: z.array(comment).max(200).nullable().optional(),
      ...at(),
    }),
  ),
  withdraw: once(() => z.object({ reason: text(2000) })),
  remove: once(() => z.object({ reason: text(2000) })),
  reinvite: once(() =>
    z.object({
      required_document_types: z.array(documentType).max(20).optional(),
      instructions: text(4000),
      deadline: date,
    }),
  ),
  tell_overdue: once(() => z.object({ deadline: day })),
} as const;

/** The required types without a submitted document. Paper documents count by the type stated for them. */
export function missingDocumentTypes({
  required_document_types: required,
  documents,
  papers,
}: Pick<Submission, 'required_document_types' | 'documents' | 'papers'>): Submission['required_document_types'] {
  const there = new Set([...documents, ...papers].map(({ document_type }) => document_type));
  return required.filter((type) => !there.has(type));
}

/** The fields of a submission: what was asked of a contractor, what it handed in, and how each round of review ended (contract, Contractors). */
import * as z from 'zod';
import { documentTypes } from '../document/shape.ts';
import { bookkeeping, content, schemaOf } from '../../model/declared-fields.ts';
import { date, label, person, recordId, text } from '../../model/fields.ts';
import { submissionStatuses } from './states.ts';
import { utcInstant } from '../utc.ts';

const documentType = z.enum(documentTypes);

/** A document of this system, as it was when it was handed in. */
const handedIn = z.object({
  document_id: recordId,
  reference: text(120),
  version: z.int().positive().nullable().optional(),
  document_type: documentType.nullable().optional(),
});

/** What was handed in on paper or by e-mail: known by its name alone. */
const paper = z.object({
  name: label(1, 200),
  reference: text(120),
  document_type: documentType.nullable().optional(),
  note: text(2000),
});

const comment = z.string().trim().min(1).max(4000);
export const reviewCodes = ['A', 'B', 'C'] as const;

const round = z.object({
  submitted_at: z.string().nullable(),
  submitted_by: person.nullable(),
  documents: z.array(handedIn),
  papers: z.array(paper),
  notes: text(4000),
  reviewed_at: z.string(),
  reviewed_by: person,
  review_code: z.enum(reviewCodes),
  comments: z.array(z.string()),
});

export const submissionFields = {
  project_id: content(recordId, 'immutable'),
  contractor_id: content(recordId, 'immutable'),
  status: bookkeeping(z.enum(submissionStatuses).default('invited')),
  review_code: bookkeeping(z.enum(reviewCodes).nullable().optional()),
  required_document_types: z.array(documentType).max(20).default([]),
  instructions: content(text(4000), 'text'),
  deadline: date,
  documents: bookkeeping(z.array(handedIn).max(100).default([])),
  papers: bookkeeping(z.array(paper).max(100).default([])),
  /** What the contractor says of what it handed in. */
  notes: bookkeeping(text(4000)),
  /** Of the last review. */
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
  /** Every review that was ended, oldest first; never changed. */
  rounds: bookkeeping(z.array(round).default([])),
  /** The deadline by which something was handed in: amendments are not late for it, but may be for another. */
  deadline_met: bookkeeping(date),
  /** The deadline that people were told of as missed, so that each is told once. */
  overdue_told_for: bookkeeping(date),
};
export const submissionSchema = schemaOf(submissionFields);
export type Submission = z.infer<typeof submissionSchema>;

/** When it happened, where that was earlier: said by the office, of what reached it by other ways. */
const at = { at: utcInstant.nullable().optional() };

/** What each action takes. */
export const submissionArgs = {
  accept: z.object(at),
  start: z.object({}),
  submit: z.object({
    documents: z
      .array(z.object({ document_id: recordId, version: z.int().positive().nullable().optional() }))
      .max(100)
      .nullable()
      .optional(),
    papers: z.array(paper).max(100).nullable().optional(),
    notes: text(4000),
    ...at,
  }),
  begin_review: z.object({}),
  review: z.object({
    review_code: z.enum(reviewCodes),
    comments: z.array(comment).max(200).nullable().optional(),
    ...at,
  }),
  withdraw: z.object({ reason: text(2000) }),
  remove: z.object({ reason: text(2000) }),
  reinvite: z.object({
    required_document_types: z.array(documentType).max(20).optional(),
    instructions: text(4000),
    deadline: date,
  }),
  tell_overdue: z.object({ deadline: z.iso.date() }),
} as const;

/** Of the types that were asked for, those that nothing handed in is of. Pure papers count by the type that they are said to be of. */
export function missingDocumentTypes({
  required_document_types: required,
  documents,
  papers,
}: Pick<Submission, 'required_document_types' | 'documents' | 'papers'>): Submission['required_document_types'] {
  const there = new Set([...documents, ...papers].map(({ document_type }) => document_type));
  return required.filter((type) => !there.has(type));
}

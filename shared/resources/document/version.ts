/**
 * Version: the approved content, frozen, with its hash and the details of the approval. Devices brief and sign from versions, never from
 * drafts.
 */
import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import { Problem } from '../../model/problem.ts';
import { serverWritten, type BodyOf } from '../../model/declared-fields.ts';
import { defineResource } from '../../model/resource.ts';
import { siteOfVersion } from '../in-force.ts';
import { date, person, sha256Field, text } from '../../model/fields.ts';
import { once } from '../../base/once.ts';

/** A condition of the approval: to be met before the work starts, or before a hold point in it. */
export const condition = once(() =>
  z.object({
    text: z.string().max(2000),
    due_on: text(40),
    met_on: text(40),
    met_by: person.nullable().optional(),
  }),
);

const fields = once(() =>
  serverWritten({
    document_id: z.uuid(),
    version: z.int().positive(),
    title: z.string(),
    reference: text(120),
    document_type: z.string(),
    state: z.enum(['current', 'superseded', 'withdrawn']),
    content_hash: sha256Field,
    content: z.record(z.string(), z.json()),
    change_significance: z.enum(['material', 'minor']).nullable(),
    change_summary: text(2000),
    /** Why the change is minor, or why someone approved it who was not asked to review. */
    decision_reason: text(4000),
    review_code: z.enum(['A', 'B']),
    conditions: z.array(condition()),
    submitted_by: person.nullable(),
    submitted_at: z.string().nullable(),
    approved_by: person,
    /** Null for an approval that was imported without it. */
    approved_by_role: z.string().nullable(),
    approved_at: z.string(),
    /** Who brought in the approval from an earlier system, and when. */
    imported_by: person.nullable().optional(),
    imported_at: z.string().nullable().optional(),
    /** The approver had submitted or edited it; null for an approval that was imported. */
    self_approved: z.boolean().nullable().optional(),
    approval_notes: text(4000),
    /** Of the next review, as it was at the approval; the draft that follows may have another. */
    review_due_on: date,
    rebrief_required: z.boolean(),
    review_rounds: z.int().nonnegative(),
    superseded_at: z.string().nullable(),
    superseded_by_version: z.int().nullable(),
  }),
);
export type Version = BodyOf<ReturnType<typeof fields>>;

export const version = defineResource({
  kind: 'version',
  permission: 'documents:approve',
  replicates: true,
  fields,
  readingOrder: 'version',
  retention: { supersededVersion: ({ state, version: number }) => (state === 'superseded' ? number : null) },
  // Written by an approval only; later approvals change nothing but `state` and `superseded_*`.
  // A print carries the beginning of the hash (contract, Public check page).
  columns: (body) => ({
    document_id: body.document_id,
    version: body.version,
    status: body.state,
    digest: body.content_hash,
  }),
  needsSite: ({ state, content, reference, title }) =>
    state === 'current'
      ? { site: siteOfVersion({ content }), project: idIn(content['project_id']), name: reference ?? title }
      : null,
  admit: () => {
    throw new Problem('forbidden', 'Only an approval creates a version, and it never changes.');
  },
  events: () => [],
});

function idIn(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

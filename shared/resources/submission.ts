/**
 * Submission: one contractor's part in one project, from the invitation to the accepted documents (contract, REST, R30).
 * It is overdue when its deadline has passed before anything was handed in; that is worked out when it is read.
 */
import * as z from 'zod';
import enums from '../reference/enums.json' with { type: 'json' };
import type { EventName } from '../event.ts';
import { Problem } from '../problem.ts';
import { defineResource } from '../resource.ts';
import { existing } from './belongs.ts';
import { documentTypes } from './document-shape.ts';
import { date, recordId, text } from './fields.ts';

export const submissionStatuses = enums.contractor_submission_status;

const schema = z.object({
  project_id: recordId,
  contractor_id: recordId,
  status: z.enum(submissionStatuses).default('invited'),
  review_code: z.enum(['A', 'B', 'C']).nullable().optional(),
  required_document_types: z.array(z.enum(documentTypes)).max(20).default([]),
  instructions: text(4000),
  deadline: date,
  documents: z
    .array(z.object({ document_id: recordId, reference: text(120) }))
    .max(100)
    .default([]),
  comments: z.array(z.string().max(4000)).max(200).default([]),
  invited_at: z.string().nullable().default(null),
  accepted_at: z.string().nullable().default(null),
  submitted_at: z.string().nullable().default(null),
  reviewed_at: z.string().nullable().default(null),
});
export type Submission = z.infer<typeof schema>;

export const submission = defineResource({
  kind: 'submission',
  permission: 'projects:write',
  replicates: false,
  schema,
  policies: {
    project_id: 'immutable',
    contractor_id: 'immutable',
    status: 'server',
    review_code: 'server',
    required_document_types: 'server',
    instructions: 'text',
    deadline: 'server',
    documents: 'server',
    comments: 'server',
    invited_at: 'guarded',
    accepted_at: 'guarded',
    submitted_at: 'guarded',
    reviewed_at: 'guarded',
  },
  columns: (body) => ({ project_id: body.project_id, status: body.status }),
  reads: (body) => ({ ids: [body.project_id, body.contractor_id] }),
  admit: (before, after, world) => {
    if (before) return { ...after, ...(before.status === after.status ? {} : momentOf(after.status, world.now)) };
    const project = existing(world, after.project_id, 'project', 'project_id');
    existing(world, after.contractor_id, 'contractor', 'contractor_id');
    if (['completed', 'archived'].includes(String(project.body['status'])))
      throw new Problem('project_closed', `The project is ${String(project.body['status'])} and invites nobody.`);
    return { ...after, invited_at: world.now };
  },
  events: ({ before, after, world }) => {
    const name = after && eventOf(before?.status, after.status);
    if (!name) return [];
    const contractor = world.record(after.contractor_id)?.body;
    return [
      {
        name,
        resourceId: after.contractor_id,
        data: {
          contractor_id: after.contractor_id,
          contractor_name: contractor?.['name'] ?? null,
          project_id: after.project_id,
          ...(name === 'contractor.invited'
            ? { required_document_types: after.required_document_types, deadline: after.deadline ?? null }
            : {
                documents: after.documents.map(({ document_id, reference }) => ({
                  id: document_id,
                  reference: reference ?? null,
                })),
              }),
        },
      },
    ];
  },
});

const waiting: readonly string[] = ['invited', 'accepted', 'in_progress', 'amendments_requested'];

/** The status as it is shown at `now` (RFC 3339): the deadline is the last day on which it may be met. */
export function submissionStatusAt(
  { status, deadline }: Pick<Submission, 'status' | 'deadline'>,
  now: string,
): Submission['status'] {
  return deadline && waiting.includes(status) && now.slice(0, 10) > deadline ? 'overdue' : status;
}

function eventOf(before: string | undefined, after: string): EventName | null {
  if (before === undefined) return 'contractor.invited';
  return after === 'submitted' && before !== 'submitted' ? 'contractor.submitted' : null;
}

function momentOf(status: string, now: string): Partial<Submission> {
  if (status === 'accepted') return { accepted_at: now };
  if (status === 'submitted') return { submitted_at: now };
  return ['approved', 'approved_with_comments', 'amendments_requested'].includes(status) ? { reviewed_at: now } : {};
}

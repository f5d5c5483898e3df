/**
 * Submission: one contractor's part in one project, from the invitation to the accepted documents (contract, Contractors). Only actions
 * change its state; `overdue` is computed on read.
 */
import type { EventName, DomainEvent } from '../../model/event.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { submissionNotices } from './notices.ts';
import { Problem } from '../../model/problem.ts';
import { defineResource, type Change } from '../../model/resource.ts';
import { existing } from '../belongs.ts';
import { momentOf, submissionActions } from './actions.ts';
import { missingDocumentTypes, submissionFields, submissionSchema, type Submission } from './shape.ts';
import { mayMissDeadline } from './states.ts';

export const submission = defineResource({
  kind: 'submission',
  permission: 'contractors:write',
  noticedAs: 'contractor_submission',
  replicates: false,
  fields: submissionFields,
  contractorAccess: 'contractor_id',
  columns: (body) => ({
    project_id: body.project_id,
    contractor_id: body.contractor_id,
    status: body.status,
    // The deadline that may have to be announced as missed: indexed for the calendar.
    sort_key: mayMissDeadline(body) && body.deadline !== body.overdue_told_for ? (body.deadline ?? null) : null,
  }),
  reads: (body, _id, _action, { args }) => ({ ids: [body.project_id, body.contractor_id, ...namedIn(args)] }),
  admit: (before, after, world) => {
    if (before) return after;
    const project = existing(world, after.project_id, 'project', 'project_id');
    existing(world, after.contractor_id, 'contractor', 'contractor_id');
    if (['completed', 'archived'].includes(String(project.body['status'])))
      throw new Problem('project_closed', `The project is ${String(project.body['status'])} and takes no invitations.`);
    return { ...after, invited_at: momentOf(after.invited_at, null, world, 'invited_at') };
  },
  actions: submissionActions,
  events: submissionEvents,
  notices: submissionNotices,
  derive: (body) => ({ missing_document_types: missingDocumentTypes(submissionSchema().parse(body)) }),
});

/** Ids of the documents that an action names, not validated. */
function namedIn({ documents }: JsonObject): readonly string[] {
  if (!Array.isArray(documents)) return [];
  return documents
    .slice(0, 100)
    .map((named) => (isJsonObject(named) ? named['document_id'] : null))
    .filter((id) => typeof id === 'string');
}

function submissionEvents({ id, op, action, after, world }: Change<Submission>): readonly DomainEvent[] {
  const name = after && eventOf(op === 'create' ? 'reinvite' : action);
  if (!name) return [];
  const firm = world.record(after.contractor_id)?.body;
  const common = {
    submission_id: id,
    contractor_id: after.contractor_id,
    contractor_name: firm?.['name'] ?? null,
    project_id: after.project_id,
  };
  const data =
    name === 'contractor.invited'
      ? { required_document_types: after.required_document_types, deadline: after.deadline ?? null }
      : {
          documents: after.documents.map(({ document_id, reference }) => ({
            id: document_id,
            reference: reference ?? null,
          })),
          papers: after.papers.map(({ name: paper, reference }) => ({ name: paper, reference: reference ?? null })),
        };
  return [{ name, resourceId: after.contractor_id, data: { ...common, ...data } }];
}

function eventOf(action: string | null): EventName | null {
  if (action === 'reinvite') return 'contractor.invited';
  return action === 'submit' ? 'contractor.submitted' : null;
}

/** The `data` of the events that can fire today, as the files of the kinds write it (interface section 6.2). */
import * as z from 'zod';
import type { EventName } from '../../../shared/model/event.ts';
import { complianceBands } from '../../../shared/compliance/check.ts';
import { ruleIds } from '../../../shared/compliance/rules.ts';
import { documentStatuses } from '../../../shared/model/lifecycle.ts';
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { documentTypes } from '../../../shared/resources/document/shape.ts';
import { date, person, sha256Field } from '../../../shared/model/fields.ts';
import { exportJob } from '../../../shared/resources/export.ts';
import { incidentTypes } from '../../../shared/resources/incident/shape.ts';
import { permitTypes } from '../../../shared/resources/permit/fields.ts';
import { signoffReply } from '../../../shared/rest/shapes.ts';

const text = z.string().nullable();
const id = z.uuid().nullable();
const organisation = { organisation_id: z.string() };

const document = { document_id: z.uuid(), title: text, reference: text, version: z.int(), project_id: id };
const permit = {
  permit_id: z.uuid(),
  permit_number: text,
  permit_type: z.enum(permitTypes),
  project_id: id,
  site_id: id,
  document_id: id,
  valid_to: text,
  opened_at: text,
};
const contractor = { submission_id: z.uuid(), contractor_id: z.uuid(), contractor_name: text, project_id: z.uuid() };

export const eventData: { readonly [Name in EventName]?: { readonly cause: string; readonly data: z.ZodObject } } = {
  'document.created': {
    cause: 'A document was created or duplicated; entries that came with it are part of that.',
    data: z.object({ ...document, document_type: z.enum(documentTypes), created_by: person, ...organisation }),
  },
  'document.updated': {
    cause:
      'A document or its entries were changed, once for each request; also by what is done with a document and has no event of its own, which `action` names.',
    data: z.object({
      ...document,
      action: z.enum(['withdraw', 'revise', 'discard', 'answer_comment', 'archive', 'restore']).optional(),
      status: z.enum(documentStatuses).optional(),
      ...organisation,
    }),
  },
  'document.submitted': {
    cause: 'A draft was handed in for review.',
    data: z.object({ ...document, submitted_by: person, reviewer_id: text, ...organisation }),
  },
  'document.approved': {
    cause: 'A version was approved and frozen.',
    data: z.object({ ...document, approved_by: person, content_hash: sha256Field, ...organisation }),
  },
  'document.rejected': {
    cause: 'A reviewer sent a document back.',
    data: z.object({ ...document, rejected_by: person, reason: text, ...organisation }),
  },
  'document.exported': {
    cause: 'The file of an export is ready.',
    data: z.object({
      export_id: z.uuid(),
      ...document,
      version: z.int().nullable(),
      format: exportJob.schema.shape.format,
      sha256: text,
      ...organisation,
    }),
  },
  'compliance.scored': {
    cause: 'A document was checked against the compliance rules.',
    data: z.object({
      compliance_id: z.uuid(),
      ...document,
      score: z.int(),
      band: z.enum(complianceBands),
      blocking_failures: z.array(z.enum(ruleIds)),
      ...organisation,
    }),
  },
  'contractor.invited': {
    cause: 'A contractor was invited to a project.',
    data: z.object({
      ...contractor,
      required_document_types: z.array(z.enum(documentTypes)),
      deadline: date.unwrap(),
      ...organisation,
    }),
  },
  'contractor.submitted': {
    cause: 'A contractor handed in its documents for review, for the first time or again.',
    data: z.object({
      ...contractor,
      documents: z.array(z.object({ id: z.uuid(), reference: text })),
      papers: z.array(z.object({ name: z.string(), reference: text })),
      ...organisation,
    }),
  },
  'incident.reported': {
    cause: 'An incident, a near-miss or an observation was reported. It names nobody.',
    data: z.object({
      incident_id: z.uuid(),
      reference: text,
      incident_type: z.enum(incidentTypes).nullable(),
      project_id: z.uuid(),
      site_id: id,
      potential_severity: z.int().nullable(),
      occurred_at: z.string(),
      ...organisation,
    }),
  },
  'certification.expiring': {
    cause:
      'A competence card of a worker has come to one of the days before its expiry that the organisation has set, or has run out. Of its number only the end is told.',
    data: z.object({
      worker_id: z.uuid(),
      worker_name: z.string(),
      employer_id: text,
      card_id: z.uuid(),
      scheme: z.enum(enums.competence_scheme),
      card_number: z.string(),
      categories: z.array(z.string()),
      expires_on: z.iso.date(),
      days_left: z.int(),
      ...organisation,
    }),
  },
  'permit.opened': {
    cause: 'The work under a permit may begin.',
    data: z.object({ ...permit, ...organisation }),
  },
  'permit.closed': {
    cause: 'A permit was handed back and closed.',
    data: z.object({
      ...permit,
      closed_at: text,
      closed_by: person.nullable(),
      fire_watch_minutes: z.number().nullable(),
      closure_exception: z.boolean(),
      ...organisation,
    }),
  },
  'signoff.recorded': {
    cause: 'A sign-off was recorded, whatever its status.',
    data: z.object({
      signoff_id: z.uuid(),
      document_id: z.uuid(),
      reference: text,
      version: z.int().nullable(),
      content_hash: sha256Field.nullable(),
      worker: z.object({ id: text, name: z.string() }),
      status: signoffReply.shape.status.unwrap(),
      project_id: id,
      ...organisation,
    }),
  },
};

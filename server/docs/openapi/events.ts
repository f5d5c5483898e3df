/** Every event: what causes it, the `data` of its payload as the kinds write it, and an example. */
import * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import { complianceBands } from '../../../shared/compliance/check.ts';
import { ruleIds } from '../../../shared/compliance/rules.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { date, person, sha256Field } from '../../../shared/model/fields.ts';
import { documentStatuses } from '../../../shared/model/lifecycle.ts';
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { documentTypes } from '../../../shared/resources/document/shape.ts';
import { exportJob } from '../../../shared/resources/export.ts';
import { incidentTypes } from '../../../shared/resources/incident/shape.ts';
import { permitTypes } from '../../../shared/resources/permit/fields.ts';
import { signoffReply } from '../../../shared/rest/shapes.ts';
import { ids } from './example-ids.ts';
import { contentHash } from './example-replies.ts';

const text = z.string().nullable();
const id = z.uuid().nullable();

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

const exampleDocument = {
  document_id: ids.document,
  title: 'Curtain walling, levels 3 to 9',
  reference: 'HLC-2026-014-RAMS-0007',
  version: 1,
  project_id: ids.project,
};
const examplePermit = {
  permit_id: ids.permit,
  permit_number: 'HW-2026-0012',
  permit_type: 'hot_work',
  project_id: ids.project,
  site_id: ids.site,
  document_id: null,
  valid_to: '2026-11-16T14:00:00.000Z',
  opened_at: '2026-11-16T08:05:00.000Z',
} as const;
const exampleContractor = {
  submission_id: ids.submission,
  contractor_id: ids.contractor,
  contractor_name: 'Vantage Façades Ltd',
  project_id: ids.project,
};
const examplePerson = { id: ids.person, name: 'Priya Nair' };

export const events: { readonly [Name in EventName]: DocumentedEvent } = {
  'document.created': documented(
    'A document was created or duplicated. Entries created with it cause no event of their own.',
    { ...document, document_type: z.enum(documentTypes), created_by: person },
    { ...exampleDocument, document_type: 'rams', created_by: examplePerson },
  ),
  'document.updated': documented(
    'A document or its entries changed; emitted once per request. `action` names an action that has no event of its own.',
    {
      ...document,
      action: z.enum(['withdraw', 'revise', 'discard', 'answer_comment', 'archive', 'restore']).optional(),
      status: z.enum(documentStatuses).optional(),
    },
    { ...exampleDocument, action: 'archive', status: 'archived' },
  ),
  'document.submitted': documented(
    'A draft was submitted for review.',
    { ...document, submitted_by: person, reviewer_id: text },
    { ...exampleDocument, submitted_by: examplePerson, reviewer_id: null },
  ),
  'document.approved': documented(
    'A version was approved and frozen.',
    { ...document, approved_by: person, content_hash: sha256Field },
    { ...exampleDocument, approved_by: examplePerson, content_hash: contentHash },
  ),
  'document.rejected': documented(
    'A reviewer rejected a document.',
    { ...document, rejected_by: person, reason: text },
    { ...exampleDocument, rejected_by: examplePerson, reason: 'The rescue plan does not say who lowers the basket.' },
  ),
  'document.exported': documented(
    'The file of an export is ready.',
    {
      export_id: z.uuid(),
      ...document,
      version: z.int().nullable(),
      format: exportJob.schema.shape.format,
      sha256: text,
    },
    { export_id: ids.export, ...exampleDocument, format: 'pdf', sha256: '9f2c'.repeat(16) },
  ),
  'compliance.scored': documented(
    'A document was checked against the compliance rules.',
    {
      compliance_id: z.uuid(),
      ...document,
      score: z.int(),
      band: z.enum(complianceBands),
      blocking_failures: z.array(z.enum(ruleIds)),
    },
    { compliance_id: ids.compliance, ...exampleDocument, score: 96, band: complianceBands[0], blocking_failures: [] },
  ),
  'contractor.invited': documented(
    'A contractor was invited to a project.',
    { ...contractor, required_document_types: z.array(z.enum(documentTypes)), deadline: date.unwrap() },
    { ...exampleContractor, required_document_types: ['rams', 'coshh'], deadline: '2026-12-01' },
  ),
  'contractor.submitted': documented(
    'A contractor submitted its documents for review, for the first time or again.',
    {
      ...contractor,
      documents: z.array(z.object({ id: z.uuid(), reference: text })),
      papers: z.array(z.object({ name: z.string(), reference: text })),
    },
    {
      ...exampleContractor,
      documents: [{ id: ids.document, reference: exampleDocument.reference }],
      papers: [{ name: 'Lifting plan', reference: 'LP-7' }],
    },
  ),
  'incident.reported': documented(
    'An incident, near miss or observation was reported. The payload names no person.',
    {
      incident_id: z.uuid(),
      reference: text,
      incident_type: z.enum(incidentTypes).nullable(),
      project_id: z.uuid(),
      site_id: id,
      potential_severity: z.int().nullable(),
      occurred_at: z.string(),
    },
    {
      incident_id: ids.incident,
      reference: 'INC-2026-0003',
      incident_type: 'near_miss',
      project_id: ids.project,
      site_id: ids.site,
      potential_severity: 5,
      occurred_at: '2026-11-16T08:40:00.000Z',
    },
  ),
  'certification.expiring': documented(
    'A worker’s competence card reached one of the organisation’s notice days before expiry, or expired. `card_number` holds only its last characters.',
    {
      worker_id: z.uuid(),
      worker_name: z.string(),
      employer_id: text,
      card_id: z.uuid(),
      scheme: z.enum(enums.competence_scheme),
      card_number: z.string(),
      categories: z.array(z.string()),
      expires_on: z.iso.date(),
      days_left: z.int(),
    },
    {
      worker_id: ids.worker,
      worker_name: 'Ionuț Popescu',
      employer_id: ids.contractor,
      card_id: ids.card,
      scheme: 'IPAF',
      card_number: '0002',
      categories: ['3a', '3b'],
      expires_on: '2026-12-16',
      days_left: 30,
    },
  ),
  'permit.opened': documented('Work under a permit may begin.', permit, examplePermit),
  'permit.closed': documented(
    'A permit was handed back and closed.',
    {
      ...permit,
      closed_at: text,
      closed_by: person.nullable(),
      fire_watch_minutes: z.number().nullable(),
      closure_exception: z.boolean(),
    },
    {
      ...examplePermit,
      closed_at: '2026-11-16T13:30:00.000Z',
      closed_by: examplePerson,
      fire_watch_minutes: 60,
      closure_exception: false,
    },
  ),
  'signoff.recorded': documented(
    'A sign-off was recorded, whatever its status.',
    {
      signoff_id: z.uuid(),
      document_id: z.uuid(),
      reference: text,
      version: z.int().nullable(),
      content_hash: sha256Field.nullable(),
      worker: z.object({ id: text, name: z.string() }),
      status: signoffReply.shape.status.unwrap(),
      project_id: id,
    },
    {
      signoff_id: ids.signoff,
      document_id: ids.document,
      reference: exampleDocument.reference,
      version: 1,
      content_hash: contentHash,
      worker: { id: null, name: 'Luke Farrell' },
      status: 'recorded',
      project_id: ids.project,
    },
  ),
};

export interface DocumentedEvent {
  readonly cause: string;
  readonly data: z.ZodObject;
  /** Without `organisation_id`, which the envelope adds. */
  readonly example: JsonObject;
}

function documented<Shape extends z.ZodRawShape>(
  cause: string,
  shape: Shape,
  example: z.input<z.ZodObject<Shape>> & JsonObject,
): DocumentedEvent {
  return { cause, data: z.object({ ...shape, organisation_id: z.string() }), example };
}

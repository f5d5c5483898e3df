/** Every event: what causes it, the `data` of its payload as the kinds write it, and an example. */
import * as z from 'zod';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { complianceBands } from '../../../shared/compliance/bands.ts';
import { ruleIds } from '../../../shared/compliance/rules.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { person, sha256Field } from '../../../shared/model/fields.ts';
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
const date = z.iso.date();

/** The data of a payload, by field: its schema, and its value in the example. */
type Fields = Readonly<Record<string, readonly [z.ZodType, Json]>>;

const project: Fields = { project_id: [z.uuid().nullable(), ids.project] };
const documentId: Fields = { document_id: [z.uuid(), ids.document] };
const reference: Fields = { reference: [text, 'HLC-2026-014-RAMS-0007'] };
const document: Fields = {
  ...documentId,
  title: [text, 'Curtain walling, levels 3 to 9'],
  ...reference,
  version: [z.int(), 1],
  ...project,
};
const permit: Fields = {
  permit_id: [z.uuid(), ids.permit],
  permit_number: [text, 'HW-2026-0012'],
  permit_type: [z.enum(permitTypes), 'hot_work'],
  ...project,
  site_id: [z.uuid().nullable(), ids.site],
  document_id: [z.uuid().nullable(), null],
  valid_to: [text, '2026-11-16T14:00:00.000Z'],
  opened_at: [text, '2026-11-16T08:05:00.000Z'],
};
const contractor: Fields = {
  submission_id: [z.uuid(), ids.submission],
  contractor_id: [z.uuid(), ids.contractor],
  contractor_name: [text, 'Vantage Façades Ltd'],
  project_id: [z.uuid(), ids.project],
};
const by = [person, { id: ids.person, name: 'Priya Nair' }] as const;

export const events: { readonly [Name in EventName]: DocumentedEvent } = {
  'document.created': documented(
    'A document was created or duplicated. Entries created with it cause no event of their own.',
    { ...document, document_type: [z.enum(documentTypes), 'rams'], created_by: by },
  ),
  'document.updated': documented(
    'A document or its entries changed; emitted once per request. `action` names an action that has no event of its own.',
    {
      ...document,
      action: [
        z
          .enum([
            'withdraw',
            'revise',
            'discard',
            'answer_comment',
            'ask_to_brief',
            'meet_condition',
            'reopen_condition',
            'archive',
            'restore',
          ])
          .optional(),
        'archive',
      ],
      status: [z.enum(documentStatuses).optional(), 'archived'],
    },
  ),
  'document.submitted': documented('A draft was submitted for review.', {
    ...document,
    submitted_by: by,
    reviewer_id: [text, null],
  }),
  'document.approved': documented('A version was approved and frozen.', {
    ...document,
    approved_by: by,
    content_hash: [sha256Field, contentHash],
  }),
  'document.rejected': documented('A reviewer rejected a document.', {
    ...document,
    rejected_by: by,
    reason: [text, 'The rescue plan does not say who lowers the basket.'],
  }),
  'document.exported': documented('The file of an export is ready; or, by its `status`, it could not be made.', {
    export_id: [z.uuid(), ids.export],
    ...document,
    version: [z.int().nullable(), 1],
    compare_with: [z.int().nullable(), null],
    format: [exportJob.schema.shape.format, 'pdf'],
    status: [z.enum(['completed', 'failed']), 'completed'],
    trigger: [exportJob.schema.shape.trigger.unwrap(), 'requested'],
    sha256: [text.nullable(), '9f2c'.repeat(16)],
    content_hash: [sha256Field.nullable(), contentHash],
    pages: [z.int().nullable(), 12],
    signoffs: [z.int().nullable(), 9],
    replaces: [z.uuid().nullable(), null],
    failure: [exportJob.schema.shape.failure.unwrap(), null],
  }),
  'compliance.scored': documented('A document was checked against the compliance rules.', {
    compliance_id: [z.uuid(), ids.compliance],
    ...document,
    score: [z.int(), 96],
    band: [z.enum(complianceBands), complianceBands[0]],
    blocking_failures: [z.array(z.enum(ruleIds)), []],
  }),
  'contractor.invited': documented('A contractor was invited to a project.', {
    ...contractor,
    required_document_types: [z.array(z.enum(documentTypes)), ['rams', 'coshh']],
    deadline: [date.nullable(), '2026-12-01'],
  }),
  'contractor.submitted': documented('A contractor submitted its documents for review, for the first time or again.', {
    ...contractor,
    documents: [
      z.array(z.object({ id: z.uuid(), reference: text })),
      [{ id: ids.document, reference: 'HLC-2026-014-RAMS-0007' }],
    ],
    papers: [z.array(z.object({ name: z.string(), reference: text })), [{ name: 'Lifting plan', reference: 'LP-7' }]],
  }),
  'incident.reported': documented('An incident, near miss or observation was reported. The payload names no person.', {
    incident_id: [z.uuid(), ids.incident],
    reference: [text, 'INC-2026-0003'],
    incident_type: [z.enum(incidentTypes).nullable(), 'near_miss'],
    project_id: [z.uuid(), ids.project],
    site_id: [z.uuid().nullable(), ids.site],
    potential_severity: [z.int().nullable(), 5],
    occurred_at: [z.string(), '2026-11-16T08:40:00.000Z'],
  }),
  'certification.expiring': documented(
    'A worker’s competence card reached one of the organisation’s notice days before expiry, or expired. `card_number` holds only its last characters.',
    {
      worker_id: [z.uuid(), ids.worker],
      worker_name: [z.string(), 'Ionuț Popescu'],
      employer_id: [text, ids.contractor],
      card_id: [z.uuid(), ids.card],
      scheme: [z.enum(enums.competence_scheme), 'IPAF'],
      card_number: [z.string(), '0002'],
      categories: [z.array(z.string()), ['3a', '3b']],
      expires_on: [date, '2026-12-16'],
      days_left: [z.int(), 30],
    },
  ),
  'permit.opened': documented('Work under a permit may begin.', permit),
  'permit.closed': documented('A permit was handed back and closed.', {
    ...permit,
    closed_at: [text, '2026-11-16T13:30:00.000Z'],
    closed_by: [person.nullable(), by[1]],
    fire_watch_minutes: [z.number().nullable(), 60],
    closure_exception: [z.boolean(), false],
  }),
  'signoff.recorded': documented('A sign-off was recorded, whatever its status.', {
    signoff_id: [z.uuid(), ids.signoff],
    ...documentId,
    ...reference,
    version: [z.int().nullable(), 1],
    content_hash: [sha256Field.nullable(), contentHash],
    worker: [z.object({ id: text, name: z.string() }), { id: null, name: 'Luke Farrell' }],
    status: [signoffReply.shape.status.unwrap(), 'recorded'],
    ...project,
  }),
};

export interface DocumentedEvent {
  readonly cause: string;
  readonly data: z.ZodObject;
  /** Without `organisation_id`, which the envelope adds. */
  readonly example: JsonObject;
}

function documented(cause: string, fields: Fields): DocumentedEvent {
  const entries = Object.entries(fields);
  return {
    cause,
    data: z.object({
      ...Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])),
      organisation_id: z.string(),
    }),
    example: Object.fromEntries(entries.map(([name, [, value]]) => [name, value])),
  };
}

/** The `data` of the events that can fire today, as the files of the kinds write it (interface section 6.2). */
import * as z from 'zod';
import type { EventName } from '../event.ts';
import { documentStatuses } from '../lifecycle.ts';
import { documentTypes } from '../resources/document-shape.ts';
import { date, person, sha256Field } from '../resources/fields.ts';
import { exportJob } from '../resources/export.ts';
import { signoffReply } from '../rest-shapes.ts';

const text = z.string().nullable();
const id = z.uuid().nullable();
const organisation = { organisation_id: z.string() };

const document = { document_id: z.uuid(), title: text, reference: text, version: z.int(), project_id: id };
const contractor = { contractor_id: z.uuid(), contractor_name: text, project_id: z.uuid() };

export const eventData: { readonly [Name in EventName]?: { readonly cause: string; readonly data: z.ZodObject } } = {
  'document.created': {
    cause: 'A document was created or duplicated; entries that came with it are part of that.',
    data: z.object({ ...document, document_type: z.enum(documentTypes), created_by: person, ...organisation }),
  },
  'document.updated': {
    cause:
      'A document or its entries were changed, once for each request; also by revise, withdraw, archive and restore, which `action` names.',
    data: z.object({
      ...document,
      action: z.enum(['withdraw', 'revise', 'archive', 'restore']).optional(),
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
  'contractor.invited': {
    cause: 'A contractor was invited to a project.',
    data: z.object({
      ...contractor,
      required_document_types: z.array(z.enum(documentTypes)),
      deadline: date.unwrap(),
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

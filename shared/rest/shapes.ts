/**
 * The schemas of request bodies and replies, derived from the schemas of the kinds. A reply schema is also the
 * projection: the server returns exactly the fields that it names.
 */
import * as z from 'zod';
import { person } from '../model/fields.ts';
import { documentStatuses } from '../model/lifecycle.ts';
import { compliance } from '../resources/compliance.ts';
import { conflict } from '../resources/conflict.ts';
import { mergedEdit } from '../resources/merged-edit.ts';
import { contractor } from '../resources/contractor.ts';
import { coshh } from '../resources/coshh.ts';
import { discardedDraft } from '../resources/document/discarded-draft.ts';
import { document } from '../resources/document/document.ts';
import { exportJob, staleBecause } from '../resources/export.ts';
import { projectExport } from '../resources/project-export.ts';
import { standingExport } from '../resources/standing-export.ts';
import { hazard } from '../resources/hazard.ts';
import { personnel } from '../resources/personnel.ts';
import { photo } from '../resources/photo.ts';
import { project } from '../resources/project/project.ts';
import { section } from '../resources/section.ts';
import { claimedFlags } from '../resources/signoff/shape.ts';
import { signoff } from '../resources/signoff/signoff.ts';
import { site } from '../resources/site.ts';
import { submission } from '../resources/submission/submission.ts';
import { user } from '../resources/user.ts';
import { hazardBands } from './hazard-bands.ts';
import { version } from '../resources/document/version.ts';

/** The schema's precise type: a `Resource` only knows it as some schema. */
export const schemaOf = <Shape extends z.ZodRawShape>(resource: { readonly schema: z.ZodObject<Shape> }) =>
  resource.schema;

const id = { id: z.string() };
/** Members of every record after its id, beside its own fields. */
const envelope = {
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
  /** Revision: counts the changes, and appears in the ETag. Not the version of a document. */
  revision: z.int(),
};

/** The reply for a record: its fields between its id and the envelope. */
export const recordReply = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object({ ...id, ...shape, ...envelope });

/** The list envelope of the interface document, section 2.1. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.object({
      current_page: z.int(),
      per_page: z.int(),
      total: z.int(),
      last_page: z.int(),
      next_cursor: z.string().nullable(),
    }),
  });

export const projectFields = schemaOf(project).omit({ archived_at: true, archived_from_status: true });
export const projectReply = recordReply(schemaOf(project)).extend({
  /** Oldest first. */
  site_ids: z.array(z.string()),
});
export const projectRow = projectReply.pick({
  id: true,
  name: true,
  reference: true,
  client_name: true,
  status: true,
  cdm_notifiable: true,
  start_date: true,
  end_date: true,
  created_at: true,
  updated_at: true,
  revision: true,
});

export const siteFields = schemaOf(site);
export const siteReply = recordReply(schemaOf(site));

export const photoReply = z.object({
  ...id,
  url: z.string(),
  ...schemaOf(photo).pick({
    site_id: true,
    sha256: true,
    media_type: true,
    file_name: true,
    taken_at: true,
    bytes: true,
    width: true,
    height: true,
    pages: true,
    latitude: true,
    longitude: true,
  }).shape,
  created_at: z.string(),
});

export const documentFields = schemaOf(document).omit({
  status: true,
  version: true,
  current_approved_version: true,
  content_hash: true,
  archived_from_status: true,
  review_rounds: true,
  review_reminded_for: true,
  condition_marks: true,
  conditions_open: true,
  editors: true,
});
export const documentRow = recordReply(
  schemaOf(document).pick({
    title: true,
    short_title: true,
    reference: true,
    document_type: true,
    status: true,
    version: true,
    project_id: true,
    site_id: true,
    current_approved_version: true,
  }),
);

/** A row with its figures; null unless they are asked for. */
export const documentListRow = documentRow.extend({
  /** Of the version under review; null = none is. */
  submitted_at: z.string().nullable(),
  /** Who wrote or submitted the version under review, and who was asked to review it; null = none is under review. */
  review: z.object({ authors: z.array(person), reviewer: z.object({ id: z.string() }).nullable() }).nullable(),
  /** The highest residual risk of its hazards and substances as they are now; null = none is rated. */
  risk_after: z.int().nullable(),
  band_after: z.string().nullable(),
  /** Of the compliance check of its content as it is now. */
  score: z.int().nullable(),
  /** How many of its hazards are in each band, before their controls and after them. */
  hazard_bands: hazardBands.nullable(),
});

/** An entry of a document also has its position among the entries of its kind. */
const entryReply = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  recordReply(fields).extend({ position: z.int().positive() });
const rated = {
  risk_before: z.int().nullable(),
  band_before: z.string().nullable(),
  risk_after: z.int().nullable(),
  band_after: z.string().nullable(),
};

export const sectionFields = schemaOf(section).omit({ document_id: true, sort_key: true });
export const sectionReply = entryReply(schemaOf(section).omit({ sort_key: true }));
export const hazardFields = schemaOf(hazard).omit({ document_id: true, sort_key: true });
export const hazardReply = entryReply(schemaOf(hazard).omit({ sort_key: true })).extend(rated);
export const coshhFields = schemaOf(coshh).omit({ document_id: true, sort_key: true });
export const coshhReply = entryReply(schemaOf(coshh).omit({ sort_key: true })).extend(rated);
export const personnelFields = schemaOf(personnel).omit({ document_id: true, sort_key: true });
export const personnelReply = entryReply(schemaOf(personnel).omit({ sort_key: true }));

/** A document with all its relations. */
export const documentReply = recordReply(schemaOf(document).omit({ review_reminded_for: true })).extend({
  sections: z.array(sectionReply),
  hazards: z.array(hazardReply),
  coshh_assessments: z.array(coshhReply),
  personnel: z.array(personnelReply),
});

export const versionReply = z.object({
  ...id,
  ...schemaOf(version).shape,
  created_at: z.string(),
  signoffs_recorded: z.int(),
  snapshot_url: z.string(),
});
/** Everything but the frozen content, which `snapshot_url` returns. */
export const versionRow = versionReply.omit({ content: true });

/** A discarded draft, complete: it is not a version and is available nowhere else. */
export const discardedDraftReply = z.object({ ...id, ...schemaOf(discardedDraft).shape });

export const signoffFields = schemaOf(signoff)
  .omit({
    document_id: true,
    document_reference: true,
    received_at: true,
    sync_delay_seconds: true,
  })
  .extend({ flags: claimedFlags });
export const signoffReply = recordReply(schemaOf(signoff)).extend({
  currency: z.enum(['current', 'superseded', 'stale_at_capture', 'document_archived']),
});

/** `download_url` needs no token; each read creates a new one, valid for 15 minutes. */
export const exportReply = recordReply(
  schemaOf(exportJob).omit({ input_hash: true, printed: true, stale: true }),
).extend({
  current: z.boolean(),
  stale_since: z.string().nullable(),
  stale_because: z.array(staleBecause()),
  download_url: z.string().nullable(),
  expires_at: z.string().nullable(),
});

/** `download_url` as of an export. */
export const projectExportReply = recordReply(schemaOf(projectExport)).extend({
  download_url: z.string().nullable(),
  expires_at: z.string().nullable(),
});

export const standingExportsReply = schemaOf(standingExport).extend({ set_at: z.string().nullable() });

export const contractorFields = schemaOf(contractor);
export const contractorReply = recordReply(contractorFields);

export const submissionFields = schemaOf(submission).pick({
  required_document_types: true,
  instructions: true,
  deadline: true,
});
const { documents: handedIn, ...ofSubmission } = schemaOf(submission).omit({ overdue_told_for: true }).shape;
export const submissionReply = z.object({
  ...id,
  ...ofSubmission,
  contractor_name: z.string().nullable(),
  documents: z.array(handedIn.unwrap().element.extend({ status: z.enum(documentStatuses).nullable() })),
  missing_document_types: ofSubmission.required_document_types.unwrap(),
  ...envelope,
});

/** The body of an invitation: the fields of the contractor, if it is new, and those of its submission. */
export const invitationFields = contractorFields.extend({
  ...submissionFields.shape,
  invited_at: schemaOf(submission).shape.invited_at,
});
/** A row of the register: the contractor with its submission in one project. */
export const projectContractorReply = contractorReply.extend({
  submission_status: z.string(),
  submission: submissionReply,
});
/** What the holder of an invitation sees. */
export const invitationReply = submissionReply
  .pick({
    id: true,
    status: true,
    contractor_name: true,
    required_document_types: true,
    instructions: true,
    deadline: true,
    documents: true,
    papers: true,
    notes: true,
    missing_document_types: true,
    review_code: true,
    comments: true,
    invited_at: true,
    accepted_at: true,
    submitted_at: true,
    reviewed_at: true,
    withdrawn_at: true,
    revision: true,
  })
  .extend({
    organisation_name: z.string(),
    project: projectReply.pick({ name: true, reference: true, start_date: true, end_date: true }),
    /** The actions that are possible next. */
    allowed: z.array(z.string()),
    expires_at: z.string(),
    duty: z.string(),
  });

export const complianceReply = recordReply(schemaOf(compliance));
/** `now` = what the record has in this field at present, null where nothing; absent where the conflict is about a removal. */
export const conflictReply = recordReply(schemaOf(conflict)).extend({ now: z.json().optional() });
export const mergedEditReply = recordReply(schemaOf(mergedEdit));

export const userFields = schemaOf(user).omit({ active: true });
export const userReply = recordReply(schemaOf(user));

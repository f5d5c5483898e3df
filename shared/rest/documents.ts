/** Rows of the endpoint table: documents and their actions, versions, sign-offs and exports. */
import * as z from 'zod';
import { documentStatuses } from '../model/lifecycle.ts';
import { conditionActions } from '../resources/document/condition-actions.ts';
import { documentActions } from '../resources/document/actions.ts';
import { documentTypes } from '../resources/document/shape.ts';
import { instant, label, reference } from '../model/fields.ts';
import {
  acts,
  anyId,
  anyOf,
  merges,
  complete,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
  since,
  sortable,
} from './endpoint.ts';
import {
  discardedDraftReply,
  documentListRow,
  documentFields,
  documentReply,
  exportReply,
  listOf,
  signoffFields,
  signoffReply,
  versionReply,
  versionRow,
} from './shapes.ts';

/** The interface document also calls them `project` and `site` in one place; both names are accepted. */
const aliases = { project: reference, site: reference };

const action = {
  ...acts,
  permission: 'documents:write',
  reply: documentReply,
  emits: ['document.updated'],
} as const;

export const documentEndpoints = {
  listDocuments: {
    ...reads,
    path: '/api/v1/documents',
    permission: 'documents:read',
    summary:
      'Lists documents, newest first; with updated_since those changed since then, in the order of the change. With figures=true each has its highest residual risk, its compliance score and its hazards by band as they are now.',
    query: z.object({
      status: anyOf(documentStatuses),
      type: anyOf(documentTypes),
      project_id: anyId,
      site_id: anyId,
      updated_since: since,
      figures: z.enum(['true', 'false']).default('false'),
      ...sortable,
      ...paged,
    }),
    reply: listOf(documentListRow),
  },
  createDocument: {
    ...creates,
    path: '/api/v1/documents',
    permission: 'documents:write',
    summary: 'Creates a draft; with "template": true it starts with the sections of its type.',
    fields: documentFields,
    body: z.object({ ...ownId, ...aliases, template: z.boolean().optional() }),
    reply: documentReply,
    emits: ['document.created'],
  },
  getDocument: readRow(
    '/api/v1/documents/{document}',
    'documents:read',
    'Reads a document with its sections, hazards, COSHH assessments and personnel.',
    documentReply,
  ),
  updateDocument: {
    ...merges,
    path: '/api/v1/documents/{document}',
    permission: 'documents:write',
    summary: 'Changes title, project, site and the like; content changes through its entries.',
    fields: documentFields.omit({ document_type: true }).partial(),
    body: merges.body.extend(aliases),
    reply: documentReply,
    emits: ['document.updated'],
  },
  submitReview: {
    ...action,
    path: '/api/v1/documents/{document}/submit-review',
    summary: 'Submits a draft for review.',
    fields: documentActions.submit_review.args(),
    emits: ['document.submitted'],
  },
  approve: {
    ...action,
    path: '/api/v1/documents/{document}/approve',
    permission: 'documents:approve',
    summary: 'Approves a document under review and freezes its content as a version.',
    fields: documentActions.approve.args(),
    emits: ['document.approved'],
  },
  reject: {
    ...action,
    path: '/api/v1/documents/{document}/reject',
    permission: 'documents:approve',
    summary: 'Rejects a document under review, for amendment.',
    fields: documentActions.reject.args(),
    emits: ['document.rejected'],
  },
  withdraw: {
    ...action,
    path: '/api/v1/documents/{document}/withdraw',
    summary: 'Withdraws a document from review.',
    fields: documentActions.withdraw.args(),
  },
  revise: {
    ...action,
    path: '/api/v1/documents/{document}/revise',
    summary: 'Starts the draft of the next version beside the approved one, which stays in force.',
    fields: documentActions.revise.args(),
  },
  discard: {
    ...action,
    path: '/api/v1/documents/{document}/discard',
    summary: 'Discards the draft of a next version: the approved version applies again. The draft is kept.',
    fields: documentActions.discard.args(),
  },
  listDiscardedDrafts: {
    ...reads,
    path: '/api/v1/documents/{document}/discarded-drafts',
    permission: 'documents:read',
    summary: 'Lists the discarded drafts of a document, newest first, with their content.',
    query: z.object(complete),
    reply: listOf(discardedDraftReply),
  },
  answerReviewComment: {
    ...action,
    path: '/api/v1/documents/{document}/review-comments/{comment}/answer',
    summary: 'Replies to a reviewer’s comment, resolves it, or both.',
    fields: documentActions.answer_comment.args().omit({ comment_id: true }),
  },
  askToBrief: {
    ...action,
    path: '/api/v1/documents/{document}/ask-to-brief',
    permission: 'signoffs:write',
    summary: 'Asks the crews to be briefed again on the version in force; tablets show it until that is done.',
    fields: documentActions.ask_to_brief.args(),
  },
  meetCondition: {
    ...action,
    path: '/api/v1/documents/{document}/meet-condition',
    permission: 'documents:approve',
    summary:
      'Marks a condition of the version in force as met. The version stays as it was frozen; the document says who marked it and when.',
    fields: conditionActions.meet_condition.args(),
  },
  reopenCondition: {
    ...action,
    path: '/api/v1/documents/{document}/reopen-condition',
    permission: 'documents:approve',
    summary: 'Says that a condition is not met after all; what was said before stays on record.',
    fields: conditionActions.reopen_condition.args(),
  },
  archive: {
    ...action,
    path: '/api/v1/documents/{document}/archive',
    permission: 'documents:archive',
    summary: 'Archives a document, which stays readable.',
    fields: documentActions.archive.args(),
  },
  restore: {
    ...action,
    path: '/api/v1/documents/{document}/restore',
    permission: 'documents:archive',
    summary: 'Restores an archived document.',
    fields: documentActions.restore.args(),
  },
  duplicate: {
    ...creates,
    path: '/api/v1/documents/{document}/duplicate',
    permission: 'documents:write',
    summary: 'Copies a document and its entries into a new draft, if asked in another project or at another site.',
    fields: documentFields.pick({ project_id: true, site_id: true }),
    reply: documentReply,
    emits: ['document.created'],
  },
  listVersions: {
    ...reads,
    path: '/api/v1/documents/{document}/versions',
    permission: 'documents:read',
    summary: 'Lists the approved versions of a document with the details of their approval.',
    query: z.object(complete),
    reply: listOf(versionRow),
  },
  getVersion: readRow(
    '/api/v1/documents/{document}/versions/{version}',
    'documents:read',
    'Reads one approved version by its number, with its frozen content.',
    versionReply,
  ),
  listSignoffs: {
    ...reads,
    path: '/api/v1/documents/{document}/signoffs',
    permission: 'signoffs:read',
    summary: 'Lists the sign-offs of a document.',
    query: z.object(complete),
    reply: listOf(signoffReply),
  },
  recordSignoff: {
    ...creates,
    path: '/api/v1/documents/{document}/signoffs',
    permission: 'signoffs:write',
    summary: 'Records that a worker signed; worker_name is enough.',
    fields: signoffFields.partial(),
    body: z
      .object({
        ...ownId,
        worker_name: label(1, 200).optional(),
        signed_at: instant.optional(),
        worker: z.unknown().optional(),
      })
      .refine((sent) => sent.worker_name !== undefined || sent.worker !== undefined, {
        path: ['worker_name'],
        error: 'must name the worker who signed',
      }),
    reply: signoffReply,
    emits: ['signoff.recorded'],
  },
  getSignoff: readRow(
    '/api/v1/signoffs/{signoff}',
    'signoffs:read',
    'Reads one sign-off and whether it is still current.',
    signoffReply,
  ),
  voidSignoff: {
    ...acts,
    path: '/api/v1/signoffs/{signoff}/void',
    permission: 'signoffs:write',
    summary: 'Voids a sign-off, with a reason; the record is kept.',
    fields: z.object({ reason: z.string() }),
    reply: signoffReply,
  },
  exportDocument: {
    method: 'POST',
    path: '/api/v1/documents/{document}/export',
    permission: 'exports:write',
    alsoReads: 'signoffs:read',
    quota: 'export',
    summary:
      'Queues a PDF or DOCX of the current approved version, of the one named, or of the draft where none is approved. The file lists the sign-offs, so this needs `signoffs:read` too. With compare_with its changes against that earlier approved version are marked, removed words crossed out and added ones underlined; such a copy has no sign-offs and says on each page that it is not the controlled record.',
    body: z.object({
      format: exportReply.shape.format.default('pdf'),
      version: z.int().positive().nullable().optional(),
      ...exportReply.pick({
        include: true,
        form: true,
        photos: true,
        paper: true,
        language: true,
        watermark: true,
        compare_with: true,
      }).shape,
    }),
    refusesUnknown: true,
    reply: exportReply,
    status: 202,
    reuses: true,
    emits: ['document.exported'],
  },
  listExports: {
    ...reads,
    path: '/api/v1/documents/{document}/exports',
    permission: 'signoffs:read',
    summary: 'Lists the exports of a document, newest first, and what changed since each was made.',
    query: z.object(complete),
    reply: listOf(exportReply),
  },
  getExport: readRow(
    '/api/v1/exports/{export}',
    'signoffs:read',
    'Reads an export job; download_url is set when it is completed.',
    exportReply,
  ),
  getExportFile: {
    ...reads,
    path: '/api/v1/exports/{export}/file',
    permission: 'signoffs:read',
    summary:
      'Downloads the file of a completed export, with a token or by the signed download_url; disposition=inline shows a PDF in the browser.',
    signed: true,
    query: z.object({ disposition: z.enum(['attachment', 'inline']).default('attachment') }),
    reply: 'file',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

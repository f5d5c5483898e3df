/** Rows of the endpoint table: registers, matrices and packs of a project, the sheet of an incident, and files that are kept current (contract, Exports). */
import * as z from 'zod';
import { changes, complete, type Endpoint, reads, readRow } from './endpoint.ts';
import { listOf, projectExportReply, standingExportsReply } from './shapes.ts';

const { form, format, paper, photos, site_id, from, until, states } = projectExportReply.shape;

/** What all rows here share: each makes a job, like any other export. */
const exports = {
  method: 'POST',
  permission: 'exports:write',
  quota: 'export',
  refusesUnknown: true,
  reply: projectExportReply,
  status: 202,
  reuses: true,
  emits: [],
} as const;

export const projectExportEndpoints = {
  exportProject: {
    ...exports,
    path: '/api/v1/projects/{project}/exports',
    summary:
      'Queues a pack of everything as a ZIP, the permit register or the briefing matrix, of a project or one of its sites. A register needs `permits:read`, the others `documents:read` and `signoffs:read`; a pack has permits and incidents as far as the caller may read them.',
    body: z.object({
      form: form.exclude(['incident_sheet']).default('pack'),
      format: format.optional(),
      site_id,
      from,
      until,
      states,
      paper,
      photos,
    }),
  },
  exportIncident: {
    ...exports,
    path: '/api/v1/incidents/{incident}/exports',
    alsoReads: 'incidents:read',
    summary:
      'Queues the sheet of an incident, with what form F2508 asks. Personal details of injured people need `incidents:manage`.',
    body: z.object({ format: format.exclude(['zip']).default('pdf'), paper, photos }),
  },
  listProjectExports: {
    ...reads,
    path: '/api/v1/projects/{project}/exports',
    permission: 'exports:write',
    summary: 'Lists the exports of a project and its incidents that the caller may read, newest first.',
    query: z.object(complete),
    reply: listOf(projectExportReply),
  },
  getProjectExport: readRow(
    '/api/v1/project-exports/{project_export}',
    'exports:write',
    'Reads an export of a project: its progress, and its download_url when it is completed. It needs what the file needs (`needs`).',
    projectExportReply,
  ),
  getProjectExportFile: {
    ...reads,
    path: '/api/v1/project-exports/{project_export}/file',
    permission: 'exports:write',
    summary:
      'Downloads the file of a completed export of a project, by the signed download_url or with a token that may read the export.',
    signed: true,
    reply: 'file',
  },
  getStandingExports: readRow(
    '/api/v1/documents/{document}/standing-exports',
    'signoffs:read',
    'Reads which files of a document the server keeps current.',
    standingExportsReply,
  ),
  setStandingExports: {
    ...changes,
    path: '/api/v1/documents/{document}/standing-exports',
    permission: 'exports:write',
    alsoReads: 'signoffs:read',
    summary:
      'Sets which files of a document the server keeps current. Once edits and sign-offs are quiet it makes them again, at most once a minute. No formats: none.',
    body: standingExportsReply
      .pick({ formats: true, of: true })
      .extend({ of: standingExportsReply.shape.of.default('current') }),
    refusesUnknown: true,
    reply: standingExportsReply,
    emits: ['document.exported'],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

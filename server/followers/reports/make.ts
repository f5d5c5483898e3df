/** The file of an export of a project: a register, the matrix, the sheet of an incident, or a pack. */
import { projectExport, type ProjectExportForm } from '../../../shared/resources/project-export.ts';
import type { ReportInput } from '../../export/report-input.ts';
import { requireDisk } from '../../photos/quota.ts';
import { maxFileBytes } from '../export-file.ts';
import type { Maker } from '../held-job.ts';
import { briefingMatrixOf } from './briefings.ts';
import type { Wanted } from './frame.ts';
import { incidentSheetOf } from './incidents.ts';
import { makePack } from './pack.ts';
import { permitRegisterOf } from './permits.ts';

const inputs: Readonly<Record<Exclude<ProjectExportForm, 'pack'>, (wanted: Wanted) => Promise<ReportInput>>> = {
  permit_register: permitRegisterOf,
  briefing_matrix: briefingMatrixOf,
  incident_sheet: (wanted) => incidentSheetOf(wanted, wanted.asked.incident_id ?? ''),
};

export const makeProjectFile: Maker = async (context, job) => {
  const { commitContext, blobs, renderer, publicUrl } = context;
  const asked = projectExport.schema.parse(job.record.body);
  const wanted: Wanted = {
    db: commitContext.store.db,
    organisationId: job.organisationId,
    blobs,
    asked,
    printedAt: new Date(commitContext.now()).toISOString(),
    publicUrl,
  };
  if (asked.form === 'pack') return await makePack(context, job, wanted);
  const file = await renderer.render(await inputs[asked.form](wanted));
  requireDisk(await blobs.freeBytes(), file.bytes.byteLength);
  const { sha256, size } = await blobs.put(job.organisationId, file.bytes, maxFileBytes);
  return { result: { pages: file.pages, files: null, left_out: null, bytes: size, sha256 }, room: null };
};

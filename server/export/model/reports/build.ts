/** A report as both renderers see it, built from its input alone. */
import type { ReportInput } from '../../report-input.ts';
import type { DocumentModel } from '../blocks.ts';
import { type Pictures, withPictures } from '../photos/placed-photos.ts';
import { briefingMatrix } from './briefing-matrix.ts';
import { modelOf, type Report } from './frame.ts';
import { incidentSheet } from './incident-sheet.ts';
import { packIndex } from './pack-index.ts';
import { permitRegister } from './permit-register.ts';
import { permitSheet } from './permit-sheet.ts';

const reports: { readonly [Form in ReportInput['form']]: (input: Extract<ReportInput, { form: Form }>) => Report } = {
  permit_register: permitRegister,
  briefing_matrix: briefingMatrix,
  incident_sheet: incidentSheet,
  permit_sheet: permitSheet,
  pack_index: packIndex,
};

export function buildReport(input: ReportInput, pictures: Pictures = new Map()): DocumentModel {
  // The entry of the very form.
  const form = reports[input.form] as (of: ReportInput) => Report;
  const report = form(input);
  // First the pictures: plain words have no ids.
  return modelOf(input, { ...report, blocks: withPictures(report.blocks, pictures) });
}

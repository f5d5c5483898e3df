/** Renders one export to bytes. Pure: the same input gives the same bytes. */
import { createHash } from 'node:crypto';
import { type AttachedFile, attachedFiles, attachedSheet } from './attached-file.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { DocumentModel } from './model/blocks.ts';
import { buildModel } from './model/build.ts';
import { buildReport } from './model/reports/build.ts';
import { renderPdf } from './pdf/render.ts';
import { isReport, type ReportInput } from './report-input.ts';
import { withLogo } from './logo.ts';
import { scaledLogo, scaledPictures } from './scaled-photos.ts';
import { printableInput } from './printable.ts';
import { refuseTooLarge } from './weight.ts';

export async function renderExport(input: ExportInput | ReportInput): Promise<Rendered> {
  refuseTooLarge(input);
  const { model, attachments } = await modelOf(input);
  const { bytes, pages } = input.format === 'pdf' ? await renderPdf(model, attachments) : await asDocx(model);
  return { bytes, pages, sha256: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

async function asDocx(model: DocumentModel) {
  const { renderDocx } = await import('./docx/render.ts'); // 15 MB, which most exports do without
  return await renderDocx(model);
}

async function modelOf(
  input: ExportInput | ReportInput,
): Promise<{ readonly model: DocumentModel; readonly attachments: readonly AttachedFile[] }> {
  const photos = 'photos' in input ? input.photos : {};
  // A report has no attached files, and the register of a document names no sheet.
  const drawsSheets = input.format === 'pdf' && !isReport(input) && input.form !== 'register';
  const pictures = photos === null ? null : await scaledPictures(photos ?? {}, drawsSheets);
  const logo = await scaledLogo(input.organisation.logo);
  if (isReport(input)) return { model: withLogo(buildReport(printableInput(input), pictures), logo), attachments: [] };
  const attached = attachedFiles(input);
  const model = withLogo(buildModel(printableInput(input), attached, pictures), logo);
  const others = [...(attached.signoffs ? [attached.signoffs] : []), ...model.annexes.map(annexFile)];
  return { model, attachments: [attached.content, ...others] };
}

function annexFile({ sheet, fileName, caption }: DocumentModel['annexes'][number]): AttachedFile {
  return attachedSheet(sheet, fileName, caption);
}

/** Renders one export to bytes. Pure: the same input gives the same bytes. */
import { createHash } from 'node:crypto';
import { attachedFiles } from './attached-file.ts';
import { renderDocx } from './docx/render.ts';
import type { ExportInput, Rendered } from './input.ts';
import { buildModel } from './model/build.ts';
import { renderPdf } from './pdf/render.ts';
import { scaledPictures } from './scaled-photos.ts';
import { printableInput } from './printable.ts';
import { refuseTooLarge } from './weight.ts';

export async function renderExport(input: ExportInput): Promise<Rendered> {
  refuseTooLarge(input);
  const attached = attachedFiles(input);
  const pictures = input.photos === null ? null : await scaledPictures(input.photos ?? {});
  const model = buildModel(printableInput(input), attached, pictures);
  const { bytes, pages } =
    input.format === 'pdf'
      ? await renderPdf(model, [attached.content, ...(attached.signoffs ? [attached.signoffs] : [])])
      : await renderDocx(model);
  return { bytes, pages, sha256: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

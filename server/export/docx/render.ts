/** The model as an editable Word file: real heading styles, real lists, repeated header rows, and no signatures. */
import { Document, Packer } from 'docx';
import { estimatePageNumbersWith } from 'docx/layout';
import { metadataText } from '../fonts/isolation.ts';
import type { DocumentModel } from '../model/blocks.ts';
import { isLong, isVeryLong, withoutContents } from '../model/contents.ts';
import { bodyOf, saidOfTables } from './body.ts';
import { placeContents } from './contents-place.ts';
import { headerAndFooter } from './header-footer.ts';
import { withQrPictures } from './qr.ts';
import { sealed } from './seal.ts';
import { withSignPictures } from './signs.ts';
import { numbering, pageProperties, stylesFor } from './styles.ts';

export async function renderDocx(whole: DocumentModel): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: null }> {
  const printed = isLong(whole) ? whole : withoutContents(whole);
  const blocks = await withQrPictures(await withSignPictures(printed.blocks));
  const { model, line: contentsLine } = placeContents({ ...printed, blocks });
  const isForm = model.blocks.some((block) => block.kind === 'title' && block.dense);
  // Word prints these numbers as they are, and counts again when the reader asks it to.
  const hasPageNumbers = model.blocks.some(({ kind }) => kind === 'contents') && !isVeryLong(model);
  const document = new Document({
    title: metadataText(model.title),
    subject: metadataText(model.subject),
    creator: metadataText(model.author),
    lastModifiedBy: 'Sitefile',
    keywords: metadataText(model.keywords),
    description: model.editableNotice,
    revision: 1,
    numbering,
    styles: stylesFor({ isForm, contentsLine }),
    ...(hasPageNumbers ? { pageNumbers: estimatePageNumbersWith({ guess: true }) } : {}),
    sections: [{ properties: pageProperties(model), ...headerAndFooter(model), children: [...bodyOf(model)] }],
  });
  return { bytes: sealed(await Packer.toArrayBuffer(document), model.madeAt, saidOfTables(model.blocks)), pages: null };
}

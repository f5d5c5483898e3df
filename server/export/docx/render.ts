/** The model as an editable Word file: real heading styles, real lists, repeated header rows, and no signatures. */
import { Document, Packer } from 'docx';
import { metadataText } from '../fonts/isolation.ts';
import type { DocumentModel } from '../model/blocks.ts';
import { isLong, withoutContents } from '../model/contents.ts';
import { bodyOf } from './body.ts';
import { headerAndFooter } from './header-footer.ts';
import { sealed } from './seal.ts';
import { pageProperties, styles } from './styles.ts';

export async function renderDocx(whole: DocumentModel): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: null }> {
  const model = isLong(whole) ? whole : withoutContents(whole);
  const document = new Document({
    title: metadataText(model.title),
    subject: metadataText(model.subject),
    creator: metadataText(model.author),
    lastModifiedBy: 'Sitefile',
    keywords: metadataText(model.keywords),
    description: model.editableNotice,
    revision: 1,
    styles,
    sections: [{ properties: pageProperties, ...headerAndFooter(model), children: [...bodyOf(model)] }],
  });
  return { bytes: sealed(await Packer.toArrayBuffer(document), model.madeAt), pages: null };
}

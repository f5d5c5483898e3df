/** The model as an editable Word file: real heading styles, real lists, repeated header rows, and no signatures. */
import { Document, Packer } from 'docx';
import type { DocumentModel } from '../model/blocks.ts';
import { bodyOf } from './body.ts';
import { headerAndFooter } from './header-footer.ts';
import { sealed } from './seal.ts';
import { pageProperties, styles } from './styles.ts';

export async function renderDocx(model: DocumentModel): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: null }> {
  const document = new Document({
    title: model.title.slice(0, 500),
    subject: model.subject.slice(0, 500),
    creator: model.author.slice(0, 500),
    lastModifiedBy: 'Sitefile',
    keywords: model.keywords.slice(0, 500),
    description: model.editableNotice,
    revision: 1,
    styles,
    sections: [{ properties: pageProperties, ...headerAndFooter(model), children: [...bodyOf(model)] }],
  });
  return { bytes: sealed(await Packer.toArrayBuffer(document), model.madeAt), pages: null };
}

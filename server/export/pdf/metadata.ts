/** Metadata of the file: PDF/A-3a and PDF/UA-1, with the approved content and the sign-offs attached. */
import { metadataText } from '../fonts/isolation.ts';
import type { DocumentModel } from '../model/blocks.ts';
import type { AttachedFile } from '../attached-file.ts';

/** pdfkit writes one of the two identifiers; PDF/UA's is added here, with the schema that PDF/A wants described. */
const accessibility = `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>Part of ISO 14289 followed</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;

export function infoOf(model: DocumentModel): PDFKit.DocumentInfo {
  return {
    Title: metadataText(model.title),
    Author: metadataText(model.author),
    Subject: metadataText(model.subject),
    Keywords: metadataText(model.keywords),
    Creator: 'Sitefile',
    Producer: 'Sitefile',
    CreationDate: model.madeAt,
    ModDate: model.madeAt,
  };
}

export function addMetadata(doc: PDFKit.PDFDocument): void {
  doc.appendXML(accessibility);
  // pdfkit writes the strings of `info` into XML unescaped. The Info dictionary has them already, so escape them for the XMP packet only.
  const endMetadata = doc.endMetadata.bind(doc);
  doc.endMetadata = () => {
    const escaped = Object.entries(doc.info).map(([name, value]) => [
      name,
      typeof value === 'string' ? escapeXml(value) : value,
    ]);
    Object.assign(doc.info, Object.fromEntries(escaped));
    endMetadata();
  };
}

/** By hand: pdfkit's way reads the file for an MD5 sum that nobody asks for. */
export function attach(doc: PDFKit.PDFDocument, { madeAt }: DocumentModel, file: AttachedFile): void {
  const stored = doc.ref({
    Type: 'EmbeddedFile',
    Subtype: file.type.replace('/', '#2F'),
    Params: { CreationDate: madeAt, ModDate: madeAt, Size: file.bytes.byteLength },
  });
  stored.end(file.bytes);
  const name = new String(file.name); // pdfkit writes a plain string as a name of PDF
  const specification = doc.ref({
    Type: 'Filespec',
    AFRelationship: file.relationship,
    F: name,
    EF: { F: stored },
    UF: name,
    Desc: new String(metadataText(file.description)),
  });
  specification.end(undefined);
  doc.addNamedEmbeddedFile(file.name, specification);
  (doc._root.data.AF ??= []).push(specification);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

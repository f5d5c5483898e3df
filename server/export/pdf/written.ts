/**
 * The bytes of a PDF. pdfkit hands each operator and each line to a stream of its own; gathered as text here and turned into bytes once,
 * the same bytes take less time (`npm run bench -- exports`).
 */
import { deflateSync } from 'node:zlib';

export interface Written {
  /** Completes the document. */
  end(): Promise<Uint8Array<ArrayBuffer>>;
}

/** From now on. */
export function writtenBy(doc: PDFKit.PDFDocument): Written {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk)); // what was written before
  doc.on('end', resolve);
  doc.on('error', reject);

  let lines = '';
  const parts: Uint8Array[] = [];
  const close = (): void => {
    parts.push(Buffer.from(lines, 'latin1'));
    lines = '';
  };
  doc._write = (data) => {
    if (typeof data === 'string') {
      lines += `${data}\n`;
      doc._offset += data.length + 1;
      return;
    }
    close();
    parts.push(data);
    doc._offset += data.length;
  };

  const pages = new Map<PDFKit.PDFPage, { text: string }>();
  doc.addContent = (operator: string) => {
    const content = pages.get(doc.page) ?? { text: '' };
    pages.set(doc.page, content);
    content.text += `${operator}\n`;
    return doc;
  };

  return {
    async end() {
      for (const [{ content }, { text }] of pages) {
        Object.assign(content, { compress: false }); // it is now
        Object.assign(content.data, { Filter: 'FlateDecode' });
        content.write(deflateSync(Buffer.from(text, 'latin1'), { level }));
      }
      doc.end();
      await promise;
      close();
      return new Uint8Array(Buffer.concat([...chunks, ...parts]));
    },
  };
}

/** Half the time of zlib's own choice, for 3 % more bytes. */
const level = 4;

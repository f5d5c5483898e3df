/**
 * Makes the bytes of a DOCX repeatable: docx writes the current time into the core properties and into every zip entry, numbers
 * bookmarks and pictures through all documents of a process, and gives a watermark a random name. Adds what docx cannot write.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { metadataText } from '../fonts/isolation.ts';
import { withContentsFields } from './contents-fields.ts';

/** What screen readers announce before the cells. */
export interface SaidOfTable {
  readonly title: string;
  readonly description: string;
}

/** The earliest time a zip entry can hold. Zip times have no zone, so it is local time. */
const zipEpoch = new Date(1980, 0, 1);

export function sealed(archive: ArrayBuffer, madeAt: Date, tables: readonly SaidOfTable[]): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(new Uint8Array(archive));
  const dated = Object.fromEntries(
    Object.entries(parts).map(([path, bytes]) => {
      if (path === 'docProps/core.xml') return [path, withDates(bytes, madeAt)];
      if (path === 'word/document.xml')
        return [path, strToU8(withSaidOfTables(withContentsFields(withOwnNumbers(strFromU8(bytes))), tables))];
      return [path, path.startsWith('word/header') ? withOwnName(bytes) : bytes];
    }),
  );
  return zipSync(dated, { mtime: zipEpoch, level: 6 });
}

function withDates(core: Uint8Array, madeAt: Date): Uint8Array {
  const stamp = `${madeAt.toISOString().slice(0, 19)}Z`;
  const dates = /(<dcterms:(?:created|modified)[^>]*>)[^<]*(<\/dcterms:)/g;
  return strToU8(strFromU8(core).replace(dates, `$1${stamp}$2`));
}

function withOwnNumbers(xml: string): string {
  let pictures = 0;
  return withOwnBookmarks(xml.replaceAll(/(?<=<wp:docPr id=")\d+/g, () => String(++pictures)));
}

/** docx has no option for the title and the description of a table, which come last in its properties. */
function withSaidOfTables(xml: string, tables: readonly SaidOfTable[]): string {
  let at = 0;
  return xml.replaceAll('</w:tblPr>', (end) => {
    const { title = '', description = '' } = tables[at++] ?? {};
    return `${property('w:tblCaption', title)}${property('w:tblDescription', description)}${end}`;
  });
}

function property(name: string, words: string): string {
  const value = metadataText(words).replaceAll(/[&<>"\n\t]/g, (each) => `&#${each.charCodeAt(0)};`);
  return value === '' ? '' : `<${name} w:val="${value}"/>`;
}

/** Bookmarks are numbered from 1; their names are the same in every file. */
function withOwnBookmarks(xml: string): string {
  const first = Number(/<w:bookmarkStart [^>]*w:id="(\d+)"/.exec(xml)?.[1] ?? 0);
  if (first === 0) return xml;
  return xml.replaceAll(/(?<=<w:bookmark(?:Start|End) [^>]*w:id=")\d+/g, (number) =>
    String(Number(number) - first + 1),
  );
}

/** Word knows a watermark by the beginning of its name. */
function withOwnName(header: Uint8Array): Uint8Array {
  return strToU8(strFromU8(header).replaceAll(/(?<=id="PowerPlusWaterMarkObject)[\w-]+/g, '1'));
}

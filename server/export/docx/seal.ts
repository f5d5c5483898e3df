/**
 * Makes the bytes of a DOCX repeatable: docx writes the current time into the core properties and into every zip entry, numbers
 * bookmarks and pictures through all documents of a process, and gives a watermark a random name. Adds what docx cannot write.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { metadataText } from '../fonts/isolation.ts';

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
      if (path === 'word/document.xml') return [path, withSaidOfTables(withOwnNumbers(bytes), tables)];
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

function withOwnNumbers(body: Uint8Array): Uint8Array {
  let pictures = 0;
  const xml = strFromU8(body).replaceAll(/(?<=<wp:docPr id=")\d+/g, () => String(++pictures));
  return strToU8(withOwnBookmarks(xml));
}

/** docx has no option for the title and the description of a table, which come last in its properties. */
function withSaidOfTables(body: Uint8Array, tables: readonly SaidOfTable[]): Uint8Array {
  let at = 0;
  const xml = strFromU8(body).replaceAll('</w:tblPr>', (end) => {
    const { title = '', description = '' } = tables[at++] ?? {};
    return `${property('w:tblCaption', title)}${property('w:tblDescription', description)}${end}`;
  });
  return strToU8(xml);
}

function property(name: string, words: string): string {
  const value = metadataText(words).replaceAll(/[&<>"\n\t]/g, (each) => `&#${each.charCodeAt(0)};`);
  return value === '' ? '' : `<${name} w:val="${value}"/>`;
}

/** Bookmarks are numbered from 1. Their names stand in attributes and field codes; in text, a quotation mark is an entity. */
function withOwnBookmarks(xml: string): string {
  const first = Number(/<w:bookmarkStart [^>]*w:id="(\d+)"/.exec(xml)?.[1] ?? 0);
  if (first === 0) return xml;
  // A start has its number twice.
  const numbers = /(w:(?:name|anchor)="_Toc|" w:id="|<w:bookmarkEnd w:id="|<w:instrText[^>]*>PAGEREF _Toc)(\d+)/g;
  const fromOne = (_: string, before: string, number: string): string => `${before}${Number(number) - first + 1}`;
  return xml.replace(numbers, fromOne);
}

/** Word knows a watermark by the beginning of its name. */
function withOwnName(header: Uint8Array): Uint8Array {
  return strToU8(strFromU8(header).replaceAll(/(?<=id="PowerPlusWaterMarkObject)[\w-]+/g, '1'));
}

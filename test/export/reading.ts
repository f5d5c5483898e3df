/** Reads exports back: the words of a PDF with and without headers and footers, the parts of a DOCX. */
import { strFromU8, unzipSync } from 'fflate';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** What is set in at least 9 points, all pages, and the smallest size. */
  readonly large: string;
  readonly smallest: number;
  /** What a reader hears, page by page: no header, footer, watermark or repeated table header. */
  readonly spoken: readonly string[];
  /** Everything that is drawn, page by page. */
  readonly drawn: readonly string[];
  /** The paper and the white space left of and below the text, page by page, in points. */
  readonly margins: readonly { readonly size: string; readonly left: number; readonly bottom: number }[];
  readonly outline: readonly string[];
  readonly attachments: ReadonlyMap<string, string>;
  readonly info: Readonly<Record<string, unknown>>;
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly marked: boolean;
  /** Roles of the structure tree, all pages. */
  readonly roles: ReadonlySet<string>;
  /** Alternative texts of pictures, all pages. */
  readonly alternatives: readonly string[];
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // pdfjs takes the bytes over, so it gets its own copy.
  const loading = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 });
  const pdf = await loading.promise;
  const spoken: string[] = [];
  const drawn: string[] = [];
  const large: string[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  const margins: ReadPdf['margins'][number][] = [];
  const roles = new Set<string>();
  const alternatives: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    margins.push(marginsOf(page.view, items));
    const words = wordsOf(items);
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      smallest = Math.min(smallest, item.height);
      if (item.height > 8.99) large.push(item.str);
    }
    spoken.push(words.spoken);
    drawn.push(words.drawn);
    const tree = await page.getStructTree();
    for (const role of rolesOf(tree)) roles.add(role);
    alternatives.push(...alternativesOf(tree));
  }
  const { info, metadata } = await pdf.getMetadata();
  const outline = (await pdf.getOutline()) ?? [];
  const read: ReadPdf = {
    spoken,
    drawn,
    large: large.join(' '),
    smallest,
    margins,
    outline: outline.map((entry) => entry.title),
    attachments: await attachmentsOf(pdf),
    // pdfjs types these as plain objects.
    info: info as Record<string, unknown>,
    metadata: new Map(metadata ?? []),
    marked: ((await pdf.getMarkInfo()) as ReadonlyMap<string, boolean> | null)?.get('Marked') === true,
    roles,
    alternatives,
  };
  await loading.destroy();
  return read;
}

function marginsOf(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  items: readonly object[],
): ReadPdf['margins'][number] {
  const placed = items.flatMap((item) => ('transform' in item ? [item.transform as readonly number[]] : [])); // a matrix of six
  const least = (i: number): number => Math.min(...placed.map((at) => at[i] ?? 0));
  return { size: `${x1 - x0} x ${y1 - y0}`, left: least(4) - x0, bottom: least(5) - y0 };
}

function wordsOf(items: readonly object[]): { spoken: string; drawn: string } {
  const open: string[] = [];
  let spoken = '';
  let drawn = '';
  for (const item of items) {
    if ('str' in item) {
      drawn += `${String(item.str)} `;
      if (!open.includes('Artifact')) spoken += `${String(item.str)} `;
    } else if ('type' in item && item.type === 'endMarkedContent') open.pop();
    else open.push('tag' in item ? String(item.tag) : '');
  }
  return { spoken, drawn };
}

function rolesOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'role' in node ? [String(node.role)] : [];
  return 'children' in node && Array.isArray(node.children) ? [...own, ...node.children.flatMap(rolesOf)] : own;
}

function alternativesOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'alt' in node ? [String(node.alt)] : [];
  return 'children' in node && Array.isArray(node.children) ? [...own, ...node.children.flatMap(alternativesOf)] : own;
}

async function attachmentsOf(pdf: PDFDocumentProxy): Promise<ReadonlyMap<string, string>> {
  // A Map of names in pdfjs 6, which its types call an object.
  const held = (await pdf.getAttachments()) as ReadonlyMap<string, object> | null;
  const names = [...(held?.keys() ?? [])];
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, strFromU8((await pdf.getAttachmentContent(name)) ?? new Uint8Array())] as const),
    ),
  );
}

export interface ReadDocx {
  readonly paths: readonly string[];
  /** XML by path. */
  readonly parts: ReadonlyMap<string, string>;
  /** The words of the document body. */
  readonly text: string;
}

/** Bytes by path. */
export function readDocxFiles(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(bytes)));
}

export function readDocx(bytes: Uint8Array): ReadDocx {
  const files = unzipSync(bytes);
  const parts = new Map(Object.entries(files).map(([path, content]) => [path, strFromU8(content)]));
  return { paths: Object.keys(files), parts, text: textOfXml(parts.get('word/document.xml') ?? '') };
}

export function textOfXml(xml: string): string {
  return xml
    .replace(/<w:p[ >]|<w:br\/>/g, ' $&')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/**
 * Lower case and without white space, so that line breaks of neither renderer matter, and without the Gurmukhi vowel
 * sign that is drawn before its consonant: pdfjs reads glyphs in drawing order and leaves out ActualText.
 */
export function squeezed(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u0a3f]+/g, '')
    .toLowerCase();
}

/** Why a part is not well-formed XML 1.0, or null. Enough of a parser to catch a wrong character, entity or nesting. */
export function xmlFault(xml: string): string | null {
  // oxlint-disable-next-line no-control-regex -- the characters that XML 1.0 forbids
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(xml);
  if (forbidden) return `forbidden character ${forbidden[0].charCodeAt(0).toString(16)} at ${forbidden.index}`;
  if (!xml.isWellFormed()) return 'lone surrogate';
  const open: string[] = [];
  const tag = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(\/?)>|<\?[^?]*\?>|([^<]+)|(<)/g;
  for (const [whole, closing, name, attributes, empty, text, stray] of xml.matchAll(tag)) {
    if (stray !== undefined) return `stray < near ${xml.slice(0, 80)}`;
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(text ?? attributes ?? ''))
      return `bare & in ${whole.slice(0, 80)}`;
    if (name === undefined) continue;
    if (closing) {
      const last = open.pop();
      if (last !== name) return `</${name}> closes <${last}>`;
    } else if (!empty) open.push(name);
  }
  return open.length > 0 ? `unclosed <${open.at(-1)}>` : null;
}

/** Small PDF files, sound and hostile, as a supplier or an attacker would send them. */
import { deflateSync } from 'node:zlib';

interface Wanted {
  readonly pages?: number;
  /** Printed on each page, with its number. */
  readonly words?: string;
  /** More of the catalogue, such as an action. */
  readonly catalog?: string;
  /** More of the trailer. */
  readonly trailer?: string;
  /** The catalogue is in an object stream, where no search of the bytes finds it. */
  readonly isPacked?: boolean;
  /** How the stream is written, where that is not the usual way. */
  readonly packing?: Packing;
}

interface Packing {
  readonly filter?: string;
  /** More of its dictionary. */
  readonly more?: string;
  /** Between its dictionary and its content. */
  readonly mark?: string;
  readonly encode?: (content: Buffer) => Buffer;
}

export function pdfFile({
  pages = 1,
  words = 'Safety data sheet',
  catalog = '',
  trailer = '',
  isPacked = false,
  packing = {},
}: Wanted = {}) {
  const first = 4;
  const kids = Array.from({ length: pages }, (_, i) => `${first + 2 * i} 0 R`).join(' ');
  const root = `<</Type/Catalog/Pages 2 0 R${catalog}>>`;
  const objects = new Map<number, string>([
    [1, isPacked ? packed(root, packing) : root],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
  ]);
  for (let i = 0; i < pages; i++) {
    const content = `BT /F 24 Tf 60 700 Td (${words}, page ${i + 1}) Tj ET 0.8 0 0 rg 60 560 120 80 re f`;
    const own = `/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${first + 2 * i + 1} 0 R`;
    objects.set(first + 2 * i, `<</Type/Page/Parent 2 0 R${own}>>`);
    objects.set(first + 2 * i + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  }
  return isPacked ? withStreams(objects) : withTable(objects, trailer);
}

type Objects = ReadonlyMap<number, string>;

/** Bytes are letters of Latin-1 until the end. */
function packed(
  object: string,
  { filter = '/FlateDecode', more = '', mark = 'stream\n', encode = deflateSync }: Packing,
): string {
  const content = encode(Buffer.from(`1 0 ${object}`)).toString('latin1');
  return `<</Type/ObjStm/N 1/First 4/Filter${filter}${more}/Length ${content.length}>>\n${mark}${content}\nendstream`;
}

function withTable(objects: Objects, trailer: string): Uint8Array<ArrayBuffer> {
  const { body, places } = written(objects);
  const lines = [...places].map(([, at]) => `${String(at).padStart(10, '0')} 00000 n \n`);
  const size = objects.size + 1;
  return bytesOf(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** With a cross-reference stream: object 1 is packed in the stream that has a number after all others. */
function withStreams(objects: Objects): Uint8Array<ArrayBuffer> {
  const carrier = objects.size + 1;
  const moved = new Map([...objects].map(([id, object]) => [id === 1 ? carrier : id, object]));
  const { body, places } = written(moved);
  const rows = Array.from({ length: carrier + 2 }, (_, id) => {
    if (id === 0) return [0, 0, 0];
    return id === 1 ? [2, carrier, 0] : [1, places.get(id) ?? body.length, 0];
  });
  const table = Buffer.from(
    rows.flatMap(([type = 0, at = 0, gen = 0]) => [type, at >> 16, (at >> 8) & 255, at & 255, gen]),
  );
  const head = `/Type/XRef/Size ${rows.length}/W[1 3 1]/Root 1 0 R/Length ${table.length}`;
  const stream = `${carrier + 1} 0 obj\n<<${head}>>\nstream\n${table.toString('latin1')}\nendstream\nendobj\n`;
  return bytesOf(`${body}${stream}startxref\n${body.length}\n%%EOF\n`);
}

function written(objects: Objects): { readonly body: string; readonly places: ReadonlyMap<number, number> } {
  const places = new Map<number, number>();
  let body = '%PDF-1.7\n';
  for (const [id, object] of objects) {
    places.set(id, body.length);
    body += `${id} 0 obj\n${object}\nendobj\n`;
  }
  return { body, places };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

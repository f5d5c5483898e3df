/** Reads QR codes back from the files of exports: from the shapes that a PDF draws, and from the pictures of a DOCX. */
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { readDocxFiles } from './reading.ts';

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Pixels to a point: more than three for each module. */
const scale = 4;
const margin = 24;

/** What the code on each page says, pages without one left out. */
export async function codesInPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const loading = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 });
  const pdf = await loading.promise;
  const codes: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const shapes = fnArray.flatMap((fn, i) =>
      fn === OPS.constructPath ? [boxesOf(argsArray[i] as PathArguments)] : [],
    ); // as pdfjs makes them
    // No other shape has so many parts.
    for (const boxes of shapes.filter(({ length }) => length > 150)) codes.push(decodeQR(drawn(boxes)));
  }
  await loading.destroy();
  return codes;
}

type PathArguments = readonly [fill: number, data: readonly (ArrayLike<number> | null)[], bounds: unknown];

/** 0 = move, 1 = line, 4 = close, as pdfjs counts them: a code is drawn of rectangles alone. */
function boxesOf([, [data]]: PathArguments): Box[] {
  const boxes: Box[] = [];
  let points: [number, number][] = [];
  const numbers = Array.from(data ?? []);
  for (let at = 0; at < numbers.length; at += 1) {
    const operation = numbers[at];
    if (operation === 0 || operation === 1) {
      if (operation === 0) points = [];
      points.push([numbers[at + 1] ?? 0, numbers[at + 2] ?? 0]);
      at += 2;
    } else if (operation === 4 && points.length >= 4) {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      boxes.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
    } else return [];
  }
  return boxes;
}

function drawn(boxes: readonly Box[]): { width: number; height: number; data: Uint8Array } {
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...boxes.map(([, , x]) => x)), Math.max(...boxes.map(([, , , y]) => y))];
  const width = Math.ceil((right - left) * scale) + 2 * margin;
  const height = Math.ceil((bottom - top) * scale) + 2 * margin;
  const data = new Uint8Array(width * height * 4).fill(255);
  const pixel = (at: number, from: number): number => Math.round((at - from) * scale) + margin;
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = pixel(y0, top); y < pixel(y1, top); y += 1)
      for (let x = pixel(x0, left); x < pixel(x1, left); x += 1)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
}

/** What each picture says that is a code. */
export async function codesInDocx(bytes: Uint8Array): Promise<readonly string[]> {
  const pictures = [...readDocxFiles(bytes)].filter(([path]) => path.startsWith('word/media/'));
  const codes = await Promise.all(
    pictures.map(async ([, picture]) => {
      const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      try {
        return [decodeQR({ width: info.width, height: info.height, data })];
      } catch {
        return [];
      }
    }),
  );
  return codes.flat();
}

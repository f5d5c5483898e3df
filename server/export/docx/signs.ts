/** Pictograms and safety signs as pictures: Word draws no paths of ours, and a picture in the text stays where it is put. */
import type { Block, Part } from '../model/blocks.ts';
import { text } from '../model/make.ts';
import { withParts } from '../model/photos/placed-photos.ts';
import { layersOf, saidOfSigns } from '../model/signs/sign-drawings.ts';

type Signs = Extract<Part, { kind: 'signs' }>;

/** Of one sign, in points: 20 mm. */
const largest = 57;
/** Pixels of a sign: 300 to an inch. */
const pixels = 236;
/** Between two signs, in parts of a hundred of one. */
const gap = 8;

/** Each row of signs as one picture, with the names below it where nothing else says them. */
export async function withSignPictures(blocks: readonly Block[]): Promise<readonly Block[]> {
  const rows = new Map<string, Signs['signs']>();
  withParts(blocks, (part) => {
    if (part.kind === 'signs') for (const row of rowsOf(part)) rows.set(keyOf(row), row);
    return [part];
  });
  if (rows.size === 0) return blocks;
  const pictures = new Map<string, Uint8Array>();
  for (const [key, row] of rows) pictures.set(key, await drawn(row));
  return withParts(blocks, (part) => {
    if (part.kind !== 'signs') return [part];
    const names = part.signs.map(({ code, name }) => `${code} ${name}`).join(', ');
    return [
      ...rowsOf(part).flatMap((row): readonly Part[] => {
        const jpeg = pictures.get(keyOf(row));
        return jpeg ? [pictureOf(row, jpeg, part.size ?? largest)] : [];
      }),
      ...(part.bare || part.signs.length === 0 ? [] : [text(names, 'strong')]),
    ];
  });
}

function pictureOf(row: Signs['signs'], jpeg: Uint8Array, size: number): Part {
  const width = widthOf(row);
  return {
    kind: 'picture',
    jpeg,
    width: Math.round((width * pixels) / 100),
    height: pixels,
    most: (size * width) / 100,
    alt: saidOfSigns(row),
  };
}

/** In parts of a hundred of a sign. */
function widthOf({ length }: Signs['signs']): number {
  return length * (100 + gap) - gap;
}

function rowsOf({ signs, perRow = signs.length }: Signs): readonly Signs['signs'][] {
  return Array.from({ length: Math.ceil(signs.length / Math.max(1, perRow)) }, (_, i) =>
    signs.slice(i * perRow, (i + 1) * perRow),
  );
}

function keyOf(row: Signs['signs']): string {
  return row.map(({ code }) => code).join();
}

async function drawn(row: Signs['signs']): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const shapes = row.map(({ code }, i) => `<g transform="translate(${i * (100 + gap)})">${shapeOf(code)}</g>`);
  const width = widthOf(row);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round((width * pixels) / 100)}" height="${pixels}" viewBox="0 0 ${width} 100">${shapes.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#FFFFFF' });
  return new Uint8Array(await picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer());
}

function shapeOf(code: string): string {
  const paths = layersOf(code).map(({ d, fill = 'none', line, width = 1 }) => {
    const stroke = line ? ` stroke="${line}" stroke-width="${width}" stroke-linecap="round"` : '';
    return `<path d="${d}" fill="${fill}"${stroke}/>`;
  });
  return paths.join('');
}

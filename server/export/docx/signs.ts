/** Hazard pictograms as pictures: Word draws no paths of ours, and a picture in the text stays where it is put. */
import ghsSigns from '../../../shared/reference/ghs-signs.json' with { type: 'json' };
import type { Block, Part } from '../model/blocks.ts';
import { text } from '../model/make.ts';
import { withParts } from '../model/placed-photos.ts';

interface Stroke {
  readonly d: string;
  readonly stroke?: number;
  readonly white?: boolean;
}

type Signs = Extract<Part, { kind: 'signs' }>;

const drawings = new Map<string, readonly Stroke[]>(Object.entries(ghsSigns));
/** Of one sign, in points: 20 mm. */
const size = 57;
/** Pixels of a sign: 300 to an inch. */
const pixels = 236;

/** Each row of signs as one picture, with the names below it. */
export async function withSignPictures(blocks: readonly Block[]): Promise<readonly Block[]> {
  const found = new Map<string, Signs>();
  withParts(blocks, (part) => {
    if (part.kind === 'signs' && part.signs.length > 0) found.set(keyOf(part), part);
    return [part];
  });
  if (found.size === 0) return blocks;
  const pictures = new Map<string, Uint8Array>();
  for (const [key, part] of found) pictures.set(key, await drawn(part));
  return withParts(blocks, (part) => {
    const jpeg = part.kind === 'signs' ? pictures.get(keyOf(part)) : undefined;
    if (part.kind !== 'signs' || !jpeg) return [part];
    const names = part.signs.map(({ code, name }) => `${code} ${name}`).join(', ');
    const width = part.signs.length * pixels;
    const picture = { jpeg, width, height: pixels, most: part.signs.length * size, alt: `Hazard pictograms: ${names}` };
    return [{ kind: 'picture', ...picture }, text(names, 'strong')];
  });
}

function keyOf({ signs }: Signs): string {
  return signs.map(({ code }) => code).join();
}

async function drawn({ signs }: Signs): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const shapes = signs.map(
    ({ code }, i) => `<g transform="translate(${i * 100})">${diamond(drawings.get(code) ?? [])}</g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${signs.length * pixels}" height="${pixels}" viewBox="0 0 ${signs.length * 100} 100">${shapes.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#FFFFFF' });
  return new Uint8Array(await picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer());
}

function diamond(strokes: readonly Stroke[]): string {
  const inner = strokes.map(({ d, stroke, white }) => {
    const colour = white ? '#FFFFFF' : '#000000';
    return stroke === undefined
      ? `<path d="${d}" fill="${colour}"/>`
      : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round"/>`;
  });
  return `<path d="M50 4L96 50L50 96L4 50Z" fill="#FFFFFF" stroke="#D0021B" stroke-width="5"/>${inner.join('')}`;
}

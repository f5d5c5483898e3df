/** QR codes as pictures: Word draws no paths of ours. Ten pixels a module, so that none is blurred. */
import type { Block, Part } from '../model/blocks.ts';
import { withParts } from '../model/photos/placed-photos.ts';
import { qrRows } from '../qr-rows.ts';

type Qr = Extract<Part, { kind: 'qr' }>;
type Picture = Extract<Part, { kind: 'picture' }>;

const pixels = 10;

export async function withQrPictures(blocks: readonly Block[]): Promise<readonly Block[]> {
  const found = new Map<string, Qr>();
  const note = (part: Part): readonly Part[] => {
    if (part.kind === 'qr') found.set(part.code, part);
    return [part];
  };
  withParts(blocks, note);
  for (const block of blocks) if (block.kind === 'title' && block.check) note(block.check.mark);
  const pictures = new Map<string, Picture>();
  for (const [code, qr] of found) pictures.set(code, await drawn(qr));
  const shown = <Some extends Part>(part: Some): Some | Picture => {
    const picture = part.kind === 'qr' ? pictures.get(part.code) : undefined;
    return part.kind === 'qr' && picture ? { ...picture, most: part.most } : part;
  };
  return withParts(blocks, (part) => [shown(part)]).map((block) =>
    block.kind === 'title' && block.check
      ? { ...block, check: { ...block.check, mark: shown(block.check.mark) } }
      : block,
  );
}

async function drawn({ code, most, alt }: Qr): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const rows = qrRows(code);
  const size = rows.length;
  const grey = Buffer.from(rows.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  const width = size * pixels;
  const picture = sharp(grey, { raw: { width: size, height: size, channels: 1 } }).resize(width, width, {
    kernel: 'nearest',
  });
  const jpeg = new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer());
  return { kind: 'picture', jpeg, width, height: width, most, alt };
}

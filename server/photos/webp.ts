/** Removes metadata from WebP (RFC 9649): `EXIF`, `XMP ` and unknown chunks, and all data after the RIFF container. */
import { damaged, type CleanPhoto } from './cleaned.ts';
import { orientationOnly, readExif, type Exif } from './exif.ts';

const headBytes = 12;
const pictureChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits of the first byte of `VP8X`. */
const flags = { exif: 0b1000, xmp: 0b100 } as const;

export function cleanWebp(bytes: Buffer): CleanPhoto {
  const container = bytes.subarray(0, Math.min(bytes.length, 8 + bytes.readUInt32LE(4)));
  const kept: Buffer[] = [];
  let exif: Exif = { orientation: 1, place: null };
  for (let at = headBytes; at + 8 <= container.length;) {
    const name = container.toString('latin1', at, at + 4);
    const size = container.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    // Some writers omit the padding byte of the last chunk.
    if (end > container.length + 1) throw damaged();
    if (name === 'EXIF') exif = readExif(withoutPreamble(container.subarray(at + 8, at + 8 + size)));
    if (pictureChunks.has(name)) kept.push(Buffer.from(container.subarray(at, end)));
    at = end;
  }
  // Only the extended format, which starts with VP8X, can state an orientation.
  const extended = kept[0]?.toString('latin1', 0, 4) === 'VP8X' ? kept[0] : null;
  const said = extended?.[8] ?? 0;
  const isTurned = (said & flags.exif) !== 0 && exif.orientation !== 1;
  if (extended && extended.length > 8) extended[8] = (said & ~(flags.exif | flags.xmp)) | (isTurned ? flags.exif : 0);
  if (isTurned) kept.push(chunk('EXIF', orientationOnly(exif.orientation)));
  const content = Buffer.concat([Buffer.from('WEBP'), ...kept]);
  return { bytes: chunk('RIFF', content), place: exif.place };
}

/** Some writers put the JPEG preamble before the block. */
function withoutPreamble(block: Buffer): Buffer {
  return block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
}

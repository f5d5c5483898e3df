/** Removes metadata from PNG (W3C PNG, third edition): texts, times, Exif, unknown chunks, and all data after the end. */
import { crc32 } from 'node:zlib';
import { damaged, type CleanPhoto } from './cleaned.ts';
import { orientationOnly, readExif, type Exif } from './exif.ts';

const signatureBytes = 8;
/** Chunks that change how the picture looks, besides the critical ones, whose names start with a capital letter. */
const lookChunks: ReadonlySet<string> = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI bKGD pHYs sBIT sPLT hIST acTL fcTL fdAT'.split(' '),
);

export function cleanPng(bytes: Buffer): CleanPhoto {
  const kept: Buffer[] = [];
  let exif: Exif = { orientation: 1, place: null };
  let at = signatureBytes;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(name) || end > bytes.length) throw damaged();
    if (name === 'eXIf') exif = readExif(bytes.subarray(at + 8, end - 4));
    if (/^[A-Z]/.test(name) || lookChunks.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
    if (name === 'IEND') break;
  }
  // An Exif chunk must precede the picture data: insert it after the header.
  if (exif.orientation !== 1) kept.splice(1, 0, chunk('eXIf', orientationOnly(exif.orientation)));
  return { bytes: Buffer.concat([bytes.subarray(0, signatureBytes), ...kept]), place: exif.place };
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

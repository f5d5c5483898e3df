/**
 * Removes metadata from HEIC (ISO/IEC 23008-12). Parts refer to each other by position, so nothing is cut out: the bytes of Exif and
 * XMP items and of boxes without picture data become zeros. The orientation is in a separate box.
 */
import { damaged, type CleanPhoto } from './cleaned.ts';
import { itemPlaces, type BoxPlace } from './heic-items.ts';
import { boxesIn } from './heic-boxes.ts';
import { readExif, type Exif } from './exif.ts';

const pictureBoxes: ReadonlySet<string> = new Set(['ftyp', 'meta', 'mdat', 'moov', 'idat']);
const trackDetails: ReadonlySet<string> = new Set(['udta', 'meta']);

export function cleanHeic(original: Buffer): CleanPhoto {
  const bytes = Buffer.from(original);
  let exif: Exif = { orientation: 1, place: null };
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (!pictureBoxes.has(box.name)) blank(bytes, box);
    if (box.name === 'moov')
      for (const child of boxesIn(bytes, box.start, box.end)) if (trackDetails.has(child.name)) blank(bytes, child);
    if (box.name !== 'meta') continue;
    for (const { type, start, end } of itemPlaces(bytes, box)) {
      if (start < 0 || end > bytes.length) throw damaged();
      if (type === 'Exif') exif = readExif(tiffOf(bytes.subarray(start, end)));
      bytes.fill(0, start, end);
    }
  }
  return { bytes, place: exif.place };
}

/** Turns a box into free space of the same length, so that all positions stay valid. */
function blank(bytes: Buffer, { nameAt, start, end }: BoxPlace): void {
  bytes.write('free', nameAt, 'latin1');
  bytes.fill(0, start, end);
}

/** The item starts with the offset of the TIFF block. */
function tiffOf(item: Buffer): Buffer {
  return item.length < 4 ? item : item.subarray(Math.min(4 + item.readUInt32BE(0), item.length));
}

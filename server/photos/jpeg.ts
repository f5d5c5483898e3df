/**
 * Removes metadata from JPEG (ITU-T T.81): Exif, XMP, IPTC, comments, thumbnails, and all data after the end of the picture, where
 * phones append videos and more pictures. Segments that a decoder needs stay unchanged.
 */
import { damaged, type CleanPhoto } from './cleaned.ts';
import { orientationOnly, readExif, type Exif } from './exif.ts';

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe };
const jfifBytes = 14;

export function cleanJpeg(bytes: Buffer): CleanPhoto {
  const kept: Buffer[] = [];
  let exif: Exif | null = null;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw damaged();
    const kind = bytes[at + 1] ?? 0;
    if (kind === 0xff) {
      at++; // padding before a marker
      continue;
    }
    if (kind === marker.end) break;
    if (isBare(kind)) {
      kept.push(bytes.subarray(at, at + 2));
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const size = bytes.readUInt16BE(at + 2);
    if (size < 2) throw damaged();
    const end = at + 2 + size;
    const segment = bytes.subarray(at, end);
    if (kind === marker.app1 && segment.toString('latin1', 4, 10) === 'Exif\0\0')
      exif ??= readExif(segment.subarray(10));
    const wanted = needed(kind, segment);
    if (wanted) kept.push(wanted);
    at = kind === marker.scan ? endOfScan(bytes, end) : end;
    if (kind === marker.scan) kept.push(bytes.subarray(end, at));
  }
  const first = kept[0]?.[1] === marker.app0 ? 1 : 0;
  kept.splice(first, 0, ...turn(exif?.orientation ?? 1));
  return {
    bytes: Buffer.concat([Buffer.from([0xff, marker.start]), ...kept, Buffer.from([0xff, marker.end])]),
    place: exif?.place ?? null,
  };
}

/** Markers without a length: TEM and the restart markers. */
function isBare(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= 0xd7);
}

/** The segment to keep; null to drop it. */
function needed(kind: number, segment: Buffer): Buffer | null {
  if (kind === marker.comment) return null;
  if (kind < marker.app0 || kind > 0xef) return segment;
  const name = segment.toString('latin1', 4, 16);
  if (kind === marker.app0 && name.startsWith('JFIF\0')) return withoutThumbnail(segment);
  if (kind === marker.app2 && name.startsWith('ICC_PROFILE\0')) return segment;
  return kind === marker.app14 && name.startsWith('Adobe') ? segment : null;
}

function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length < 2 + 2 + jfifBytes) return segment;
  const short = Buffer.from(segment.subarray(0, 2 + 2 + jfifBytes));
  short.writeUInt16BE(2 + jfifBytes, 2);
  short.fill(0, short.length - 2);
  return short;
}

/** Coded data runs to the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1] ?? 0;
    if (kind !== 0 && kind !== 0xff && !isBare(kind)) return at;
  }
  return bytes.length;
}

function turn(orientation: number): Buffer[] {
  if (orientation === 1) return [];
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation)]);
  const head = Buffer.from([0xff, marker.app1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return [head, content];
}

/** When a photo was taken, by the clock of its camera (EXIF): making it small drops that. It is what the camera claims, not what is known. */

const bytesRead = 128 * 1024;
const tags = { exif: 0x87_69, taken: 0x90_03, offset: 0x90_11 } as const;
const entryBytes = 12;

/** ISO 8601; null where the file does not say, or says it in another way. Without an offset it is the time of the tablet's zone. */
export async function takenAt(file: Blob): Promise<string | null> {
  const view = new DataView(await file.slice(0, bytesRead).arrayBuffer());
  try {
    const start = exifStart(view);
    return start === null ? null : timeIn(view, start);
  } catch {
    return null; // it ends in the middle
  }
}

/** Where its TIFF header is: after the markers of a JPEG that come before it. */
function exifStart(view: DataView): number | null {
  if (view.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const isExif = view.getUint16(at) === 0xff_e1 && view.getUint32(at + 4) === 0x45_78_69_66; // "Exif"
    if (isExif) return at + 10;
  }
  return null;
}

function timeIn(view: DataView, start: number): string | null {
  const isLittle = view.getUint16(start) === 0x49_49;
  const entries = (at: number): Map<number, number> => {
    const count = view.getUint16(start + at, isLittle);
    const places = Array.from({ length: count }, (_, i) => start + at + 2 + i * entryBytes);
    return new Map(places.map((place) => [view.getUint16(place, isLittle), place]));
  };
  const long = (place: number): number => view.getUint32(place + 8, isLittle);
  const text = (place: number | undefined): string => {
    if (place === undefined) return '';
    const length = view.getUint32(place + 4, isLittle);
    const from = length <= 4 ? place + 8 : start + long(place);
    return String.fromCharCode(...new Uint8Array(view.buffer, from, length)).replace(/\0.*$/s, '');
  };
  const exif = entries(view.getUint32(start + 4, isLittle)).get(tags.exif);
  if (exif === undefined) return null;
  const fields = entries(long(exif));
  const [, year, month, day, clock] =
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text(fields.get(tags.taken))) ?? [];
  const offset = /^[+-]\d\d:\d\d$/.exec(text(fields.get(tags.offset)))?.[0] ?? '';
  const taken = new Date(`${year}-${month}-${day}T${clock}${offset}`);
  return Number.isNaN(taken.getTime()) ? null : taken.toISOString();
}

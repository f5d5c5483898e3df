/** Positions of the metadata items of a HEIC file: `iinf` names them, `iloc` locates them (ISO/IEC 14496-12, 8.11.3 and 8.11.6). */
import { damaged } from './cleaned.ts';
import { boxesIn, type BoxPlace } from './heic-boxes.ts';

export type { BoxPlace };

export interface ItemPlace {
  readonly type: 'Exif' | 'XMP';
  readonly start: number;
  readonly end: number;
}

/** Throws where the box refers beyond the file. */
export function itemPlaces(bytes: Buffer, meta: BoxPlace): ItemPlace[] {
  try {
    const inside = boxesIn(bytes, meta.start + 4, meta.end);
    const [info, location] = ['iinf', 'iloc'].map((name) => inside.find((box) => box.name === name));
    const data = inside.find((box) => box.name === 'idat');
    if (!info || !location) return [];
    const types = metadataItems(bytes, info);
    return locations(bytes, location, data?.start ?? 0).flatMap(({ id, start, end }) => {
      const type = types.get(id);
      return type ? [{ type, start, end }] : [];
    });
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function metadataItems(bytes: Buffer, info: BoxPlace): ReadonlyMap<number, ItemPlace['type']> {
  const version = bytes.readUInt8(info.start);
  const types = new Map<number, ItemPlace['type']>();
  for (const { name, start } of boxesIn(bytes, info.start + (version === 0 ? 6 : 8), info.end)) {
    const entryVersion = bytes.readUInt8(start);
    if (name !== 'infe' || entryVersion < 2) continue;
    const wide = entryVersion === 2 ? 2 : 4;
    const id = bytes.readUIntBE(start + 4, wide);
    const type = bytes.toString('latin1', start + 4 + wide + 2, start + 4 + wide + 6);
    if (type === 'Exif') types.set(id, 'Exif');
    if (type === 'mime' || type === 'uri ') types.set(id, 'XMP');
  }
  return types;
}

/** Numbers have the widths that the box declares. */
function locations(bytes: Buffer, { start, end }: BoxPlace, dataStart: number) {
  const version = bytes.readUInt8(start);
  let at = start + 4;
  const take = (size: number): number => {
    if (at + size > end) throw damaged();
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const [sizes, bases] = [take(1), take(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    bases >> 4,
    version > 0 ? bases & 15 : 0,
  ];
  const wide = version < 2 ? 2 : 4;
  const places: { id: number; start: number; end: number }[] = [];
  const count = take(wide);
  for (let i = 0; i < count; i++) {
    const id = take(wide);
    const method = version > 0 ? take(2) & 15 : 0;
    take(2); // data reference: always this file
    const base = take(baseSize) + (method === 1 ? dataStart : 0);
    const extents = take(2);
    for (let extent = 0; extent < extents; extent++) {
      take(indexSize);
      const from = base + take(offsetSize);
      places.push({ id, start: from, end: from + take(lengthSize) });
    }
  }
  return places;
}

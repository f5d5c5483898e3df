/**
 * Reads the orientation and the place from a photo's Exif block (CIPA DC-008). The block is untrusted: every offset is checked, and
 * unreadable values count as absent.
 */
export interface Exif {
  /** 1 to 8; 1 = as stored. */
  readonly orientation: number;
  /** Decimal degrees, WGS 84. */
  readonly place: Place | null;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const nothing: Exif = { orientation: 1, place: null };

const tags = { orientation: 0x0112, gps: 0x8825, latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 } as const;
const shortType = 3;
const maxEntries = 512;

/** @param tiff starts at the byte order mark, without `Exif\0\0`. */
export function readExif(tiff: Buffer): Exif {
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return nothing;
  const view = new Tiff(tiff, order === 'II*\0');
  const main = view.directory(view.number(4, 4));
  const orientation = main.get(tags.orientation);
  const turned = orientation?.type === shortType ? (view.number(orientation.at, 2) ?? 1) : 1;
  const gps = main.get(tags.gps);
  return {
    orientation: turned >= 1 && turned <= 8 ? turned : 1,
    place: gps ? placeIn(view, view.directory(view.number(gps.at, 4))) : null,
  };
}

/** Big-endian header, a directory of one entry (orientation, one short) and no further directory. */
const oneEntry = '4d4d002a00000008000101120003000000010000000000000000';

/** The smallest Exif block with an orientation; 26 bytes. */
export function orientationOnly(orientation: number): Buffer {
  const block = Buffer.from(oneEntry, 'hex');
  block.writeUInt16BE(orientation, 18);
  return block;
}

interface Entry {
  readonly type: number;
  /** Position of the value, or of the offset of a value longer than four bytes. */
  readonly at: number;
}

class Tiff {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  number(at: number, size: 2 | 4): number | null {
    if (at < 0 || at + size > this.#bytes.length) return null;
    return this.#isLittle ? this.#bytes.readUIntLE(at, size) : this.#bytes.readUIntBE(at, size);
  }

  letter(at: number): string {
    return this.#bytes.toString('latin1', at, at + 1);
  }

  directory(at: number | null): ReadonlyMap<number, Entry> {
    const entries = new Map<number, Entry>();
    if (at === null) return entries;
    const count = Math.min(this.number(at, 2) ?? 0, maxEntries);
    for (let i = 0; i < count; i++) {
      const start = at + 2 + i * 12;
      const [tag, type] = [this.number(start, 2), this.number(start + 2, 2)];
      if (tag === null || type === null) break;
      entries.set(tag, { type, at: start + 8 });
    }
    return entries;
  }

  /** Degrees, minutes and seconds as fractions, summed to degrees. */
  degrees({ at }: Entry): number | null {
    const start = this.number(at, 4);
    if (start === null) return null;
    const parts = [0, 8, 16].map((step) => {
      const [above, below] = [this.number(start + step, 4), this.number(start + step + 4, 4)];
      return above === null || !below ? (above === 0 ? 0 : NaN) : above / below;
    });
    const [whole = NaN, minutes = NaN, seconds = NaN] = parts;
    const sum = whole + minutes / 60 + seconds / 3600;
    return Number.isFinite(sum) ? sum : null;
  }
}

function placeIn(view: Tiff, gps: ReadonlyMap<number, Entry>): Place | null {
  const [north, east] = [gps.get(tags.latitude), gps.get(tags.longitude)];
  const [latitude, longitude] = [north && view.degrees(north), east && view.degrees(east)];
  if (latitude == null || longitude == null || latitude > 90 || longitude > 180) return null;
  const sign = (tag: number, negative: string): number => (view.letter(gps.get(tag)?.at ?? -1) === negative ? -1 : 1);
  return {
    latitude: rounded(latitude * sign(tags.latitudeRef, 'S')),
    longitude: rounded(longitude * sign(tags.longitudeRef, 'W')),
  };
}

/** Four decimals, about 11 m. */
function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

/** The decoded size of a JPEG (ITU-T T.81, B.2.2): the largest of all its frame headers. */

/** Pixels; null without a frame. `bytes` is the result of cleanJpeg. */
export function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  let largest: { readonly width: number; readonly height: number } | null = null;
  for (let at = bytes.indexOf(0xff); at !== -1 && at + 9 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const kind = bytes[at + 1] ?? 0;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (width * height >= (largest ? largest.width * largest.height : 0)) largest = { width, height };
    }
    // Coded data, stuffed bytes and bare markers have no length: search for the next marker.
    const hasLength = kind >= 0xc0 && kind !== 0xff && !(kind >= 0xd0 && kind <= 0xd9);
    at += hasLength ? 2 + Math.max(2, bytes.readUInt16BE(at + 2)) : 1;
  }
  return largest;
}

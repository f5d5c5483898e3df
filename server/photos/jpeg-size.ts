/** How large a JPEG decodes (ITU-T T.81, B.2.2): what its frame headers say, wherever they stand, and the largest where there are several. */

/** Pixels; null where no frame is found. `bytes` = as cleanJpeg leaves them. */
export function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  let largest: { readonly width: number; readonly height: number } | null = null;
  for (let at = bytes.indexOf(0xff); at !== -1 && at + 9 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const kind = bytes[at + 1] ?? 0;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (width * height >= (largest ? largest.width * largest.height : 0)) largest = { width, height };
    }
    // Coded data, stuffed bytes and bare markers have no length, and the next marker is looked for behind them.
    const hasLength = kind >= 0xc0 && kind !== 0xff && !(kind >= 0xd0 && kind <= 0xd9);
    at += hasLength ? 2 + Math.max(2, bytes.readUInt16BE(at + 2)) : 1;
  }
  return largest;
}

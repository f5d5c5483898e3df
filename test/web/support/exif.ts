/** A JPEG as a camera writes it: with the time at which it was taken (EXIF), after the first marker of the file. */

/** `clock` = `2026:11:09 06:54:00`, `offset` = `+01:00`. */
export function takenAt(jpeg: Buffer, clock: string, offset: string): Buffer {
  const texts = Buffer.from(`${clock}\0${offset}\0`, 'latin1');
  const tiff = Buffer.alloc(8 + 18 + 30);
  tiff.write('MM', 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4); // the first directory
  tiff.writeUInt16BE(1, 8);
  entry(tiff, 10, { tag: 0x8769, type: 4, count: 1, value: 26 });
  tiff.writeUInt16BE(2, 26);
  entry(tiff, 28, { tag: 0x9003, type: 2, count: 20, value: tiff.length });
  entry(tiff, 40, { tag: 0x9011, type: 2, count: 7, value: tiff.length + 20 });
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, texts]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, content, jpeg.subarray(2)]);
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

function entry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16BE(tag, at);
  tiff.writeUInt16BE(type, at + 2);
  tiff.writeUInt32BE(count, at + 4);
  tiff.writeUInt32BE(value, at + 8);
}

/** Photos as cameras and phones write them, full of metadata: real pictures with Exif, XMP, comments and appended films around them. */
import { crc32 } from 'node:zlib';
import { createCanvas, type Canvas } from '@napi-rs/canvas';

/** In every piece of metadata, so that a search for it finds leftovers. */
export const secret = 'TAKEN-BY-EWA-NOWAK';

function painting(): Canvas {
  const canvas = createCanvas(48, 32);
  const pen = canvas.getContext('2d');
  for (let x = 0; x < 48; x++) {
    pen.fillStyle = `rgb(${x * 5}, ${255 - x * 3}, ${(x * 37) % 255})`;
    pen.fillRect(x, x % 7, 1, 20);
  }
  return canvas;
}

export function plainJpeg(): Buffer {
  return painting().toBuffer('image/jpeg', 90);
}

export function plainPng(): Buffer {
  return painting().toBuffer('image/png');
}

export function plainWebp(): Buffer {
  return painting().toBuffer('image/webp', 90);
}

/** Exif (CIPA DC-008) in either byte order: orientation, the maker's name, and a place 51.5074 N, 0.1278 W. */
export function exif(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const isLittle = order === 'II';
  const block = Buffer.alloc(240);
  const put = (value: number, at: number, size: 2 | 4): unknown =>
    isLittle ? block.writeUIntLE(value, at, size) : block.writeUIntBE(value, at, size);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    put(tag, at, 2);
    put(type, at + 2, 2);
    put(count, at + 4, 4);
    put(value, at + 8, type === 3 ? 2 : 4);
  };
  block.write(order, 0);
  put(42, 2, 2);
  put(8, 4, 4);
  put(3, 8, 2);
  entry(10, 0x010f, 2, secret.length, 200);
  block.write(secret, 200);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, 60);
  put(4, 60, 2);
  entry(62, 1, 2, 2, 0);
  block.write('N\0\0\0', 70);
  entry(74, 2, 5, 3, 120);
  entry(86, 3, 2, 2, 0);
  block.write('W\0\0\0', 94);
  entry(98, 4, 5, 3, 150);
  for (const [i, part] of [51, 1, 30, 1, 2664, 100].entries()) put(part, 120 + i * 4, 4);
  for (const [i, part] of [0, 1, 7, 1, 4008, 100].entries()) put(part, 150 + i * 4, 4);
  return block;
}

export function jpegWith(block: Buffer): Buffer {
  const plain = plainJpeg();
  const preamble = Buffer.from('Exif\0\0', 'latin1');
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${secret}</x:xmpmeta>`, 'latin1');
  const film = Buffer.from(`ftypmp42 ${secret}`);
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, Buffer.concat([preamble, block])),
    segment(0xe1, xmp),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${secret}`)),
    segment(0xfe, Buffer.from(secret)),
    segment(0xe0, Buffer.from(`JFXX\0\x10${secret}`)),
    plain.subarray(2),
    film,
  ]);
}

export function pngWith(block: Buffer): Buffer {
  const plain = plainPng();
  const afterHeader = 8 + 12 + 13;
  return Buffer.concat([
    plain.subarray(0, afterHeader),
    chunk('eXIf', block),
    chunk('tEXt', Buffer.from(`Author\0${secret}`, 'latin1')),
    chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secret}`, 'latin1')),
    chunk('tIME', Buffer.from([7, 0xea, 11, 21, 9, 0, 0])),
    chunk('prVt', Buffer.from(secret)),
    plain.subarray(afterHeader),
    Buffer.from(secret),
  ]);
}

/** In the extended form, which is what cameras write. */
export function webpWith(block: Buffer): Buffer {
  const picture = Buffer.from(plainWebp().subarray(12));
  // The first byte of the content says which kinds of metadata there are.
  picture[8] = (picture[8] ?? 0) | 0b1100;
  if (picture.toString('latin1', 0, 4) !== 'VP8X') throw new Error('a picture in the extended form was expected');
  const content = Buffer.concat([Buffer.from('WEBP'), picture, riff('EXIF', block), riff('XMP ', Buffer.from(secret))]);
  return Buffer.concat([riff('RIFF', content), Buffer.from(secret)]);
}

/** As much of a HEIC file as says where its items are: one coded picture, one Exif and one XMP item, and a film at the end. */
export function heicWith(block: Buffer): Buffer {
  const picture = Buffer.from('coded picture data');
  const exifItem = Buffer.concat([Buffer.from([0, 0, 0, 6]), Buffer.from('Exif\0\0', 'latin1'), block]);
  const items = [
    { id: 1, type: 'hvc1', content: picture },
    { id: 2, type: 'Exif', content: exifItem },
    { id: 3, type: 'mime', content: Buffer.from(`<x:xmpmeta>${secret}</x:xmpmeta>`) },
  ];
  const meta = (dataStart: number): Buffer => {
    let at = dataStart;
    const places = items.map(({ id, content }) => {
      const place = Buffer.alloc(14);
      place.writeUInt16BE(id, 0);
      place.writeUInt16BE(1, 4);
      place.writeUInt32BE(at, 6);
      place.writeUInt32BE(content.length, 10);
      at += content.length;
      return place;
    });
    const entries = items.map(({ id, type }) =>
      box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0, 0, id, 0, 0]), Buffer.from(`${type}\0`)])),
    );
    const count = Buffer.from([0, items.length]);
    return box(
      'meta',
      Buffer.concat([
        Buffer.alloc(4),
        box('iinf', Buffer.concat([Buffer.alloc(4), count, ...entries])),
        box('iloc', Buffer.concat([Buffer.from([0, 0, 0, 0, 0x44, 0]), count, ...places])),
      ]),
    );
  };
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'));
  const dataStart = head.length + meta(0).length + 8;
  const data = box('mdat', Buffer.concat(items.map(({ content }) => content)));
  return Buffer.concat([head, meta(dataStart), data, box('mpvd', Buffer.from(secret))]);
}

function segment(kind: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

function riff(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
}

function box(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 8);
  return Buffer.concat([size, Buffer.from(name, 'latin1'), content]);
}

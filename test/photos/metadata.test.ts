/** What an uploaded photo tells of people and places, and that nothing of it is kept. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { cleanPhoto } from '../../server/photos/clean.ts';
import { Problem } from '../../shared/model/problem.ts';
import { orientationOnly, readExif } from '../../server/photos/exif.ts';
import { openChance } from '../kit/clock.ts';
import { exif, heicWith, jpegWith, plainJpeg, plainPng, plainWebp, pngWith, secret, webpWith } from './pictures.ts';

const kinds = [
  { type: 'image/jpeg', dirty: jpegWith, plain: plainJpeg },
  { type: 'image/png', dirty: pngWith, plain: plainPng },
  { type: 'image/webp', dirty: webpWith, plain: plainWebp },
  { type: 'image/heic', dirty: heicWith, plain: null },
] as const;
const drawn = kinds.filter((kind) => kind.plain !== null);

async function pixels(file: Buffer): Promise<Buffer> {
  const picture = await loadImage(file);
  const canvas = createCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  return Buffer.from(pen.getImageData(0, 0, picture.width, picture.height).data);
}

/** Bytes that are left; none of a file that is refused. */
function cleaned(file: Buffer, type: (typeof kinds)[number]['type']): number {
  try {
    return cleanPhoto(file, type).bytes.length;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unsupported_media_type') return 0;
    throw error;
  }
}

describe.each(kinds)('$type', ({ type, dirty }) => {
  test.each(['II', 'MM'] as const)('[R70] nothing but the picture is left of a photo, Exif in order %s', (order) => {
    const file = dirty(exif(6, order));
    expect(file.includes(secret)).toBe(true);
    const { bytes, place } = cleanPhoto(file, type);
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes('xmpmeta')).toBe(false);
    expect(place).toEqual({ latitude: 51.5074, longitude: -0.1278 });
  });

  test('[R70] what is clean stays as it is, bit for bit', () => {
    const { bytes } = cleanPhoto(dirty(exif(6)), type);
    expect(cleanPhoto(bytes, type)).toEqual({ bytes, place: null });
  });

  test('[R70] a damaged file is refused or cleaned, and never left to run on', () => {
    const [file, chance] = [dirty(exif(3)), openChance(7)];
    for (let round = 0; round < 400; round++) {
      const broken = Buffer.from(round % 2 ? file : file.subarray(0, 12 + chance.below(file.length - 12)));
      for (let hit = 0; hit <= chance.below(4); hit++)
        broken[12 + chance.below(broken.length - 12 || 1)] = chance.below(256);
      expect(cleaned(broken, type)).toBeLessThanOrEqual(broken.length + 64);
    }
  });
});

test.each(drawn)(
  '[R70] the picture of $type is the same, pixel by pixel, and turned the same way',
  async ({ type, dirty, plain }) => {
    const upright = cleanPhoto(dirty(exif(1)), type).bytes;
    expect(await pixels(upright)).toEqual(await pixels(plain()));
    const turned = cleanPhoto(dirty(exif(6)), type).bytes;
    expect([turned, upright].map((bytes) => bytes.includes(orientationOnly(6)))).toEqual([true, false]);
    expect(await pixels(turned)).toEqual(await pixels(dirty(exif(6))));
  },
);

test('[R70] an Exif block whose offsets lead nowhere says nothing', () => {
  const chance = openChance(11);
  for (let round = 0; round < 2000; round++) {
    const block = exif(6, round % 2 ? 'II' : 'MM');
    for (let hit = 0; hit < 6; hit++) block[4 + chance.below(block.length - 4)] = chance.below(256);
    const { orientation, place } = readExif(block);
    expect(orientation >= 1 && orientation <= 8).toBe(true);
    const { latitude, longitude } = place ?? { latitude: 0, longitude: 0 };
    expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
  }
});

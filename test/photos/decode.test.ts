/** Pictures that are whole, and such as only look like one. */
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { isDrawable } from '../../server/photos/decode.ts';
import { png } from '../rest/support/images.ts';

test('[EX126] a picture is drawable only if all of it can be decoded', async () => {
  const canvas = createCanvas(40, 40);
  const pen = canvas.getContext('2d');
  for (let x = 0; x < 40; x++) {
    pen.fillStyle = `rgb(${x * 6} ${(x * 77) % 256} 90)`;
    pen.fillRect(x, x % 7, 1, 40);
  }
  const [jpeg, drawn] = [await canvas.encode('jpeg'), await canvas.encode('png')];
  const damaged = Uint8Array.from(drawn);
  damaged.set(new Uint8Array(40).fill(1), drawn.length / 2);
  const broken = [jpeg.subarray(0, jpeg.length / 2), drawn.subarray(0, drawn.length / 2), damaged, jpeg.subarray(0, 4)];
  const pictures = [jpeg, drawn, png(7), ...broken];
  expect(await Promise.all(pictures.map((bytes) => isDrawable(bytes, 1600)))).toEqual([
    true,
    true,
    true,
    ...broken.map(() => false),
  ]);
  expect(await isDrawable(drawn, 1599)).toBe(false);
});

/** A picture in which nothing is alike for long, and how much of that can still be seen in a photo of it. */
import { createCanvas, loadImage } from '@napi-rs/canvas';

const size = { width: 800, height: 600 } as const;

/** PNG: black and white stripes, four pixels wide. */
export function stripes(): Buffer {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = '#000';
  for (let x = 0; x < size.width; x += 8) context.fillRect(x, 0, 4, size.height);
  return canvas.toBuffer('image/png');
}

/** How far the lightest and the darkest point in the 12 pixels around a place are apart, 0 to 255. */
export async function contrastAt(file: Buffer, x: number, y: number): Promise<number> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(file), 0, 0);
  const { data } = context.getImageData(x - 6, y - 6, 12, 12);
  const greys = [...data].filter((_, i) => i % 4 === 0);
  return Math.max(...greys) - Math.min(...greys);
}

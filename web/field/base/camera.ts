/** A photo from the tablet's camera, made small enough to send: 1600 pixels at most, without the data of the camera. */

const longestSide = 1600;
const quality = 0.72;
/** Of the picture's longest side: a face at arm's length is as wide as two of them. */
const spotRadius = 0.05;
/** So few squares across a hidden place that no face can be made of them again. */
const squares = 4;

/** A place of a picture: 0 = left or top, 1 = right or bottom. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** JPEG. Throws where the file is no picture that the browser reads. */
export async function shrunk(file: Blob): Promise<Blob> {
  return await jpegOf(await pictureOf(file));
}

/** Throws where the file is no picture that the browser reads. */
export async function pictureOf(file: Blob): Promise<OffscreenCanvas> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

export async function jpegOf(picture: OffscreenCanvas): Promise<Blob> {
  return await picture.convertToBlob({ type: 'image/jpeg', quality });
}

/** Pixels. */
export function radiusOf({ width, height }: Pick<OffscreenCanvas, 'width' | 'height'>): number {
  return Math.max(width, height) * spotRadius;
}

/** A copy in which nothing can be recognised at these places. */
export function hiddenAt(picture: OffscreenCanvas, spots: readonly Spot[]): OffscreenCanvas {
  const copy = new OffscreenCanvas(picture.width, picture.height);
  const context = copy.getContext('2d');
  const small = new OffscreenCanvas(squares, squares);
  const few = small.getContext('2d');
  if (!context || !few) throw new Error('This browser draws no pictures.');
  // Each square is the mean of what is under it, not one of its points.
  few.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0);
  const radius = radiusOf(picture);
  for (const { x, y } of spots) {
    const [left, top] = [x * picture.width - radius, y * picture.height - radius];
    few.fillStyle = '#808080'; // beyond the edge there is nothing to take the mean of
    few.fillRect(0, 0, squares, squares);
    few.drawImage(picture, left, top, 2 * radius, 2 * radius, 0, 0, squares, squares);
    context.save();
    context.beginPath();
    context.arc(left + radius, top + radius, radius, 0, 2 * Math.PI);
    context.clip();
    context.imageSmoothingEnabled = false;
    context.drawImage(small, left, top, 2 * radius, 2 * radius);
    context.restore();
  }
  return copy;
}

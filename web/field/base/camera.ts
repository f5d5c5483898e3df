/** A photo from the tablet's camera, made small enough to send: 1600 pixels at most, without the data of the camera. */

const longestSide = 1600;
const quality = 0.72;

/** JPEG. Throws where the file is no picture that the browser reads. */
export async function shrunk(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return await canvas.convertToBlob({ type: 'image/jpeg', quality });
}
